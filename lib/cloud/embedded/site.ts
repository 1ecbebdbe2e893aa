import type { Db } from '@/lib/db/client';
import type { CloudMachine } from '@/lib/db/generated/client';
import type { MachinePage } from '@/lib/ports/cloud/simulation';
import { type Listener, nextMember, readListener } from './balancing';
import { applicationPage, failurePage, type ServedBy, startPage } from './site-pages';
import { SQL_PATH, serveSql } from './sql-site';
import { readWindows } from './windows/state';

/**
 * What a browser gets from a simulated machine, or from a load balancer in front of some.
 *
 * @param id physical id of the machine, of a load balancer's listener, or of the load balancer itself
 * @param path below the root, without a leading slash
 * @returns null when nothing of that id exists
 */
export async function servePage(db: Db, id: string, path: string, now: Date): Promise<MachinePage | null> {
  const machine = await db.cloudMachine.findFirst({ where: { id, deletedAt: null } });
  if (machine && path === SQL_PATH) return serveSql(db, machine, now);
  if (machine) return pageOf(machine, { port: 80, path, now });
  const listener = await readListener(db, id, (one, port, asked) => probe(one, port, asked, now));
  if (listener) return balancedPage(db, listener, path, now);
  const balancer = await db.cloudResource.findFirst({ where: { id, type: 'OS::Octavia::LoadBalancer' } });
  if (!balancer) return null;
  return failurePage(502, 'Connection refused', 'This load balancer does not listen on that port.');
}

async function balancedPage(db: Db, listener: Listener, path: string, now: Date): Promise<MachinePage> {
  const chosen = await nextMember(db, listener);
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
  return pageOf(chosen.machine, { port: chosen.port, path, now, by });
}

interface Request {
  port: number;
  path: string;
  now: Date;
  by?: ServedBy;
}

function pageOf(machine: CloudMachine, { port, path, now, by }: Request): MachinePage {
  const { hostname } = machine;
  const silent = silence(machine, port);
  if (silent) return failurePage(502, silent.title, `The machine ${hostname} ${silent.reason}.`, by);
  const { domain, edition, site } = siteOf(machine, port);
  if (path !== '' && path !== 'iisstart.htm') {
    return failurePage(404, 'HTTP Error 404.0 - Not Found', `${hostname} has no page of that name.`, by);
  }
  const facts = { hostname, domain, edition, address: machine.address, site: site?.name ?? '', now };
  const { title = '', application = null } = site ?? {};
  return application ? applicationPage({ ...facts, ...application }, by) : startPage({ ...facts, title }, by);
}

function probe(machine: CloudMachine, port: number, path: string, now: Date): { status: number; reason: string } {
  const silent = silence(machine, port);
  if (silent) return { status: 503, reason: silent.reason };
  return { status: pageOf(machine, { port, path: path.replace(/^\//, ''), now }).status, reason: '' };
}

/** Why nothing on a machine answers at a port; null when something does. */
function silence(machine: CloudMachine, port: number): { title: string; reason: string } | null {
  if (machine.power === 'failed') return { title: 'No answer', reason: 'did not come up' };
  if (machine.power === 'stopped') return { title: 'No answer', reason: 'is switched off' };
  if (machine.power !== 'ready') return { title: 'No answer', reason: `is ${machine.power}` };
  return siteOf(machine, port).site ? null : { title: 'Connection refused', reason: 'runs no web server' };
}

function siteOf(machine: CloudMachine, port: number) {
  const { sites, domain, edition, features } = readWindows(machine.windows);
  const serving = features.includes('Web-Server') ? sites : [];
  return { domain, edition, site: serving.find((known) => known.port === port && known.started) ?? null };
}
