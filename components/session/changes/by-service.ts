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
    const group = groups.get(serviceId) ?? { serviceId, serviceName, serviceType, changes: [] };
    group.changes.push(change);
    groups.set(serviceId, group);
  }
  return [...groups.values()];
}
