'use client';
import { CircleCheck } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { PageBody } from '@/components/shell/frame';
import { useMe, useRoleReason } from '@/components/shell/me-context';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { PageHeader } from '@/components/ui/page-header';
import { LoadingWords, Skeleton } from '@/components/ui/skeleton';
import { sentenceOf } from '@/lib/client/api-problem';
import { useEnvironments } from '@/lib/client/environments';
import { useTenantEvents } from '@/lib/client/events/use-news';
import type { ListedEnvironmentView } from '@/lib/model/views';
import { isBroken, sortForHome } from './home-groups';
import { HomeTile } from './home-tile';

/**
 * Where one lands: the way to a new environment, what runs now, what wants a person, and the rest.
 *
 * @param guide for newcomers, above everything
 * @param templates the ways to a new environment
 */
export function HomePage({ guide, templates }: { guide: ReactNode; templates: ReactNode }) {
  useTenantEvents();
  const t = useTranslations('environments');
  const { user, tenant } = useMe();
  const environments = useEnvironments();
  const edits = useRoleReason() === null;
  const { running, waiting, quiet } = sortForHome(environments.data ?? [], edits);
  const some = environments.isSuccess && environments.data.length > 0;
  return (
    <PageBody>
      <PageHeader
        title={t('home.hello', { name: user.display_name.split(' ')[0] ?? '' })}
        description={t('home.lead', { tenant: tenant.name })}
      />
      {guide}
      {environments.isError && (
        <Notice
          tone="failed"
          title={t('error')}
          actions={<Button onClick={() => void environments.refetch()}>{t('retry')}</Button>}
        >
          {sentenceOf(environments.error)}
        </Notice>
      )}
      {edits && templates}
      {environments.isSuccess && !some && !edits && (
        <EmptyState title={t('first.title')}>
          <p>{t('first.reader')}</p>
        </EmptyState>
      )}
      {environments.isPending && <HomeSkeleton />}
      {some && (
        <>
          {running.length > 0 && <Group title={t('home.running')} environments={running} />}
          {waiting.length > 0 && (
            <Group title={t(edits ? 'home.waiting' : 'home.broken')} environments={waiting} hrefOf={nextStep} />
          )}
          {waiting.length === 0 && running.length === 0 && (
            <p className="flex items-center gap-2 text-ink-muted">
              <CircleCheck aria-hidden className="size-4 text-ready-solid" />
              {t('home.calm')}
            </p>
          )}
          {quiet.length > 0 && <Group title={t('home.quiet')} environments={quiet} />}
          <div>
            <LinkButton href="/environments">{t('home.all')}</LinkButton>
          </div>
        </>
      )}
    </PageBody>
  );
}

const page = ({ id }: ListedEnvironmentView) => `/environments/${id}`;

/** Where the next step of an environment that wants a person is taken. */
function nextStep(environment: ListedEnvironmentView): string {
  return `/environments/${environment.id}/${isBroken(environment) ? 'deployments' : 'services'}`;
}

function Group({
  title,
  environments,
  hrefOf = page,
}: {
  title: string;
  environments: ListedEnvironmentView[];
  hrefOf?: (environment: ListedEnvironmentView) => string;
}) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="font-semibold text-[15px]">{title}</h2>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {environments.map((environment) => (
          <HomeTile key={environment.id} environment={environment} href={hrefOf(environment)} />
        ))}
      </ul>
    </section>
  );
}

function HomeSkeleton() {
  const t = useTranslations('environments');
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      <LoadingWords>{t('home.loading')}</LoadingWords>
      <Skeleton className="h-28 rounded-xl" />
      <Skeleton className="h-28 rounded-xl" />
      <Skeleton className="h-28 rounded-xl" />
    </div>
  );
}
