'use client';
import { useTranslations } from 'next-intl';
import { ServiceLogo } from '@/components/shell/service-logo';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { Disclosure } from '@/components/ui/disclosure';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { Select } from '@/components/ui/select';
import { useToast } from '@/components/ui/toast';
import { type PackageSwitch, useSwitchPackage } from '@/lib/client/administration';
import { sentenceOf } from '@/lib/client/api-problem';
import { useServiceTypes } from '@/lib/client/catalog';
import { onSuccess } from '@/lib/client/on-success';
import { useCatalogWords } from '@/lib/client/server-words/use-catalog-words';
import type { AdminPackage } from '@/lib/model/administration';
import { TenantPicker } from '../tenant-picker';
import { PackageVersions } from './package-versions';

/** One package: where it is offered, and its versions. */
export function PackageCard({ pack }: { pack: AdminPackage }) {
  const t = useTranslations('admin.packages');
  const toast = useToast();
  const switching = useSwitchPackage();
  const name = pack.package;
  // in the reader's language, where the package speaks it
  const inWords = useCatalogWords();
  const words = useServiceTypes().data?.find(({ type }) => type === pack.type);
  const title = words?.title ?? inWords(pack.title);
  const isSwitched = pack.type !== null || pack.extends !== null;
  const save = (change: PackageSwitch) =>
    onSuccess(switching.mutateAsync(change), () => toast.success(t('saved', { title })));
  return (
    <li>
      <Card className="flex flex-col gap-3 p-4 sm:px-5">
        <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
          <ServiceLogo type={pack.type ?? ''} className="size-9" />
          <div className="min-w-0 flex-1 basis-56">
            <div className="flex flex-wrap items-center gap-2">
              <h3 className="text-[15px]">
                <Link href={`/catalog/packages/${name}`} className="font-semibold">
                  {title}
                </Link>
              </h3>
              <Badge>{t('version', { version: pack.version })}</Badge>
              {pack.type === null && (
                <Badge>{pack.extends === null ? t('library') : t('extends', { name: pack.extends })}</Badge>
              )}
              {pack.services > 0 && <Badge tone="ready">{t('services', { count: pack.services })}</Badge>}
            </div>
            <p className="mt-0.5 text-ink-muted">{words?.summary ?? inWords(pack.summary)}</p>
            <p className="mt-0.5 break-all font-mono text-ink-muted text-xs">{pack.package}</p>
          </div>
          {isSwitched && (
            <Select
              label={t('inInstallation', { title })}
              className="w-44"
              disabled={switching.isPending}
              value={pack.enabled ? 'on' : 'off'}
              onValueChange={(value) => save({ name, enabled: value === 'on' })}
              options={[
                { value: 'on', label: t('on') },
                { value: 'off', label: t('off') },
              ]}
            />
          )}
        </div>
        {!pack.enabled && pack.services > 0 && (
          <Notice tone="attention">{t('worksOn', { count: pack.services })}</Notice>
        )}
        {switching.error !== null && <Notice tone="failed">{sentenceOf(switching.error)}</Notice>}
        <div>
          {isSwitched && (
            <Disclosure summary={t('tenants', { count: pack.tenants.length })}>
              <TenantPicker decided={pack.tenants.map((one) => ({ id: one.tenant_id, name: one.tenant_name }))}>
                {(tenants) => (
                  <ul className="mt-1 grid gap-x-8 gap-y-2 sm:grid-cols-2">
                    {tenants.map((tenant) => {
                      const own = pack.tenants.find(({ tenant_id }) => tenant_id === tenant.id);
                      return (
                        <li key={tenant.id} className="flex items-center justify-between gap-3">
                          <span className="min-w-0 truncate">{tenant.name}</span>
                          <Select
                            label={t('inTenant', { title, tenant: tenant.name })}
                            className="w-48 shrink-0"
                            disabled={switching.isPending}
                            value={own ? (own.enabled ? 'on' : 'off') : 'same'}
                            onValueChange={(value) =>
                              save({ name, tenantId: tenant.id, enabled: value === 'same' ? null : value === 'on' })
                            }
                            options={[
                              { value: 'same', label: t('same') },
                              { value: 'on', label: t('on') },
                              { value: 'off', label: t('off') },
                            ]}
                          />
                        </li>
                      );
                    })}
                  </ul>
                )}
              </TenantPicker>
            </Disclosure>
          )}
          <PackageVersions pack={pack} />
        </div>
      </Card>
    </li>
  );
}
