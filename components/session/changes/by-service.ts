import type { ModelChange } from '@/lib/model/diff';

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
    // Moves of packages are the environment's, and each stands for itself.
    const key = change.kind === 'packageMoved' ? (change.property ?? serviceId) : serviceId;
    const group = groups.get(key) ?? { serviceId: key, serviceName, serviceType, changes: [] };
    group.changes.push(change);
    groups.set(key, group);
  }
  return [...groups.values()];
}
