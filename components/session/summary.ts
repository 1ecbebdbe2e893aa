import type { ModelChange } from '@/lib/model/diff';
import type { ServiceView } from '@/lib/model/views';
import { namesWords } from './words';

/** How many machines a draft makes, sets up anew and removes. */
export interface MachineEffect {
  created: number;
  replaced: number;
  removed: number;
}

/**
 * Counts machines over changes: an added service brings all its units, as the draft has them; a removed one takes
 * those that are deployed; a change that needs new machines counts each machine once.
 */
export function machineEffect(
  changes: readonly ModelChange[],
  draft: readonly ServiceView[],
  deployed: readonly ServiceView[],
): MachineEffect {
  const unitsIn = (services: readonly ServiceView[], id: string) =>
    services.find((service) => service.id === id)?.units ?? [];
  const replaced = new Set<string>();
  let created = 0;
  let removed = 0;
  for (const change of changes) {
    if (change.kind === 'serviceAdded') created += unitsIn(draft, change.serviceId).length;
    else if (change.kind === 'unitAdded') created += 1;
    else if (change.kind === 'serviceRemoved') removed += unitsIn(deployed, change.serviceId).length;
    else if (change.kind === 'unitRemoved') removed += 1;
    else if (change.impact === 'replace') {
      const units = change.unitId ? [change.unitId] : unitsIn(deployed, change.serviceId).map((unit) => unit.id);
      for (const id of units) replaced.add(id);
    }
  }
  return { created, replaced: replaced.size, removed };
}

/** The same as a sentence: "Deploying creates 3 machines and removes 1." */
export function effectSentence({ created, replaced, removed }: MachineEffect): string {
  const machines = (count: number) => (count === 1 ? '1 machine' : `${count} machines`);
  const parts = [
    created > 0 && `creates ${machines(created)}`,
    replaced > 0 && `sets up ${machines(replaced)} again from nothing`,
    removed > 0 && `removes ${machines(removed)}`,
  ].filter((part) => part !== false);
  return parts.length === 0
    ? 'Deploying changes settings; no machine is made or removed.'
    : `Deploying ${namesWords(parts)}.`;
}

/** The changes of one service, in the order they are told. */
export interface ServiceChanges {
  serviceId: string;
  serviceName: string;
  serviceType: string;
  changes: ModelChange[];
}

export function groupByService(changes: readonly ModelChange[]): ServiceChanges[] {
  const groups = new Map<string, ServiceChanges>();
  for (const change of changes) {
    const { serviceId, serviceName, serviceType } = change;
    const group = groups.get(serviceId) ?? { serviceId, serviceName, serviceType, changes: [] };
    group.changes.push(change);
    groups.set(serviceId, group);
  }
  return [...groups.values()];
}
