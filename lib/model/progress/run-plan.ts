import { isObject, type Json, type JsonObject } from '../json';
import type { StepTime } from '../step-estimate';
import { effectKindOf, numberOf, textOf } from './event-data';
import type { PlannedMachine, PlannedStep, RunPlan } from './projection';

/**
 * The plan as the data of an event. Steps of one kind share what is known of their kind, so that a thousand machines
 * do not repeat it a thousand times.
 */
export function planData(plan: RunPlan): JsonObject {
  const kinds = new Map<string, { at: number; data: JsonObject }>();
  const steps = plan.steps.map(({ effect, title, round, unitId, host, estimate }): Json => {
    const data: JsonObject = { effect, title, ...estimate };
    const key = JSON.stringify(data);
    const kind = kinds.get(key) ?? { at: kinds.size, data };
    kinds.set(key, kind);
    return { kind: kind.at, round, ...(unitId === null ? {} : { unitId }), ...(host === null ? {} : { host }) };
  });
  const machines = plan.machines.map(
    ({ unitId, ...machine }): Json => ({ ...machine, ...(unitId === null ? {} : { unitId }) }),
  );
  const boot: JsonObject = plan.boot === null ? {} : { boot: { ...plan.boot } };
  return { complete: plan.complete, ...boot, kinds: [...kinds.values()].map(({ data }) => data), steps, machines };
}

/** Reads what {@link planData} wrote; null when it is no plan. */
export function planOf(data: JsonObject): RunPlan | null {
  const { kinds, steps, machines } = data;
  if (!Array.isArray(kinds) || !Array.isArray(steps)) return null;
  return {
    complete: data.complete === true,
    steps: steps.filter(isObject).flatMap((step): PlannedStep[] => {
      const kind = kinds[numberOf(step, 'kind') ?? -1];
      if (!isObject(kind)) return [];
      return [
        {
          effect: effectKindOf(kind),
          title: textOf(kind, 'title') ?? '',
          round: numberOf(step, 'round') ?? 0,
          unitId: textOf(step, 'unitId'),
          host: textOf(step, 'host'),
          estimate: timeOf(kind),
        },
      ];
    }),
    machines: (Array.isArray(machines) ? machines : []).filter(isObject).flatMap((machine): PlannedMachine[] => {
      const change = (['create', 'replace', 'remove'] as const).find((word) => word === machine.change);
      const resource = textOf(machine, 'resource');
      if (change === undefined || resource === null) return [];
      const round = numberOf(machine, 'round') ?? 0;
      return [
        { round, resource, host: textOf(machine, 'host') ?? resource, unitId: textOf(machine, 'unitId'), change },
      ];
    }),
    boot: isObject(data.boot) ? timeOf(data.boot) : null,
  };
}

function timeOf(data: JsonObject): StepTime {
  const ms = (key: string) => numberOf(data, key) ?? 0;
  return { lowMs: ms('lowMs'), typicalMs: ms('typicalMs'), highMs: ms('highMs'), runs: ms('runs') };
}
