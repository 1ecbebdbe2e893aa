import { useTranslations } from 'next-intl';
import { RelativeTime } from '@/components/ui/relative-time';
import { deploys } from '@/lib/model/runs/deploying';
import type { ListedEnvironmentView } from '@/lib/model/views';
import { useServiceCount } from './use-service-count';

/** "3 services, changed 5 minutes ago", or which version is being made now, if any is. */
export function LastChange({ environment, className }: { environment: ListedEnvironmentView; className?: string }) {
  const t = useTranslations('environments');
  const services = useServiceCount()(environment);
  const { status, active_kind: kind } = environment;
  if (status === 'deploying' && (kind === null || deploys(kind))) {
    return <p className={className}>{t('deploying', { services, version: environment.version + 1 })}</p>;
  }
  return (
    <p className={className}>
      {t.rich('changed', { services, when: () => <RelativeTime key="when" at={environment.updated} /> })}
    </p>
  );
}
