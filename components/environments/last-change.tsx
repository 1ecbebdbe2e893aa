import { useTranslations } from 'next-intl';
import { RelativeTime } from '@/components/ui/relative-time';
import type { ListedEnvironmentView } from '@/lib/model/views';

/** "3 services, changed 5 minutes ago". */
export function LastChange({ environment, className }: { environment: ListedEnvironmentView; className?: string }) {
  const t = useTranslations('environments');
  const services = t('services', { count: environment.service_count });
  return (
    <p className={className}>
      {t.rich('changed', { services, when: () => <RelativeTime key="when" at={environment.updated} /> })}
    </p>
  );
}
