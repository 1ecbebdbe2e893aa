import type { MachinePage } from '@/lib/cloud/cloud';
import type { Db } from '@/lib/db/client';
import type { CloudMachine } from '@/lib/db/generated/client';
import { isObject } from '@/lib/model/json';
import { failurePage, startPage } from './site-pages';
import { readWindows } from './windows/state';

/**
 * What a browser gets from a simulated machine, or from a load balancer in front of some.
 *
 * @param id physical id of the machine or the load balancer
 * @param path below the root, without a leading slash
 * @returns null when nothing of that id exists
 */
export async function servePage(db: Db, id: string, path: string, now: Date): Promise<MachinePage | null> {
  const machine = await db.cloudMachine.findFirst({ where: { id, deletedAt: null } });
  if (machine) return pageOf(machine, path, now);
  const balancer = await db.cloudResource.findFirst({ where: { id, type: 'OS::Octavia::LoadBalancer' } });
  if (!balancer) return null;
  const up = await membersUp(db, balancer.stackId, id);
  // Round robin without memory: every second another member has its turn.
  const chosen = up[Math.floor(now.getTime() / 1000) % Math.max(up.length, 1)];
  if (chosen) return pageOf(chosen, path, now);
  return failurePage(503, 'Service unavailable', 'No member of this load balancer answers.');
}

function pageOf(machine: CloudMachine, path: string, now: Date): MachinePage {
  const { hostname } = machine;
  if (machine.power !== 'ready') {
    const what = machine.power === 'failed' ? 'did not come up' : `is ${machine.power}`;
    return failurePage(502, 'No answer', `The machine ${hostname} ${what}.`);
  }
  const { sites, domain, edition, features } = readWindows(machine.windows);
  const site = sites.find((known) => known.port === 80 && known.started);
  if (!features.includes('Web-Server') || !site) {
    return failurePage(502, 'Connection refused', `The machine ${hostname} runs no web server.`);
  }
  if (path !== '' && path !== 'iisstart.htm') {
    return failurePage(404, 'HTTP Error 404.0 - Not Found', `${hostname} has no page of that name.`);
  }
  return startPage({ hostname, domain, edition, address: machine.address, site: site.name, title: site.title, now });
}

async function membersUp(db: Db, stackId: string, balancerId: string): Promise<CloudMachine[]> {
  const rows = await db.cloudResource.findMany({ where: { stackId, type: { startsWith: 'OS::Octavia::' } } });
  const facts = rows.map((row) => ({
    id: row.id,
    type: row.type,
    ...(isObject(row.attributes) ? row.attributes : {}),
  }));
  const listeners = facts.flatMap((one) =>
    'loadbalancers' in one && Array.isArray(one.loadbalancers) && one.loadbalancers.includes(balancerId)
      ? [one.id]
      : [],
  );
  const pools = facts.flatMap((one) =>
    'listeners' in one && Array.isArray(one.listeners) && one.listeners.some((l) => listeners.includes(String(l)))
      ? [one.id]
      : [],
  );
  const addresses = facts.flatMap((one) =>
    'pool_id' in one && 'address' in one && pools.includes(String(one.pool_id)) ? [String(one.address)] : [],
  );
  const machines = await db.cloudMachine.findMany({
    where: { stackId, deletedAt: null, power: 'ready', address: { in: addresses } },
    orderBy: { createdAt: 'asc' },
  });
  return machines.filter((machine) => readWindows(machine.windows).sites.some((site) => site.started));
}
