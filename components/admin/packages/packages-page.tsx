'use client';
import { useTranslations } from 'next-intl';
import { usePackages } from '@/lib/client/administration';
import { QueryResult } from '../query-result';
import { ImportPackage } from './import-package';
import { PackageCard } from './package-card';

/** Which packages are offered, in the installation and otherwise in single tenants. */
export function PackagesPage() {
  const t = useTranslations('admin.packages');
  const packages = usePackages();
  return (
    <section aria-labelledby="admin-packages" className="flex flex-col gap-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-80">
          <h2 id="admin-packages" className="font-semibold text-[17px]">
            {t('title')}
          </h2>
          <p className="mt-0.5 max-w-prose text-ink-muted">{t('description')}</p>
        </div>
        <ImportPackage />
      </div>
      <QueryResult of={packages}>
        {(all) => (
          <ul className="flex flex-col gap-3">
            {all.map((one) => (
              <PackageCard key={one.package} pack={one} />
            ))}
          </ul>
        )}
      </QueryResult>
    </section>
  );
}
