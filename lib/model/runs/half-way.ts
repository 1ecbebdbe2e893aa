import { hostOf } from '../installed';
import { isObject, type JsonObject } from '../json';
import type { Loss } from '../loss';
import { ResizeInputSchema, ResizeResultSchema } from './execution';
import type { RunView } from './run-view';
import type { RunTarget } from './target';

/** What the newest run of an environment had done when it was left half-way. */
export interface HalfWay {
  /** what the machines are called that it added, and that are part of the environment now */
  added: string[];
  /** those that it was to remove, and that are gone */
  removed: string[];
}

/** As much as is read here of a service as it is deployed. */
interface DeployedService {
  units: readonly { name: string; state?: unknown }[];
}

/**
 * What was left half-way of a modification, by the run that stopped and what there is now.
 *
 * @param run that failed or was cancelled
 * @param services as they are deployed now
 */
export function halfWay({ result }: Pick<RunView, 'result'>, services: readonly DeployedService[]): HalfWay {
  const parsed = ResizeResultSchema.safeParse(isObject(result) ? result : {});
  const resize = parsed.success ? parsed.data : { added: [], removed: [] };
  const there = hostsIn(services);
  return {
    added: resize.added.filter((host) => there.has(host)),
    removed: resize.removed.filter((host) => !there.has(host)),
  };
}

/**
 * What is lost when a run goes on that stopped: the machines that it was to remove, and that are still there.
 *
 * @param run that failed or was cancelled
 * @param services as they are deployed now
 */
export function lossesOfGoingOn({ removed }: Pick<RunView, 'removed'>, services: readonly DeployedService[]): Loss[] {
  const there = hostsIn(services);
  return lossesOf([...hostsIn(removed)].filter((host) => there.has(host)));
}

/** What is lost with machines that are removed, by their host names. */
export function lossesOf(hosts: readonly string[]): Loss[] {
  return hosts.map((name) => ({ what: 'machine', how: 'remove', name }));
}

/** What machines are called, those to come by the names of their units. */
function hostsIn(services: readonly DeployedService[]): Set<string> {
  return new Set(
    services.flatMap(({ units }) =>
      units.map(({ name, state }) => hostOf({ name, state: state as JsonObject | undefined })),
    ),
  );
}

/**
 * What can be taken back of a run that was left half-way: the units that it added to a service and that are still there.
 *
 * @returns null for a run that has added nothing that is left
 */
export function unitsToTakeBack(
  { kind, target, input }: { kind: string; target: RunTarget; input: JsonObject },
  services: readonly { id: string; units: readonly { id: string }[] }[],
): { serviceId: string; unitIds: string[] } | null {
  if (kind !== 'scale' || target.entity !== 'service') return null;
  const { added } = ResizeInputSchema.parse(input);
  const units = services.find(({ id }) => id === target.serviceId)?.units ?? [];
  const unitIds = units.map(({ id }) => id).filter((id) => added.includes(id));
  return unitIds.length === 0 ? null : { serviceId: target.serviceId, unitIds };
}
