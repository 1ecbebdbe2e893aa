import type { InstancePlan } from '@/lib/model/blueprints/planned-instances';

/** Instances of one node with which the same is done. */
export interface InstancesAlike {
  key: string;
  title: string;
  does: InstancePlan['does'];
  /** the machines they are on, each once */
  hosts: string[];
  count: number;
}

/** What is done in one turn. */
export interface InstanceTurn {
  turn: number;
  groups: InstancesAlike[];
}

/** A plan of node instances by services and turns, in the order of the plan. */
export function instanceTurns(
  instances: readonly InstancePlan[],
): { serviceId: string; serviceName: string; turns: InstanceTurn[] }[] {
  const services = new Map<string, { serviceId: string; serviceName: string; turns: InstanceTurn[] }>();
  for (const { serviceId, serviceName, title, does, host, turn } of instances) {
    const service = services.get(serviceId) ?? { serviceId, serviceName, turns: [] };
    services.set(serviceId, service);
    const known = service.turns.find((one) => one.turn === turn);
    const here = known ?? { turn, groups: [] };
    if (!known) service.turns.push(here);
    const key = `${title} ${does}`;
    const group = here.groups.find((one) => one.key === key);
    if (!group) {
      here.groups.push({ key, title, does, hosts: host === null ? [] : [host], count: 1 });
      continue;
    }
    group.count += 1;
    if (host !== null && !group.hosts.includes(host)) group.hosts.push(host);
  }
  return [...services.values()];
}
