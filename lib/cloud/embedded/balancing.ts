import { text } from '@/lib/cloud/kernel/resources/resource-type';
import { madeFrom } from '@/lib/cloud/kernel/stacks/resource-rows';
import type { Db, Tx } from '@/lib/db/client';
import type { CloudMachine, CloudResource } from '@/lib/db/generated/client';
import { Prisma } from '@/lib/db/generated/client';
import { rowsOf } from '@/lib/db/statement';
import type { JsonObject } from '@/lib/model/json';

/** One machine behind a load balancer. */
export interface Member {
  /** null when no machine has the member's address */
  machine: CloudMachine | null;
  address: string;
  port: number;
  /** why it gets no requests; null when it does */
  out: string | null;
}

/** A port of a load balancer with what stands behind it, members by name: web2 before web10. */
export interface Listener {
  listenerId: string;
  balancer: string;
  port: number;
  members: Member[];
}

/** What a machine answers to a request: its status, and words when it does not answer at all. */
export type Probe = (machine: CloudMachine, port: number, path: string) => Promise<{ status: number; reason: string }>;

/**
 * Reads a listener with its load balancer, its pool and the members of that, each looked at as the pool's
 * health monitor does now. A pool without a monitor sends requests to every member.
 *
 * @returns null when there is no listener of that id
 */
export async function readListener(db: Db | Tx, listenerId: string, probe: Probe): Promise<Listener | null> {
  const listener = await db.cloudResource.findFirst({ where: { id: listenerId, type: 'OS::Octavia::Listener' } });
  if (!listener) return null;
  const parts = await db.cloudResource.findMany({
    where: { stackId: listener.stackId, replaced: false, type: { startsWith: 'OS::Octavia::' } },
  });
  // members are made side by side: which one came first means nothing
  parts.sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
  const made = ownProperties(listener);
  const balancer = parts.find(({ id }) => id === text(made.loadbalancer));
  const pool = parts.find(
    (part) =>
      part.type === 'OS::Octavia::Pool' &&
      (part.id === text(made.default_pool) || text(ownProperties(part).listener) === listener.id),
  );
  const inPool = (type: string) =>
    parts.filter((part) => part.type === type && pool && text(ownProperties(part).pool) === pool.id).map(ownProperties);
  const [monitor = null] = inPool('OS::Octavia::HealthMonitor').filter(isOn);
  const members = inPool('OS::Octavia::PoolMember').filter(({ weight }) => Number(weight ?? 1) > 0);
  const machines = await db.cloudMachine.findMany({
    where: { stackId: listener.stackId, deletedAt: null, address: { in: members.map(addressOf) } },
  });
  return {
    listenerId,
    balancer: balancer ? (text(ownProperties(balancer).name) ?? balancer.name) : '',
    port: Number(made.protocol_port),
    members: await Promise.all(
      members.map(async (member) => {
        const address = addressOf(member);
        const port = Number(member.protocol_port);
        const machine = machines.find((candidate) => candidate.address === address) ?? null;
        return {
          machine,
          address,
          port,
          out: isOn(member) ? await reasonOut(machine, port, monitor, probe) : 'is switched off',
        };
      }),
    ),
  };
}

/**
 * The member whose turn it is; every healthy one has its turn, over all processes.
 *
 * @returns null when no member is healthy
 */
export async function nextMember(db: Db | Tx, listener: Listener): Promise<Member | null> {
  const up = listener.members.filter(({ out }) => out === null);
  if (up.length === 0) return null;
  const [row] = await rowsOf<{ count: number }>(
    db,
    Prisma.sql`
    update cloud_resources
       set attributes = attributes || jsonb_build_object(
             'total_connections', coalesce((attributes->>'total_connections')::int, 0) + 1)
     where id = ${listener.listenerId}
    returning (attributes->>'total_connections')::int as count`,
  );
  return up[((row?.count ?? 1) - 1) % up.length] ?? null;
}

function ownProperties(row: CloudResource): JsonObject {
  return madeFrom(row).properties;
}

const isOn = ({ admin_state_up: on }: JsonObject) => on !== false && on !== 'false';
const addressOf = (member: JsonObject) => text(member.address) ?? '';

async function reasonOut(
  machine: CloudMachine | null,
  port: number,
  monitor: JsonObject | null,
  probe: Probe,
): Promise<string | null> {
  if (!monitor) return null;
  if (!machine) return 'is gone';
  const { status, reason } = await probe(machine, port, text(monitor.url_path) ?? '/');
  const asks = text(monitor.type) === 'HTTP';
  if (status >= 500) return reason;
  if (!asks || isExpected(status, text(monitor.expected_codes) ?? '200')) return null;
  return `answers the health check with ${status}`;
}

/** Whether a status is among codes as a health monitor names them: `200`, `200, 202` or `200-399`. */
export function isExpected(status: number, codes: string): boolean {
  return codes.split(',').some((part) => {
    const [low = '', high = low] = part.trim().split('-');
    return status >= Number(low) && status <= Number(high);
  });
}
