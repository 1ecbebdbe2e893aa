import { useTranslations } from 'next-intl';
import { isOver, type QuotaShare } from '@/components/forms/summary';
import { cn } from '@/components/ui/class-names';

/** One limit of the tenant: what is used, what this adds, what is left. */
export function QuotaRow({ label, used, added, limit }: QuotaShare) {
  const t = useTranslations('wizard');
  const over = isOver({ label, used, added, limit });
  const share = (part: number) => `${Math.min(100, limit ? (part / limit) * 100 : 0)}%`;
  return (
    <div>
      <div className="flex flex-wrap justify-between gap-x-4 text-[13px]">
        <span>{label}</span>
        <span className={cn('tabular-nums', over ? 'font-medium text-failed-text' : 'text-ink-muted')}>
          {limit === null
            ? t('quotaRow.unlimited', { used, added })
            : t(over ? 'quotaRow.over' : 'quotaRow.text', { used, added, limit })}
        </span>
      </div>
      {limit !== null && (
        <div aria-hidden className="mt-1.5 flex h-1.5 overflow-hidden rounded-full bg-line">
          <span className="bg-waiting-solid" style={{ width: share(used) }} />
          <span className={over ? 'bg-failed-solid' : 'bg-draft-solid'} style={{ width: share(added) }} />
        </div>
      )}
    </div>
  );
}
