'use client';
import { Download, Trash2 } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { type ComponentProps, useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { buttonClasses } from '@/components/ui/button-classes';
import { Disclosure } from '@/components/ui/disclosure';
import { onDemand } from '@/components/ui/on-demand';
import { packageArchiveHref } from '@/lib/client/administration';
import type { AdminPackage, AdminPackageVersion } from '@/lib/model/administration';

const DeleteVersion = onDemand<ComponentProps<typeof import('./delete-version').DeleteVersion>>(
  async () => (await import('./delete-version')).DeleteVersion,
);

/** The versions of a package: where each is from, who works with it, and the ways to keep or lose it. */
export function PackageVersions({ pack }: { pack: AdminPackage }) {
  const t = useTranslations('admin.packages.versions');
  const [asked, setAsked] = useState<AdminPackageVersion | null>(null);
  return (
    <>
      <Disclosure summary={t('summary', { count: pack.versions.length })}>
        <ul className="mt-1 divide-y divide-line">
          {pack.versions.map((one) => (
            <VersionRow key={one.id} title={pack.title} version={one} onDelete={() => setAsked(one)} />
          ))}
        </ul>
      </Disclosure>
      {asked && <DeleteVersion title={pack.title} version={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function VersionRow({
  title,
  version: { id, version, shipped, current, tenant, imported_by: importedBy, created, environments },
  onDelete,
}: {
  title: string;
  version: AdminPackageVersion;
  onDelete: () => void;
}) {
  const t = useTranslations('admin.packages.versions');
  const format = useFormatter();
  const date = format.dateTime(new Date(created), { dateStyle: 'medium', timeStyle: 'short' });
  const names = { title, version };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1 basis-64">
        <div className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{t('version', { version })}</span>
          {tenant !== null && <Badge>{t('tenant', { tenant })}</Badge>}
          {!current && <Badge>{t('old')}</Badge>}
        </div>
        <p className="text-[13px] text-ink-muted">
          {shipped
            ? t('shipped', { date })
            : importedBy === null
              ? t('imported', { date })
              : t('importedBy', { name: importedBy, date })}{' '}
          {t('environments', { count: environments })}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <a
          href={packageArchiveHref(id)}
          download
          aria-label={t('downloadOf', names)}
          className={buttonClasses('secondary', 'sm')}
        >
          <Download aria-hidden />
          {t('download')}
        </a>
        {!shipped && (
          <Button
            size="sm"
            variant="dangerGhost"
            aria-label={t('deleteOf', names)}
            disabledReason={environments > 0 ? t('inUse', { count: environments }) : null}
            onClick={onDelete}
          >
            <Trash2 aria-hidden />
            {t('delete')}
          </Button>
        )}
      </div>
    </li>
  );
}
