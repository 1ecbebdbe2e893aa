'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { type ComponentProps, useState } from 'react';
import { useEditReason } from '@/components/shell/edit-reason';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Notice } from '@/components/ui/notice';
import { onDemand } from '@/components/ui/on-demand';
import { sentenceOf } from '@/lib/client/api-problem';
import { useEnvironmentPackages } from '@/lib/client/packages';
import { useCatalogWords } from '@/lib/client/server-words/use-catalog-words';
import type { EnvironmentPackage } from '@/lib/model/package-view';

const ChooseVersion = onDemand<ComponentProps<typeof import('./choose-version').ChooseVersion>>(
  async () => (await import('./choose-version')).ChooseVersion,
);

const EnvironmentExtensions = onDemand<ComponentProps<typeof import('./environment-extensions').EnvironmentExtensions>>(
  async () => (await import('./environment-extensions')).EnvironmentExtensions,
);

/** The packages of an environment, in which versions, and the way to another one. */
export function EnvironmentPackages({ environmentId }: { environmentId: string }) {
  const t = useTranslations('environments.packages');
  const known = useEnvironmentPackages(environmentId);
  const packages = known.data?.packages;
  const extensions = known.data?.extensions ?? [];
  const reason = useEditReason(environmentId);
  const [asked, setAsked] = useState<string | null>(null);
  const chosen = packages?.find((one) => one.fully_qualified_name === asked);
  return (
    <Card id="packages" className="scroll-mt-4">
      <CardHeader title={t('title')} description={t('description')} />
      <CardBody>
        {known.error && (
          <Notice tone="failed" title={t('failed')}>
            {sentenceOf(known.error)}
          </Notice>
        )}
        {packages?.length === 0 && <p className="text-ink-muted">{t('none')}</p>}
        {packages && packages.length > 0 && (
          <ul className="-my-3 divide-y divide-line">
            {[...packages].sort(byUse).map((one) => (
              <PackageRow
                key={one.fully_qualified_name}
                pack={one}
                reason={reason}
                onChange={() => setAsked(one.fully_qualified_name)}
              />
            ))}
          </ul>
        )}
        {extensions.length > 0 && (
          <EnvironmentExtensions environmentId={environmentId} extensions={extensions} reason={reason} />
        )}
      </CardBody>
      {chosen && <ChooseVersion environmentId={environmentId} pack={chosen} onClose={() => setAsked(null)} />}
    </Card>
  );
}

function PackageRow({
  pack,
  reason,
  onChange,
}: {
  pack: EnvironmentPackage;
  /** why no version can be chosen now; null when one can */
  reason: string | null;
  onChange: () => void;
}) {
  const t = useTranslations('environments.packages');
  const format = useFormatter();
  const inWords = useCatalogWords();
  const { name, version, deployed_version: deployed, services, versions, newest } = pack;
  const [first] = versions;
  const available = newest || !first ? null : first.version;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="break-words font-medium">{inWords(name)}</h3>
          <Badge>{t('version', { version: deployed ?? version })}</Badge>
          {deployed === null && <Badge tone="draft">{t('added')}</Badge>}
          {deployed !== null && deployed !== version && <Badge tone="draft">{t('drafted', { version })}</Badge>}
          {available !== null && (
            <Badge tone="accent">{available === version ? t('content') : t('available', { version: available })}</Badge>
          )}
        </div>
        <p className="mt-0.5 text-[13px] text-ink-muted">
          {t('services', { count: services.length, names: format.list(services) })}
        </p>
      </div>
      {versions.length > 1 ? (
        <Button size="sm" disabledReason={reason} aria-label={t('changeOf', { title: name })} onClick={onChange}>
          {t('change')}
        </Button>
      ) : (
        <p className="text-[13px] text-ink-muted">{t('only')}</p>
      )}
    </li>
  );
}

/** What services are of before what only helps them, each by title. */
function byUse(a: EnvironmentPackage, b: EnvironmentPackage): number {
  return Number(a.type === 'Library') - Number(b.type === 'Library') || a.name.localeCompare(b.name);
}
