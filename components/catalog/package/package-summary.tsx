'use client';
import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useMe } from '@/components/shell/me-context';
import { Badge } from '@/components/ui/badge';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Facts } from '@/components/ui/facts';
import { Link } from '@/components/ui/link';
import { useCatalogWords } from '@/lib/client/server-words/use-catalog-words';
import { useServerWords } from '@/lib/client/server-words/use-server-words';
import type { PackageDetails } from '@/lib/model/package-details';

/** What a package is and makes, what it requires, and who works with it. */
export function PackageSummary({ details }: { details: PackageDetails }) {
  const t = useTranslations('catalog.details');
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Card>
        <CardHeader title={t('about')} />
        <CardBody className="flex flex-col gap-4">
          <About details={details} />
        </CardBody>
      </Card>
      <div className="flex min-w-0 flex-col gap-6">
        <Card>
          <CardHeader title={t('requires')} />
          <CardBody>
            <Requirements requires={details.requires} />
          </CardBody>
        </Card>
        <Card>
          <CardHeader title={t('users')} />
          <CardBody className="flex flex-col gap-4">
            <Users details={details} />
          </CardBody>
        </Card>
      </div>
    </div>
  );
}

function About({ details: { package: pack, services, extends: extended } }: { details: PackageDetails }) {
  const t = useTranslations('catalog.details');
  const { system_admin: administers } = useMe();
  const format = useFormatter();
  const inWords = useCatalogWords();
  const offered = services.filter(({ form }) => form.length > 0);
  const kilobytes = format.number(Math.max(1, Math.round(pack.size / 1024)), {
    style: 'unit',
    unit: 'kilobyte',
    unitDisplay: 'short',
  });
  return (
    <>
      {pack.description !== '' && (
        <p className="max-w-prose whitespace-pre-line break-words">{inWords(pack.description)}</p>
      )}
      <div>
        <h3 className="text-[13px] text-ink-muted">{t('makes')}</h3>
        {extended !== null ? (
          <>
            <p>
              {t.rich('extendsPackage', { name: () => <PackageLink name={extended} linked /> })}{' '}
              {t(pack.enabled ? 'extensionOn' : 'extensionOff')}
            </p>
            {administers && (
              <Link href={`/admin/packages?q=${encodeURIComponent(pack.fully_qualified_name)}`}>{t('switch')}</Link>
            )}
          </>
        ) : offered.length === 0 ? (
          <p>{t('makesNothing')}</p>
        ) : (
          <ul className="list-disc pl-5">
            {offered.map(({ type, title, summary }) => (
              <li key={type}>
                <span className="font-medium">{title}</span>
                {summary !== '' && summary !== pack.description && <span className="text-ink-muted"> – {summary}</span>}
              </li>
            ))}
          </ul>
        )}
      </div>
      <Facts
        className="lg:grid-cols-2"
        items={[
          { label: t('author'), value: pack.author === '' ? t('noAuthor') : pack.author },
          { label: t('format'), value: pack.format },
          { label: t('size'), value: kilobytes },
          {
            label: t('tags'),
            value:
              pack.tags.length + pack.categories.length === 0 ? (
                t('none')
              ) : (
                <span className="flex flex-wrap gap-1.5">
                  {[...new Set([...pack.categories, ...pack.tags])].map((one) => (
                    <Badge key={one}>{inWords(one)}</Badge>
                  ))}
                </span>
              ),
          },
        ]}
      />
    </>
  );
}

function Requirements({ requires }: { requires: PackageDetails['requires'] }) {
  const t = useTranslations('catalog.details');
  const inWords = useServerWords();
  if (requires.length === 0) return <p className="text-ink-muted">{t('requiresNothing')}</p>;
  return (
    <Rows>
      {requires.map(({ name, wanted, version, in_catalog: isStored }) => (
        <li key={name} className="py-2">
          <PackageLink name={name} linked={isStored} />
          <p className="text-[13px] text-ink-muted">
            {t('wanted', { wanted: inWords(wanted) })} · {version === null ? t('missing') : t('taken', { version })}
            {!isStored && version !== null && ` · ${t('language')}`}
          </p>
        </li>
      ))}
    </Rows>
  );
}

function Users({ details }: { details: PackageDetails }) {
  const { environments, required_by: requiredBy, extended_by: extendedBy } = details;
  const t = useTranslations('catalog.details');
  return (
    <>
      {environments.length === 0 ? (
        <p className="text-ink-muted">{t('usersNone')}</p>
      ) : (
        <Rows>
          {environments.map(({ id, name, version }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
              <Link href={`/environments/${id}`} className="min-w-0 break-words">
                {name}
              </Link>
              <span className="text-[13px] text-ink-muted">{t('worksWith', { version })}</span>
            </li>
          ))}
        </Rows>
      )}
      <PackageNames title={t('extendedBy')} names={extendedBy} />
      <PackageNames title={t('requiredBy')} names={requiredBy} />
    </>
  );
}

function PackageNames({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <div>
      <h3 className="text-[13px] text-ink-muted">{title}</h3>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <PackageLink name={name} linked />
          </li>
        ))}
      </ul>
    </div>
  );
}

const Rows = ({ children }: { children: ReactNode }) => <ul className="-my-2 divide-y divide-line">{children}</ul>;

function PackageLink({ name, linked }: { name: string; linked: boolean }) {
  const words = <span className="break-all font-mono text-[13px]">{name}</span>;
  return linked ? <Link href={`/catalog/packages/${name}`}>{words}</Link> : words;
}
