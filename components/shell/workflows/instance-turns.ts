import type { InstancePlan } from '@/lib/model/blueprints/planned-instances';

/** Instances of one node with which the same is done. */
export interface InstancesOfNode {
  title: string;
  /** the machines they are on, each once */
  hosts: string[];
}

/** All with which the same is done in one turn. */
export interface InstancesAlike {
  does: InstancePlan['does'];
  nodes: InstancesOfNode[];
  /** how many instances they are together */
  count: number;
}

/** The plan for the node instances of one service. */
export interface InstanceTurns {
  serviceId: string;
  serviceName: string;
  turns: { turn: number; groups: InstancesAlike[] }[];
}

/** A plan of node instances by services and turns, in the order of the plan. */
export function instanceTurns(instances: readonly InstancePlan[]): InstanceTurns[] {
  const services = new Map<string, InstanceTurns>();
  for (const { serviceId, serviceName, title, does, host, turn } of instances) {
    const service = services.get(serviceId) ?? { serviceId, serviceName, turns: [] };
    services.set(serviceId, service);
    const here = found(service.turns, (one) => one.turn === turn, { turn, groups: [] });
    const group = found(here.groups, (one) => one.does === does, { does, nodes: [], count: 0 });
    const node = found(group.nodes, (one) => one.title === title, { title, hosts: [] });
    group.count += 1;
    if (host !== null && !node.hosts.includes(host)) node.hosts.push(host);
  }
  return [...services.values()];
}

/** The entry of a list that is meant; a new one, which it has from now on, where it has none. */
function found<Entry>(list: Entry[], isIt: (entry: Entry) => boolean, fresh: Entry): Entry {
  const known = list.find(isIt);
  if (known) return known;
  list.push(fresh);
  return fresh;
}
