import type { ConcludedRun } from '@/lib/db/moments';
import type { EnvironmentModel, Unit } from '@/lib/model/environment';
import type { VetroEvent } from '@/lib/model/event';
import { conditionOf, withCondition } from '@/lib/model/operations/condition';
import { withConclusion } from '@/lib/model/runs/conclusion';

/**
 * A document with what became known of its machines afterwards: what workflows over machines left them in, and what
 * probes found from outside. Both change what is deployed now and leave no document of their own.
 *
 * @param events of the environment, in any order; those that tell no finding are passed over
 * @param runs that are over, in any order
 */
export function withKnown(
  model: EnvironmentModel,
  events: readonly VetroEvent[],
  runs: readonly ConcludedRun[],
): EnvironmentModel {
  const findings = events
    .filter(({ kind }) => kind === 'machine.checked')
    .map((event) => ({ at: Date.parse(event.at), apply: (known: EnvironmentModel) => withFinding(known, event) }));
  const conclusions = runs.map(({ kind, state, result, finishedAt }) => ({
    at: finishedAt.getTime(),
    apply: (known: EnvironmentModel) => withConclusion(known, { kind, outcome: state, result }),
  }));
  return [...findings, ...conclusions].sort((a, b) => a.at - b.at).reduce((known, { apply }) => apply(known), model);
}

function withFinding(model: EnvironmentModel, { entityId, at, data }: VetroEvent): EnvironmentModel {
  const status = { ok: data.ok === true, message: String(data.message ?? ''), at, by: 'cloud' } as const;
  const probed = (unit: Unit): Unit => {
    const condition = unit.id === entityId ? conditionOf(unit) : null;
    return condition === null ? unit : { ...unit, state: withCondition(unit.state, { ...condition, status }) };
  };
  return { ...model, services: model.services.map((one) => ({ ...one, units: one.units.map(probed) })) };
}
