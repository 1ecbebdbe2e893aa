import type { StepKind } from '@/lib/model/step-estimate';
import { isMachine } from '@/lib/ports/cloud/cloud';
import { hostOf } from './machines';
import type { PredictedStep } from './prediction';

/** What decides how long each step takes: a machine that was just made is still starting when its first plans come. */
export function stepKinds(rounds: readonly (readonly PredictedStep[])[]): StepKind[][] {
  const starting = new Set<string>();
  return rounds.map((round) => {
    const reached = new Set<string>();
    const kinds = round.map((step): StepKind => {
      if (step.effect === 'plan') {
        reached.add(step.host);
        return { effect: 'plan', title: step.title, early: starting.has(step.host) };
      }
      const made = step.resources.filter((one) => isMachine(one) && ['create', 'replace'].includes(one.change));
      for (const machine of made) starting.add(hostOf(machine));
      return { effect: step.effect, title: '', early: step.effect === 'stack.update' && made.length > 0 };
    });
    for (const host of reached) starting.delete(host);
    return kinds;
  });
}
