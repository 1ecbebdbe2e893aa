import type { Db, Tx } from '@/lib/db/client';
import type { CloudMachine } from '@/lib/db/generated/client';
import type { PackageLock } from '@/lib/model/package-lock';
import type { MachinePage } from '@/lib/ports/cloud/simulation';
import type { MachineSimulation, Page } from '@/lib/simulation';
import { type Listener, nextMember, readListener } from './balancing';
import { readAilments } from './faults';
import { simulatedMachine, worldOf } from './machines/world';
import type { SimulatedKernel } from './simulated-kernel';
import { contentPage, failurePage, type ServedBy } from './site-pages';

/** Where pages are read: all that is stored, or what a transaction makes of it. */
export type Site = Pick<SimulatedKernel, 'simulations' | 'now'> & { db: Db | Tx };

/**
 * What a browser gets from a simulated machine, or from a load balancer in front of some.
 *
 * @param id physical id of the machine, of a load balancer's listener, or of the load balancer itself
 * @param path below the root, without a leading slash
 * @returns null when nothing of that id exists
 */
export async function servePage(site: Site, id: string, path: string): Promise<MachinePage | null> {
  const { db } = site;
  const machine = await db.cloudMachine.findFirst({ where: { id, deletedAt: null } });
  if (machine) return pageOf(site, machine, { port: 80, path });
  const listener = await readListener(db, id, (one, port, asked) => probe(site, one, port, asked));
  if (listener) return balancedPage(site, listener, path);
  const balancer = await db.cloudResource.findFirst({ where: { id, type: 'OS::Octavia::LoadBalancer' } });
  if (!balancer) return null;
  return failurePage(502, 'Connection refused', 'This load balancer does not listen on that port.');
}

/** What the packages whose plans a machine was given say about it. */
function simulationOf(
  { simulations }: Pick<SimulatedKernel, 'simulations'>,
  machine: CloudMachine,
): Promise<MachineSimulation> {
  return simulations(machine.tenantId, machine.packages as PackageLock | null);
}

async function balancedPage(site: Site, listener: Listener, path: string): Promise<MachinePage> {
  const chosen = await nextMember(site.db, listener);
  const by: ServedBy = {
    balancer: listener.balancer,
    hostname: chosen?.machine?.hostname ?? null,
    members: listener.members.map(({ machine, address, out }) => ({
      hostname: machine?.hostname ?? address,
      address,
      out,
    })),
  };
  if (!chosen) {
    return failurePage(
      503,
      'No machine answers',
      'Every machine behind this load balancer fails its health check.',
      by,
    );
  }
  if (!chosen.machine) return failurePage(502, 'No answer', `Nothing answers at ${chosen.address}.`, by);
  return pageOf(site, chosen.machine, { port: chosen.port, path, by });
}

interface Request {
  port: number;
  path: string;
  by?: ServedBy;
}

async function pageOf(site: Site, machine: CloudMachine, { port, path, by }: Request): Promise<MachinePage> {
  const { hostname } = machine;
  const found = await find(site, machine, port, path);
  if ('reason' in found) return failurePage(502, found.title, `The machine ${hostname} ${found.reason}.`, by);
  if (found.content) return contentPage(found.content, hostname, by);
  return failurePage(404, 'HTTP Error 404.0 - Not Found', `${hostname} has no page of that name.`, by);
}

async function probe(site: Site, machine: CloudMachine, port: number, path: string) {
  const found = await find(site, machine, port, path.replace(/^\//, ''));
  if ('reason' in found) return { status: 503, reason: found.reason };
  return { status: found.content ? 200 : 404, reason: '' };
}

type PageLookup = { title: string; reason: string } | { content: Awaited<ReturnType<Page['show']>> };

/** The page that a machine has at a path; why nothing answers there; or nothing, where another page would. */
async function find(site: Site, machine: CloudMachine, port: number, path: string): Promise<PageLookup> {
  const { power } = machine;
  if (power === 'failed') return { title: 'No answer', reason: 'did not come up' };
  if (power === 'stopped') return { title: 'No answer', reason: 'is switched off' };
  if (power !== 'ready') return { title: 'No answer', reason: `is ${power}` };
  const simulation = await simulationOf(site, machine);
  // A page with a scheme of its own is nobody else's; all others answer on one port.
  const named = simulation.pages.filter(({ scheme, paths }) => scheme !== null && paths.includes(path));
  const pages = named.length > 0 ? named : simulation.pages.filter(({ scheme }) => scheme === null);
  const ailments = (await readAilments(site.db))(machine);
  if (ailments.silentPorts.includes(port)) return { title: 'No answer', reason: `does not answer at port ${port}` };
  const self = simulatedMachine(machine, simulation, ailments);
  const world = worldOf(site.db, machine, simulation, true);
  let answers = false;
  for (const page of pages) {
    const content = await page.show(self, { port, now: site.now() }, world);
    if (content && page.paths.includes(path)) return { content };
    answers ||= content !== null;
  }
  if (answers) return { content: null };
  return { title: 'Connection refused', reason: pages.at(-1)?.otherwise ?? 'runs nothing that answers' };
}

/**
 * The page that a machine shows to addresses of another scheme than the web's (`mssql:`), below its root.
 *
 * @returns null when no package gives it one
 */
export async function pathForScheme(
  site: Pick<Site, 'db' | 'simulations'>,
  machine: CloudMachine,
  scheme: string,
): Promise<string | null> {
  const { pages } = await simulationOf(site, machine);
  return pages.find((page) => page.scheme === scheme)?.paths[0] ?? null;
}

/** The machine of an address, also of one that it answers at besides its own. */
export async function machineAt(db: Db | Tx, tenantId: string, address: string): Promise<CloudMachine | null> {
  const own = await db.cloudMachine.findFirst({
    where: { tenantId, address, deletedAt: null },
    orderBy: { createdAt: 'desc' },
  });
  if (own) return own;
  const others = await db.cloudMachine.findMany({
    where: { tenantId, deletedAt: null, facts: { path: ['addresses'], array_contains: [address] } },
    orderBy: { createdAt: 'asc' },
  });
  // one that is off does not answer for an address that another has taken over
  return others.find(({ power }) => power === 'ready') ?? others[0] ?? null;
}
