import { madeFrom } from '@/lib/cloud/kernel/stacks/resource-rows';
import type { Db, Tx } from '@/lib/db/client';
import { isObject } from '@/lib/model/json';
import type { CloudScope } from '@/lib/ports/cloud/cloud';
import { machineAt, type Site as PageSite, pathForScheme } from './site';

type Site = Pick<PageSite, 'db' | 'simulations'>;

/** Where an address leads: to a page of a machine, of a load balancer's listener, or of a load balancer. */
export interface PageAddress {
  /** physical id */
  id: string;
  /** below the root, without a leading slash */
  path: string;
}

/**
 * The path under which this product serves the page of a simulated machine.
 *
 * @param url `http://<address>[:port]/<path>`, the address a machine's, a floating or a load balancer's; the port tells a
 *   load balancer's listeners apart. Or, with a scheme that a package gives a page, `mssql://<address>[:port]`
 * @returns `/machines/<physical id>` and the path below it; null when no such address belongs to the tenant
 */
export async function linkFor(site: Site, scope: CloudScope, url: string): Promise<string | null> {
  const found = await pageAt(site, scope, url);
  return found && `/machines/${found.id}${found.path === '' ? '' : `/${found.path}`}`;
}

/** The page that an address leads to, written as for {@link linkFor}; null when no such address belongs to the tenant. */
export async function pageAt(site: Site, { tenantId }: CloudScope, url: string): Promise<PageAddress | null> {
  const { db } = site;
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed) return null;
  if (!/^https?:$/.test(parsed.protocol)) return schemePageAt(site, tenantId, parsed);
  const port = Number(parsed.port || (parsed.protocol === 'https:' ? 443 : 80));
  const owner = await ownerOf(db, tenantId, parsed.hostname, port);
  return owner ? { id: owner, path: parsed.pathname.replace(/\/+$/, '').replace(/^\//, '') } : null;
}

/** What a package has machines show at addresses of a scheme of its own. */
async function schemePageAt(site: Site, tenantId: string, { protocol, hostname }: URL): Promise<PageAddress | null> {
  const machine = await machineAt(site.db, tenantId, hostname);
  const path = machine && (await pathForScheme(site, machine, protocol.replace(/:$/, '')));
  return machine && path !== null ? { id: machine.id, path } : null;
}

async function ownerOf(db: Db | Tx, tenantId: string, address: string, port: number): Promise<string | null> {
  const machine = await machineAt(db, tenantId, address);
  if (machine) return machine.id;
  const resources = await db.cloudResource.findMany({
    where: {
      stack: { tenantId, deletedAt: null },
      type: { in: ['OS::Neutron::FloatingIP', 'OS::Neutron::FloatingIPAssociation', 'OS::Octavia::LoadBalancer'] },
    },
  });
  const facts = resources.map(({ id, attributes }) => ({ id, ...(isObject(attributes) ? attributes : {}) }));
  const balancer = facts.find((one) => 'vip_address' in one && one.vip_address === address);
  if (balancer) return listenerOf(db, tenantId, balancer.id, port);
  const floating = facts.find((one) => 'floating_ip_address' in one && one.floating_ip_address === address);
  if (!floating) return null;
  const tie = [floating, ...facts.filter((one) => 'floatingip_id' in one && one.floatingip_id === floating.id)]
    .map((one) => ('port_id' in one ? one.port_id : ''))
    .find((one) => typeof one === 'string' && one !== '');
  if (typeof tie !== 'string') return null;
  const tied = facts.find((one) => 'vip_port_id' in one && one.vip_port_id === tie);
  return tied ? listenerOf(db, tenantId, tied.id, port) : machineAtPort(db, tenantId, tie);
}

/** The listener of a load balancer at a port; the load balancer itself, which says so, when there is none. */
async function listenerOf(db: Db | Tx, tenantId: string, balancerId: string, port: number): Promise<string> {
  const listeners = await db.cloudResource.findMany({
    where: { stack: { tenantId, deletedAt: null }, type: 'OS::Octavia::Listener', replaced: false },
  });
  const found = listeners.find((listener) => {
    const { loadbalancer, protocol_port: own } = madeFrom(listener).properties;
    return loadbalancer === balancerId && Number(own) === port;
  });
  return found?.id ?? balancerId;
}

async function machineAtPort(db: Db | Tx, tenantId: string, portId: string): Promise<string | null> {
  const port = await db.cloudAddress.findFirst({ where: { ownerId: portId, tenantId } });
  if (!port) return null;
  const { address, network } = port;
  const where = { tenantId, address, network, deletedAt: null };
  return (await db.cloudMachine.findFirst({ where, select: { id: true } }))?.id ?? null;
}
