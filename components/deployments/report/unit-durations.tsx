'use client';
import { useTranslations } from 'next-intl';
import { useDuration } from '@/components/ui/use-duration';
import type { RunProgress } from '@/lib/model/progress/projection';
import type { RunUnit } from '../run';
import { useRunWords } from '../run-words';
import { unitTimes } from './unit-times';

/** How long each machine worked and waited, and its longest step. */
export function UnitDurations({
  units,
  progress,
  now,
}: {
  units: readonly RunUnit[];
  progress: RunProgress;
  now: number;
}) {
  const t = useTranslations('deployments.report');
  const words = useRunWords();
  const duration = useDuration();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable by keyboard
    <section aria-label={t('durations')} tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-left">
        <thead className="text-ink-muted text-xs">
          <tr className="border-line border-b">
            {[t('machine'), t('service'), t('state')].map((head) => (
              <th key={head} scope="col" className="py-1.5 pr-4 font-medium">
                {head}
              </th>
            ))}
            {[t('worked'), t('waited')].map((head) => (
              <th key={head} scope="col" className="py-1.5 pr-4 text-right font-medium">
                {head}
              </th>
            ))}
            <th scope="col" className="py-1.5 font-medium">
              {t('longestStep')}
            </th>
          </tr>
        </thead>
        <tbody>
          {units.map((unit) => {
            const times = unitTimes(progress, unit.unitId, now);
            return (
              <tr key={unit.unitId} className="border-line border-b last:border-b-0">
                <th scope="row" className="py-1.5 pr-4 font-medium">
                  {unit.title}
                </th>
                <td className="py-1.5 pr-4">{unit.serviceName}</td>
                <td className="py-1.5 pr-4">{words.state(unit)}</td>
                <td className="py-1.5 pr-4 text-right tabular-nums">{duration(times.workedMs)}</td>
                <td className="py-1.5 pr-4 text-right tabular-nums">{duration(times.waitedMs)}</td>
                <td className="py-1.5">
                  {times.longest ? `${words.nameOf(times.longest.step)}, ${duration(times.longest.ms)}` : '–'}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
