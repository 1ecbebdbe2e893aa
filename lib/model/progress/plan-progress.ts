import { grouped } from '../grouped';
import { effectKind } from './effect-kinds';
import type { EffectProgress, PlannedStep, RunPlan, RunProgress } from './projection';
import { effectsOf } from './unit-run';

/** A planned step and what became of it. */
export interface PlanPlace {
  step: PlannedStep;
  /** null while it has not begun */
  effect: EffectProgress | null;
  /** what it was before it was done again: each failed */
  earlier: EffectProgress[];
}

/** A plan held against what has happened so far. */
export interface PlanProgress {
  /** every planned step, in order */
  steps: PlanPlace[];
  /** effects that nobody had planned, oldest first */
  extra: EffectProgress[];
}

/**
 * Finds the planned step of every effect: the same plan on the same unit, the same kind of change of the stack. Of
 * several alike the earlier one comes first. An effect that does again what failed before is the same step.
 */
export function planProgress(plan: RunPlan, deployment: RunProgress): PlanProgress {
  const steps = plan.steps.map((step): PlanPlace => ({ step, effect: null, earlier: [] }));
  // from the last to the first, so that the first is taken from the end
  const open = grouped([...steps].reverse(), ({ step }) => keyOf(step.effect, step.title, step.unitId));
  const extra: EffectProgress[] = [];
  const failed = new Map<string, PlanPlace[]>();
  for (const effect of effectsOf(deployment)) {
    const key = keyOf(effect.kind, effectKind(effect.kind).isTitled ? effect.title : '', effect.unitId);
    const place = failed.get(key)?.shift() ?? open.get(key)?.pop();
    if (!place) {
      extra.push(effect);
      continue;
    }
    if (place.effect !== null) place.earlier.push(place.effect);
    place.effect = effect;
    if (effect.outcome === 'failed') failed.set(key, [...(failed.get(key) ?? []), place]);
  }
  return { steps, extra };
}

function keyOf(effect: string, title: string, unitId: string | null): string {
  return JSON.stringify([effect, title, unitId]);
}
