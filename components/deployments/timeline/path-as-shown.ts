import type { PathStep } from '@/lib/model/progress/critical-path';
import type { TimelineGroup } from './rows';

/**
 * A chain of steps with the times of their bars: a step that was handed out while its machine still started has its bar
 * only from then on, and nobody shall read two durations of it on one page.
 */
export function pathAsShown(path: readonly PathStep[], groups: readonly TimelineGroup[]): PathStep[] {
  const bars = new Map(
    groups.flatMap(({ rows }) =>
      rows.flatMap(({ segments }) => segments.map(({ effectId, from, to }) => [effectId, { from, to }] as const)),
    ),
  );
  return path.map((step) => ({ ...step, ...bars.get(step.effect.id) }));
}
