'use client';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { useEnvironmentChoice } from '@/components/forms/use-environment-choice';
import { useRoleReason } from '@/components/shell/me-context';
import { ServiceLogo } from '@/components/shell/service-logo';
import { Breadcrumbs } from '@/components/ui/breadcrumbs';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Field } from '@/components/ui/field';
import { FoundSelect } from '@/components/ui/found-select';
import { Input } from '@/components/ui/input';
import { Link, LinkButton } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { PageHeader } from '@/components/ui/page-header';
import { Skeleton } from '@/components/ui/skeleton';
import { sentenceOf } from '@/lib/client/api-problem';
import { isOffered, useServiceTypes } from '@/lib/client/catalog';
import { useCreateEnvironment } from '@/lib/client/environments';
import type { ServiceType } from '@/lib/model/service-type';

const NEW = 'new';

/** One service type: what it sets up, and the way to set it up. */
export function ServiceTypePage({ typeName }: { typeName: string }) {
  const t = useTranslations('catalog');
  const types = useServiceTypes();
  const type = types.data?.find((candidate) => candidate.type === typeName && isOffered(candidate));
  if (types.error)
    return (
      <Notice tone="failed" title={t('cannotShow')}>
        {sentenceOf(types.error)}
      </Notice>
    );
  if (!types.data) return <Skeleton className="h-96 w-full" />;
  if (!type) {
    const unread = types.data.find((candidate) => candidate.type === typeName && candidate.formUnread);
    return (
      <EmptyState
        title={t(unread ? 'unread' : 'unknown')}
        actions={<LinkButton href="/catalog">{t('openCatalog')}</LinkButton>}
      >
        {unread ? t('unreadHint', { title: unread.title }) : t('unknownHint', { type: typeName })}
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        breadcrumbs={<Breadcrumbs items={[{ label: t('title'), href: '/catalog' }, { label: type.title }]} />}
        title={
          <span className="flex items-center gap-3">
            <ServiceLogo type={type.type} className="size-8" />
            {type.title}
          </span>
        }
        description={type.summary}
      />
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
        <Card>
          <CardHeader title={t('setsUp')} />
          <CardBody className="flex flex-col gap-4">
            <p>{type.description}</p>
            <ul className="list-disc pl-5 text-ink-muted">
              <li>
                <Machines type={type} />
              </li>
              {type.roles.map((role) => (
                <li key={role.id}>{role.title}</li>
              ))}
              {type.offers.some(({ name }) => name !== 'name') && <li>{t('offersToJoin')}</li>}
              {type.properties
                .filter(({ needs }) => needs !== undefined)
                .map(({ name, label }) => (
                  <li key={name}>{t('uses', { label })}</li>
                ))}
            </ul>
            <Link
              href={`/catalog/packages/${type.package}?version=${encodeURIComponent(type.version)}`}
              className="text-[13px]"
            >
              {t('package', { package: type.package, version: type.version })}
            </Link>
          </CardBody>
        </Card>
        <SetUp type={type} />
      </div>
    </div>
  );
}

function Machines({ type }: { type: ServiceType }) {
  const t = useTranslations('catalog');
  const { min, max } = type.units;
  // The package's word begins the line; it stands in the singular in the middle of sentences.
  const noun = type.units.noun.charAt(0).toUpperCase() + type.units.noun.slice(1);
  return min === max ? t('machines', { noun, count: min }) : t('machineRange', { noun, min, max });
}

/** So many environments are offered, those that changed last; others are found by their names. */
const OFFERED = 20;

/** Where to set it up: in an environment there is, or in a new one. */
function SetUp({ type }: { type: ServiceType }) {
  const t = useTranslations('catalog');
  const reader = useRoleReason();
  const { environments, search, isPending } = useEnvironmentChoice(OFFERED);
  const create = useCreateEnvironment();
  const router = useRouter();
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState('');
  const usable = environments.filter(({ status }) => status !== 'deploying' && status !== 'deleting');
  // what was chosen may not be among those that are found by other words
  const target = chosen === NEW || usable.some(({ id }) => id === chosen) ? (chosen ?? NEW) : (usable[0]?.id ?? NEW);

  async function go(event: FormEvent) {
    event.preventDefault();
    const id = target === NEW ? (await create.mutateAsync({ name: name.trim() })).id : target;
    router.push(`/environments/${id}/services/add/${type.type}`);
  }

  return (
    <Card>
      <CardHeader title={t('setUpTitle')} description={t('setUpHint')} />
      <CardBody>
        <form className="flex flex-col gap-4" onSubmit={(event) => void go(event).catch(() => undefined)}>
          <Field label={t('environment')} control="parts">
            <FoundSelect
              search={search}
              options={[
                ...usable.map((environment) => ({ value: environment.id, label: environment.name })),
                { value: NEW, label: t('newEnvironment') },
              ]}
              value={target}
              onValueChange={setChosen}
              disabled={isPending}
            />
          </Field>
          {target === NEW && (
            <Field label={t('newName')} error={sentenceOf(create.error)}>
              <Input
                value={name}
                onValueChange={setName}
                placeholder={t('example')}
                autoComplete="off"
                maxLength={255}
              />
            </Field>
          )}
          <Button
            type="submit"
            variant="primary"
            pending={create.isPending}
            disabled={target === NEW && name.trim() === ''}
            disabledReason={reader}
          >
            {t('setUp', { title: type.title })}
          </Button>
        </form>
      </CardBody>
    </Card>
  );
}
