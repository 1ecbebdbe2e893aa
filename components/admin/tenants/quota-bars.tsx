'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { Progress } from '@/components/ui/progress';
import type { QuotaUse } from '@/lib/model/administration';

/** From this part of a limit on it is worth a look. */
const NEARLY = 0.85;
export const QUOTA_KEYS = ['machines', 'vcpus', 'memory_mb', 'disk_gb', 'public_addresses', 'networks'] as const;
export type QuotaKey = (typeof QUOTA_KEYS)[number];

/** What a tenant uses of each of its limits. */
export function QuotaBars({ quota }: { quota: QuotaUse }) {
  const t = useTranslations('admin.tenants.quota');
  const format = useFormatter();
  const shown = (key: QuotaKey, value: number) =>
    format.number(key === 'memory_mb' ? value / 1024 : value, { maximumFractionDigits: 0 });
  return (
    <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2 xl:grid-cols-5">
      {QUOTA_KEYS.map((key) => {
        const [used, limit] = [quota.used[key], quota.limit[key]];
        const part = limit === 0 ? (used > 0 ? 2 : 0) : used / limit;
        return (
          <Progress
            key={key}
            label={t(`label.${key}`)}
            value={Math.min(100, part * 100)}
            valueText={t('of', { used: shown(key, used), limit: shown(key, limit) })}
            tone={part > 1 ? 'failed' : part >= NEARLY ? 'waiting' : 'running'}
          />
        );
      })}
    </div>
  );
}
