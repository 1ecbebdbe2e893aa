import { effectKind } from './effect-kinds';
import type { EffectProgress, PlannedStep, RunPlan, RunProgress } from './projection';
import { effectsOf } from './unit-run';

/** A plan held against what has happened so far. */
export interface PlanProgress {
  /** every planned step, in order, with the effect it became; null while it has not begun */
  steps: { step: PlannedStep; effect: EffectProgress | null }[];
  /** effects that nobody had planned, oldest first */
  extra: EffectProgress[];
}

/**
 * Finds the planned step of every effect: the same plan on the same unit, the same kind of change of the stack. Of
 * several alike the earlier one comes first. An effect that does again what failed before is the same step.
 */
export function planProgress(plan: RunPlan, deployment: RunProgress): PlanProgress {
  const steps: PlanProgress['steps'] = plan.steps.map((step) => ({ step, effect: null }));
  const open = new Map<string, PlanProgress['steps']>();
  for (const one of steps) {
    const key = keyOf(one.step.effect, one.step.title, one.step.unitId);
    const alike = open.get(key);
    if (alike) alike.push(one);
    else open.set(key, [one]);
  }
  const extra: EffectProgress[] = [];
  const taken = new Map<string, PlanProgress['steps']>();
  for (const effect of effectsOf(deployment)) {
    const key = keyOf(effect.kind, effectKind(effect.kind).isTitled ? effect.title : '', effect.unitId);
    const place = taken.get(key)?.find((one) => one.effect?.outcome === 'failed') ?? open.get(key)?.shift();
    if (!place) {
      extra.push(effect);
      continue;
    }
    if (place.effect === null) taken.set(key, [...(taken.get(key) ?? []), place]);
    place.effect = effect;
  }
  return { steps, extra };
}

function keyOf(effect: string, title: string, unitId: string | null): string {
  return JSON.stringify([effect, title, unitId]);
}
