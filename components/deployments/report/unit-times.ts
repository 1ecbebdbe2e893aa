import type { EffectProgress, RunProgress } from '@/lib/model/progress/projection';
import { workTimes } from '@/lib/model/progress/work-times';

/** Where a machine's time went in a deployment, in milliseconds. */
export interface UnitTimes {
  /** at least one of its steps was under way */
  workedMs: number;
  /** from the start of the deployment to the end of its last step, without what it worked */
  waitedMs: number;
  steps: number;
  longest: { step: EffectProgress; ms: number } | null;
}

/** Where the time of one unit went. `now` ends what still runs, in milliseconds since the epoch. */
export function unitTimes(deployment: RunProgress, unitId: string, now: number): UnitTimes {
  const spans = workTimes(deployment, now)
    .flatMap(({ effect: step, unitId: of, from, to }) =>
      step === null || of !== unitId ? [] : [{ step, from, to, ms: to - from }],
    )
    .sort((a, b) => a.from - b.from);
  let workedMs = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { from, to } of spans) {
    // steps that overlap in time count once
    workedMs += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  const start = Date.parse(deployment.startedAt ?? '');
  const longest = spans.reduce<UnitTimes['longest']>((most, one) => (most && most.ms >= one.ms ? most : one), null);
  return {
    workedMs,
    waitedMs: spans.length === 0 || Number.isNaN(start) ? 0 : Math.max(0, until - start - workedMs),
    steps: spans.length,
    longest: longest && { step: longest.step, ms: longest.ms },
  };
}
