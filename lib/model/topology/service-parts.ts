import type { Service } from '../environment';
import { textAt } from '../installed';
import { isActive, unitRun } from '../progress/unit-run';
import { unitStateOf } from '../progress/unit-state-of';
import type { ServiceType } from '../service-type';
import type { UnitState } from '../unit-state';
import type { Versions } from './changes';
import { blankNode, type ServiceFacts, type TopologyInput, type TopologyNode } from './graph';

/**
 * What is known of a service beside its machines.
 *
 * @param type its type; null when nobody knows it any more
 */
export function serviceFacts(type: ServiceType | null, service: Service): ServiceFacts {
  // the address of something shared stands in its own box
  const shared = new Set(type?.shared.map((part) => `state.${part.address}`));
  const shown = type?.facts.filter((fact) => fact.kind !== 'text' && !shared.has(fact.path)) ?? [];
  return {
    elsewhere: type?.units.max === 0,
    page: shown.some((fact) => fact.visitors === true),
    reachable: shown.length > 0,
    addresses: shown.flatMap(({ label, path }) => {
      const value = textAt(service, path);
      return value === null ? [] : [{ label, value }];
    }),
  };
}

/** The nodes of what a service has once for all its machines. What has no address yet shares the service's fate. */
export function sharedParts(node: TopologyNode, type: ServiceType | null, service: Service): TopologyNode[] {
  return (type?.shared ?? []).map((part) => {
    const address = textAt(service.state, part.address);
    return {
      ...blankNode('shared', `shared:${part.id}@${service.id}`, node.id),
      title: part.title,
      state: address === null ? withoutAddress(node.state) : 'ready',
      change: node.change === 'changed' ? null : node.change,
      removal: node.removal,
      serviceId: node.serviceId,
      serviceType: node.serviceType,
      address,
    };
  });
}

/** Machines may be ready before what stands in front of them is. */
function withoutAddress(state: UnitState): UnitState {
  return state === 'ready' ? 'attention' : state;
}

/** The state of a service without machines: it is ready once its package has noted down anything about it. */
export function elsewhereState(input: TopologyInput, versions: Versions<Service>, service: Service): UnitState {
  const noted = Object.values(service.state ?? {}).some((value) => value !== null && value !== false && value !== '');
  return unitStateOf({
    asked: versions.before !== null || input.next?.is === 'deploying',
    complete: noted || !isActive(input.deployment),
    deployment: input.deployment,
    run: input.deployment && unitRun(input.deployment, service.id, null),
    machine: null,
  });
}
