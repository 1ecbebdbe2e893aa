import type { Db } from '@/lib/db/client';
import { pastBoots, pastSteps } from '@/lib/db/step-durations';
import { grouped } from '@/lib/model/grouped';
import { type StepKind, type StepTime, stepKindKey } from '@/lib/model/step-estimate';
import type { MeasuredTimes } from '@/lib/ports/conductor';

/**
 * How long things will take, judged by the newest runs of the same steps and the newest starts of machines.
 *
 * @param steps any number, also the same more than once
 */
export async function estimateSteps({ db }: { db: Db }, steps: readonly StepKind[]): Promise<MeasuredTimes> {
  const [runs, boots] = await Promise.all([pastSteps(db, steps), pastBoots(db)]);
  const past = grouped(runs, ({ key }) => key);
  return {
    of: (step) => timeOf((past.get(stepKindKey(step)) ?? []).map(({ durationMs }) => durationMs)),
    boot: timeOf(boots),
  };
}

/** What nine of ten took; null for nothing. */
function timeOf(durations: readonly number[]): StepTime | null {
  if (durations.length === 0) return null;
  const times = [...durations].sort((a, b) => a - b);
  const at = (share: number) => Math.max(0, Math.round(times[Math.round((times.length - 1) * share)] ?? 0));
  return { runs: times.length, lowMs: at(0.05), typicalMs: at(0.5), highMs: at(0.95) };
}
