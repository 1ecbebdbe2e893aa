import type { Db } from '@/lib/db/client';
import { type PastStep, pastSteps } from '@/lib/db/step-durations';
import { type StepEstimate, type StepKind, stepKindKey } from '@/lib/model/step-estimate';

/**
 * How long steps will take, judged by the newest runs of the same steps.
 *
 * @param steps any number, also the same more than once
 * @returns a function from a step to its estimate; null for a step that has never run. Of a step that has run only
 *   under the other circumstances the estimate is of those: its `early` says so.
 */
export async function estimateSteps(
  { db }: { db: Db },
  steps: readonly StepKind[],
): Promise<(step: StepKind) => StepEstimate | null> {
  const past = new Map<string, PastStep[]>();
  for (const run of await pastSteps(db, steps)) {
    const key = stepKindKey(run);
    past.set(key, [...(past.get(key) ?? []), run]);
  }
  return (step) => {
    const other = { ...step, early: !step.early };
    for (const kind of [step, other]) {
      const runs = past.get(stepKindKey(kind));
      if (runs) return estimateOf(kind, runs);
    }
    return null;
  };
}

function estimateOf(step: StepKind, runs: readonly PastStep[]): StepEstimate {
  const { effect, title, early } = step;
  const times = runs.map((run) => run.durationMs).sort((a, b) => a - b);
  const at = (share: number) => Math.max(0, Math.round(times[Math.round((times.length - 1) * share)] ?? 0));
  return { effect, title, early, runs: times.length, lowMs: at(0.05), typicalMs: at(0.5), highMs: at(0.95) };
}
