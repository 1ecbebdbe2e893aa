'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Disclosure } from '@/components/ui/disclosure';
import type { PackageDetails } from '@/lib/model/package-details';

type Version = PackageDetails['versions'][number];

/** The versions of a package, the newest first, each with the files that differ from the one before. */
export function VersionHistory({ versions }: { versions: readonly Version[] }) {
  const t = useTranslations('catalog.details');
  const format = useFormatter();
  return (
    <Card>
      <CardHeader title={t('versions')} />
      <CardBody>
        <ol className="-my-2 divide-y divide-line">
          {versions.map(({ id, version, created, newest, changes }) => (
            <li key={id} className="py-2">
              <div className="flex flex-wrap items-center gap-2">
                <span className="font-medium">{newest ? t('newest', { version }) : version}</span>
                <span className="text-[13px] text-ink-muted">
                  {format.dateTime(new Date(created), { dateStyle: 'medium', timeStyle: 'short' })}
                </span>
              </div>
              {changes === null ? (
                <p className="text-[13px] text-ink-muted">{t('first')}</p>
              ) : (
                <Changes changes={changes} />
              )}
            </li>
          ))}
        </ol>
      </CardBody>
    </Card>
  );
}

function Changes({ changes }: { changes: NonNullable<Version['changes']> }) {
  const t = useTranslations('catalog.details');
  const kinds = (['added', 'changed', 'removed'] as const).filter((kind) => changes[kind].length > 0);
  if (kinds.length === 0) return <p className="text-[13px] text-ink-muted">{t('same')}</p>;
  return (
    <Disclosure
      summary={
        <span className="flex flex-wrap items-center gap-1.5">
          {t('changes')}
          {kinds.map((kind) => (
            <Badge key={kind}>
              {t(kind)}: {changes[kind].length}
            </Badge>
          ))}
        </span>
      }
    >
      <dl className="flex flex-col gap-2 pl-5">
        {kinds.map((kind) => (
          <div key={kind}>
            <dt className="text-[13px] text-ink-muted">{t(kind)}</dt>
            {changes[kind].map((path) => (
              <dd key={path} className="break-all font-mono text-xs">
                {path}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}
