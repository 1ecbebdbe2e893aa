'use client';
import { Download } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { useMe } from '@/components/shell/me-context';
import { ServiceLogo } from '@/components/shell/service-logo';
import { QueryResult } from '@/components/status/query-result';
import { Badge } from '@/components/ui/badge';
import { Breadcrumbs } from '@/components/ui/breadcrumbs';
import { buttonClasses } from '@/components/ui/button-classes';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link';
import { onDemand } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import { Select } from '@/components/ui/select';
import { Skeleton } from '@/components/ui/skeleton';
import { packageArchiveHref } from '@/lib/client/administration';
import { usePackageDetails, usePackageVersions } from '@/lib/client/packages';
import { useUrlState } from '@/lib/client/url-state';
import type { PackageDetails } from '@/lib/model/package-details';
import { PackageSummary } from './package-summary';
import { PackageWarnings } from './package-warnings';
import { VersionHistory } from './version-history';

const PackageClasses = onDemand<ComponentProps<typeof import('./package-classes').PackageClasses>>(
  async () => (await import('./package-classes')).PackageClasses,
  <Skeleton className="h-40 rounded-xl" />,
);
const PackageConfiguration = onDemand<ComponentProps<typeof import('./package-configuration').PackageConfiguration>>(
  async () => (await import('./package-configuration')).PackageConfiguration,
  <Skeleton className="h-40 rounded-xl" />,
);
const TryForm = onDemand<ComponentProps<typeof import('./try-form').TryForm>>(
  async () => (await import('./try-form')).TryForm,
  <Skeleton className="h-24 rounded-xl" />,
);

/** Everything about a package, in the version that the address names or the newest. */
export function PackagePage({ name }: { name: string }) {
  const t = useTranslations('catalog.details');
  const words = useTranslations('catalog');
  const [params, setParams] = useUrlState();
  const versions = usePackageVersions(name);
  const wanted = params.get('version');
  const chosen = versions.data?.find(({ version }) => version === wanted) ?? versions.data?.[0];
  const details = usePackageDetails(chosen?.id ?? null);
  const asked = {
    data: details.data,
    error: versions.error ?? details.error,
    refetch: versions.error ? versions.refetch : details.refetch,
  };
  if (versions.data?.length === 0) {
    return (
      <EmptyState title={t('unknown')} actions={<LinkButton href="/catalog">{words('openCatalog')}</LinkButton>}>
        {t('unknownHint', { name })}
      </EmptyState>
    );
  }
  return (
    <QueryResult of={asked} failed={t('failed')}>
      {(found) => (
        <Details
          // another version may ask for other things: what was tried in its form begins anew
          key={found.package.id}
          details={found}
          onVersion={(version) => setParams({ version })}
        />
      )}
    </QueryResult>
  );
}

function Details({ details, onVersion }: { details: PackageDetails; onVersion: (version: string) => void }) {
  const t = useTranslations('catalog.details');
  const words = useTranslations('catalog');
  const { package: pack, versions, services } = details;
  const { system_admin: administers } = useMe();
  const offered = services.find(({ form }) => form.length > 0);
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        breadcrumbs={<Breadcrumbs items={[{ label: words('title'), href: '/catalog' }, { label: pack.name }]} />}
        title={
          <span className="flex items-center gap-3">
            <ServiceLogo type={services[0]?.type ?? ''} className="size-8 shrink-0" />
            {pack.name}
          </span>
        }
        badges={<Badge>{t(pack.type === 'Application' ? 'application' : 'library')}</Badge>}
        description={<code className="break-all font-mono text-xs">{pack.fully_qualified_name}</code>}
        actions={
          <>
            <Select
              label={t('version')}
              className="w-44"
              value={pack.version}
              onValueChange={onVersion}
              options={versions.map(({ version, newest }) => ({
                value: version,
                label: newest ? t('newest', { version }) : version,
              }))}
            />
            <a href={packageArchiveHref(pack.id)} download className={buttonClasses('secondary')}>
              <Download aria-hidden />
              {t('download')}
            </a>
            {offered && pack.enabled && (
              <LinkButton variant="primary" href={`/catalog/${offered.type}`}>
                {t('setUp')}
              </LinkButton>
            )}
          </>
        }
      />
      <PackageWarnings warnings={details.warnings} />
      <PackageSummary details={details} />
      <TryForm packageId={pack.id} services={services} />
      {administers && isConfigurable(details) && <PackageConfiguration name={pack.fully_qualified_name} />}
      <PackageClasses details={details} />
      <VersionHistory versions={versions} />
    </div>
  );
}

/** Whether its classes have properties that operators give values to. */
function isConfigurable({ classes }: PackageDetails): boolean {
  return classes?.some(({ properties }) => properties.some(({ usage }) => usage === 'Config')) ?? false;
}
