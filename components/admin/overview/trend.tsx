'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { Skeleton } from '@/components/ui/skeleton';
import { useTrend } from '@/lib/client/administration';
import type { Trend as TrendView } from '@/lib/model/administration';

type Day = TrendView['days'][number];

/** So high and wide is a line, in its own units. */
const SIZE = { width: 120, height: 32 };

/** How the installation went in the last days: what happened in all of them, and what there is today. */
export function Trend() {
  const t = useTranslations('admin.overview.trend');
  const format = useFormatter();
  const days = useTrend().data;
  if (!days) return <Skeleton className="h-20 w-full rounded-xl" />;
  const sum = (of: (day: Day) => number) => days.reduce((all, day) => all + of(day), 0);
  const [first, today] = [days[0], days.at(-1)];
  if (!first || !today) return null;
  const change = (now: number, then: number) =>
    now === then ? t('same') : t('change', { change: format.number(now - then, { signDisplay: 'always' }) });
  const lines: { id: 'deployments' | 'failures' | 'environments' | 'machines'; value: number; words: string }[] = [
    { id: 'deployments', value: sum((day) => day.deployments), words: t('today', { count: today.deployments }) },
    { id: 'failures', value: sum((day) => day.failures), words: t('today', { count: today.failures }) },
    { id: 'environments', value: today.environments, words: change(today.environments, first.environments) },
    { id: 'machines', value: today.machines, words: change(today.machines, first.machines) },
  ];
  return (
    <section aria-label={t('title')}>
      <h3 className="mb-2 text-[13px] text-ink-muted">{t('title')}</h3>
      <ul className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-line bg-line xl:grid-cols-4">
        {lines.map(({ id, value, words }) => (
          <li key={id} className="flex flex-wrap items-end justify-between gap-x-3 gap-y-2 bg-surface px-4 py-3">
            <div className="min-w-0">
              <p className="text-[13px] text-ink-muted">{t(id)}</p>
              <p className="font-semibold text-lg tabular-nums">{format.number(value)}</p>
              <p className="text-[13px] text-ink-muted">{words}</p>
            </div>
            <Sparkline values={days.map((day) => day[id])} isBad={id === 'failures'} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A day is a bar; the words beside it say what matters. */
function Sparkline({ values, isBad }: { values: number[]; isBad: boolean }) {
  const most = Math.max(1, ...values);
  const step = SIZE.width / values.length;
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
      className={isBad ? 'h-8 w-30 text-failed-text' : 'h-8 w-30 text-accent'}
    >
      {values.map((value, at) => {
        const height = value === 0 ? 1 : Math.max(2, (value / most) * SIZE.height);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
            key={at}
            x={at * step}
            y={SIZE.height - height}
            width={step - 1}
            height={height}
            rx={0.5}
            fill="currentColor"
            opacity={value === 0 ? 0.3 : 0.85}
          />
        );
      })}
    </svg>
  );
}
