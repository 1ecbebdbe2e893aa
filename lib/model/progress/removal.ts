import type { EnvironmentModel, Service } from '../environment';
import type { UnitState } from '../unit-state';
import type { EffectProgress, RunProgress } from './projection';
import { effectsOf, isRecorded } from './unit-run';

/**
 * What becomes of a machine that a deployment was asked to remove. kept: the deployment ended before it went; unknown:
 * it ended badly, and nothing tells whether the machine is still there.
 */
export type Removal = 'waiting' | 'removing' | 'removed' | 'kept' | 'unknown';

/** How it is shown: what is gone looks like what is not there yet. */
export const REMOVAL_STATES: Record<Removal, UnitState> = {
  waiting: 'waiting',
  removing: 'running',
  removed: 'draft',
  kept: 'attention',
  unknown: 'attention',
};

/** @param host the machine's name, for clouds that tell nothing of units */
export function removalOf(deployment: RunProgress, unitId: string, host: string): Removal {
  const { outcome, resources, removals } = deployment;
  const resource = resourceOf(deployment, unitId, host);
  const last = resources[resource];
  if (outcome === 'success' || (last?.action === 'DELETE' && last.status === 'COMPLETE')) return 'removed';
  if (removingEffects(deployment).some((effect) => effect.outcome === 'ok')) return 'removed';
  const begun = removals[resource] !== undefined;
  if (outcome === null) return begun ? 'removing' : 'waiting';
  return begun || !isRecorded(deployment) ? 'unknown' : 'kept';
}

const GRAVITY: readonly Removal[] = ['unknown', 'kept', 'removing', 'waiting', 'removed'];

/** What becomes of a whole, by its parts; null when nothing is known of one. */
export function combineRemovals(parts: readonly (Removal | null)[]): Removal | null {
  if (parts.includes(null)) return null;
  return GRAVITY.find((one) => parts.includes(one)) ?? null;
}

/** From when until when the cloud removed a machine, ISO instants; `to` null while it does; null before. */
export function removalTimes(
  deployment: RunProgress,
  unitId: string,
  host: string,
): { from: string; to: string | null } | null {
  const resource = resourceOf(deployment, unitId, host);
  const begun = deployment.removals[resource];
  const last = deployment.resources[resource];
  if (begun) return { from: begun.at, to: last && last.seq > begun.seq ? last.at : null };
  const effect = removingEffects(deployment).find(({ outcome }) => outcome === 'ok');
  return effect?.startedAt ? { from: effect.startedAt, to: effect.endedAt } : null;
}

/** A document with what was removed from it: services that stay with the units that go, then those that go. */
export function withRemoved(model: EnvironmentModel, removed: readonly Service[]): EnvironmentModel {
  const going = new Map(removed.map((service) => [service.id, service]));
  const stay = model.services.map((service) => {
    const more = going.get(service.id);
    going.delete(service.id);
    return more ? { ...service, units: [...service.units, ...more.units] } : service;
  });
  return { ...model, services: [...stay, ...going.values()] };
}

/** The cloud's name of a machine that goes. */
function resourceOf({ plan }: RunProgress, unitId: string, host: string): string {
  const mine = plan?.machines.find(
    (machine) => machine.change === 'remove' && (machine.unitId === unitId || machine.host === host),
  );
  return mine?.resource ?? host;
}

function removingEffects(deployment: RunProgress): EffectProgress[] {
  return effectsOf(deployment).filter(
    ({ kind, stackChange }) => kind === 'stack.delete' || (stackChange?.machines.remove ?? 0) > 0,
  );
}
