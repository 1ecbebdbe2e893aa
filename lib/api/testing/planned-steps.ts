import { expect } from 'vitest';
import { EventSchema } from '@/lib/model/event';
import type { JsonObject } from '@/lib/model/json';
import { foldEvents } from '@/lib/model/progress/fold';
import { type EffectProgress, EMPTY_PROGRESS, type RunPlan, type RunProgress } from '@/lib/model/progress/projection';
import { countSteps } from '@/lib/model/progress/steps';
import { effectsOf } from '@/lib/model/progress/unit-run';

/** `kind title host unit` of a plan; of a change of the stack how many machines it makes, replaces and removes. */
function plannedSteps({ steps, machines }: RunPlan): string[] {
  return steps.map(({ effect, title, host, unitId, round }) => {
    if (effect === 'plan') return `plan ${title} ${host} ${unitId}`;
    const count = (wanted: string) => machines.filter((one) => one.round === round && one.change === wanted).length;
    return `${effect} ${count('create')} ${count('replace')} ${count('remove')}`;
  });
}

function actualStep({ kind, title, host, unitId, stackChange }: EffectProgress): string {
  if (kind === 'plan') return `plan ${title} ${host} ${unitId}`;
  const { create = 0, replace = 0, remove = 0 } = stackChange?.machines ?? {};
  return `${kind} ${create} ${replace} ${remove}`;
}

/**
 * Holds what a run did against the plan that it began with: the same steps on the same machines, none besides, and none
 * left out unless it failed; as many in all at every event, and at none less of it over than before.
 *
 * @param events of the run, in order
 * @returns how it ended, with its planned steps
 */
export function expectAsPlanned(events: readonly JsonObject[]): { outcome: RunProgress['outcome']; steps: string[] } {
  let progress = EMPTY_PROGRESS;
  let run: RunProgress | undefined;
  let share = 0;
  for (const event of events.map((one) => EventSchema.parse(one))) {
    progress = foldEvents(progress, [event]);
    run = progress.deployments[event.runId ?? ''];
    if (!run?.plan) continue;
    const { total, atLeast, more, fraction } = countSteps(run, Date.parse(event.at));
    expect({ total, atLeast, more }).toEqual({ total: run.plan.steps.length, atLeast: false, more: [] });
    expect(fraction ?? 0, `share at "${event.text}"`).toBeGreaterThanOrEqual(share);
    share = fraction ?? 0;
  }
  if (!run?.plan) throw new Error('the run has no plan');
  const planned = plannedSteps(run.plan);
  const actual = effectsOf(run).map(actualStep);
  if (run.outcome === 'success') expect([...actual].sort()).toEqual([...planned].sort());
  else {
    // what the cloud refused to make it makes with the next change, if there is one
    const left = planned.map(withoutCounts);
    for (const step of actual.map(withoutCounts)) {
      expect(left).toContain(step);
      left.splice(left.indexOf(step), 1);
    }
  }
  return { outcome: run.outcome, steps: planned };
}

const withoutCounts = (step: string) => step.replace(/(?: \d+)+$/, '');
