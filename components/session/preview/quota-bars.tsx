'use client';
import { useTranslations } from 'next-intl';
import { cn } from '@/components/ui/class-names';
import type { Preview } from '@/lib/model/preview';
import { type QuotaUse, quotaUses } from './quota-uses';

/** How much of the tenant's quota is used now and afterwards. */
export function QuotaBars({ totals }: { totals: Preview['totals'] }) {
  const t = useTranslations('session.preview');
  return (
    <section aria-labelledby="quota-title">
      <h4 id="quota-title" className="font-medium">
        {t('quota')}
      </h4>
      <ul className="mt-2 grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {quotaUses(totals).map((use) => (
          <QuotaBar key={use.measure} use={use} />
        ))}
      </ul>
    </section>
  );
}

function QuotaBar({ use: { measure, unit, now, after, peak, limit } }: { use: QuotaUse }) {
  const t = useTranslations('session.preview');
  const over = limit !== null && after > limit && after > now;
  const tight = limit !== null && !over && peak > limit && peak > now;
  const whole = Math.max(limit ?? 0, now, after, 1);
  const share = (part: number) => `${(Math.max(0, part) / whole) * 100}%`;
  return (
    <li>
      <div className="flex flex-wrap justify-between gap-x-4 text-[13px]">
        <span>{t(`quotaMeasure.${measure}`)}</span>
        <span className={cn('tabular-nums', over || tight ? 'font-medium text-failed-text' : 'text-ink-muted')}>
          {limit === null ? t('quotaUse', { unit, now, after }) : t('quotaOf', { unit, now, after, limit })}
          {over && <> · {t('quotaOver')}</>}
          {tight && <> · {t('quotaPeak', { unit, peak })}</>}
        </span>
      </div>
      {limit !== null && (
        <div aria-hidden className="mt-1.5 flex h-1.5 overflow-hidden rounded-full bg-line">
          <span className="bg-waiting-solid" style={{ width: share(Math.min(now, after)) }} />
          <span
            className={over ? 'bg-failed-solid' : after >= now ? 'bg-draft-solid' : 'bg-waiting-border'}
            style={{ width: share(Math.abs(after - now)) }}
          />
        </div>
      )}
    </li>
  );
}
