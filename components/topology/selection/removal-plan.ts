import type { Service } from '@/lib/model/environment';
import type { Loss } from '@/lib/model/loss';
import { isWholeObject } from '@/lib/model/object-entry';
import type { ServiceType } from '@/lib/model/service-type';
import type { Selection } from './selection';

/** What leaves a draft when a selection is removed from it. */
export interface RemovalPlan {
  services: { id: string; name: string }[];
  units: { serviceId: string; unitId: string; name: string }[];
  /** machines that exist now, with what is on them */
  losses: Loss[];
}

/** Why a selection cannot be removed: a machine alone cannot go, or too few would be left. */
export interface RemovalRefusal {
  why: 'least' | 'whole' | 'leading';
  /** of the service */
  name: string;
  /** so many machines it has at least */
  least: number;
}

/**
 * What is to be removed from a draft. A service of which every machine is selected goes as a whole. Nothing when
 * everything selected is on its way out already.
 *
 * @param services of the draft, or what is deployed
 */
export function removalPlan(
  { services: groups, hosts }: Selection,
  services: readonly Service[],
  types: readonly ServiceType[],
): RemovalPlan | RemovalRefusal | null {
  const plan: RemovalPlan = { services: [], units: [], losses: [] };
  const going = [...groups.flatMap((group) => group.hosts), ...hosts].filter(({ change }) => change !== 'removed');
  for (const service of services) {
    const { id, name, units, type: typeName } = service;
    const selected = hosts.filter((host) => host.serviceId === id && host.change !== 'removed');
    if (groups.some(({ node }) => node.serviceId === id) || (selected.length > 0 && selected.length === units.length)) {
      plan.services.push({ id, name });
      continue;
    }
    if (selected.length === 0) continue;
    const type = types.find((one) => one.type === typeName) ?? null;
    const least = type?.units.min ?? 1;
    const fixed = type !== null && (type.units.managed === true || type.units.max === type.units.min);
    if (fixed || isWholeObject(service)) return { why: 'whole', name, least };
    if (units.length - selected.length < least) return { why: 'least', name, least };
    for (const host of selected) {
      const unit = units.find((one) => one.id === host.unitId);
      if (!unit) continue;
      const leads = type?.exactlyOne != null && unit[type.exactlyOne] === true;
      if (leads && host.host?.hostName) return { why: 'leading', name: host.title, least };
      plan.units.push({ serviceId: id, unitId: unit.id, name: host.title });
    }
  }
  if (plan.services.length + plan.units.length === 0) return null;
  const leaving = new Set(plan.services.map(({ id }) => id));
  const alone = new Set(plan.units.map(({ unitId }) => unitId));
  plan.losses = going.flatMap(({ serviceId, unitId, host }): Loss[] =>
    host?.hostName && (leaving.has(serviceId ?? '') || alone.has(unitId ?? ''))
      ? [{ what: 'machine', how: 'remove', name: host.hostName }]
      : [],
  );
  return plan;
}
