'use client';
import { useTranslations } from 'next-intl';
import { Link } from '@/components/ui/link';
import { useEnvironmentPackages } from '@/lib/client/packages';

/** Says that a newer version of a service's package is there, and where it is chosen; nothing when there is none. */
export function NewerPackage({ environmentId, name }: { environmentId: string; name: string }) {
  const t = useTranslations('services.newerPackage');
  const pack = useEnvironmentPackages(environmentId).data?.packages.find((one) => one.fully_qualified_name === name);
  const newest = pack?.versions[0];
  if (!pack || !newest || pack.newest) return null;
  return (
    <p className="text-ink-muted">
      {t(newest.version === pack.version ? 'content' : 'version', { version: newest.version })}{' '}
      <Link href={`/environments/${environmentId}/settings#packages`}>{t('choose')}</Link>
    </p>
  );
}
