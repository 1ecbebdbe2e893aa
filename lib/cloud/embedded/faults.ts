import type { FaultTarget } from '@/lib/cloud/kernel/stacks/engine';
import type { Db, Tx } from '@/lib/db/client';
import { type CloudMachine, Prisma } from '@/lib/db/generated/client';
import { rowsOf } from '@/lib/db/statement';
import type { FaultKind } from '@/lib/model/faults';
import type { MachineConditions } from '@/lib/simulation';

/** Which machines a switch works: of one tenant or all, one environment or all, one host name or all. */
export interface Switch {
  tenantId: string | null;
  environmentId: string | null;
  target: string;
}

/** Whether a switch or a fault is for a machine. */
export function isHit(
  { tenantId, stackName, hostname }: Pick<CloudMachine, 'tenantId' | 'stackName' | 'hostname'>,
  whose: Switch,
): boolean {
  if (whose.tenantId !== null && whose.tenantId !== tenantId) return false;
  if (whose.environmentId !== null && !stackName.startsWith(`e${whose.environmentId}`)) return false;
  return whose.target === '' || whose.target.toLowerCase() === hostname.toLowerCase();
}

/** Whether any fault waits, as a column of a statement: without one there is nothing to ask for. */
export const ANY_FAULT = Prisma.sql`exists (select 1 from cloud_faults where remaining is null or remaining > 0) as faulty`;

/** Lets a fault strike, if there is one; it counts as struck when the transaction commits. @returns its message, or null */
export async function triggerFault(tx: Tx, kind: FaultKind, victim: FaultTarget): Promise<string | null> {
  const rows = await rowsOf<{ message: string }>(
    tx,
    Prisma.sql`
    update cloud_faults set remaining = remaining - 1
    where id = (
      select id from cloud_faults
      where kind = ${kind} and (remaining is null or remaining > 0) and ${hits(victim)}
      order by created_at, id limit 1 for update)
    returning message`,
  );
  return rows[0]?.message ?? null;
}

function hits({ tenantId, stackName, names }: FaultTarget): Prisma.Sql {
  const lowered = names.map((name) => name.toLowerCase());
  return Prisma.sql`(tenant_id is null or tenant_id = ${tenantId})
    and (environment_id is null or starts_with(${stackName}, 'e' || environment_id))
    and (target = '' or lower(target) = any(${lowered}))`;
}

/** How a machine is made to be, as long as faults last. */
export interface Ailments {
  diskFull: boolean;
  /** by how much its clock is ahead, in seconds */
  clockOffset: number;
  /** how many times as long its commands take */
  slowness: number;
  /** what descriptions of packages find otherwise about it */
  conditions: MachineConditions;
  /** where it does not answer */
  silentPorts: number[];
}

export const WELL: Ailments = {
  diskFull: false,
  clockOffset: 0,
  slowness: 1,
  conditions: { smallEdition: false, withoutDesktop: false, pageStatus: null, partRefused: false },
  silentPorts: [],
};

type Ailing = { tenantId: string; stackName: string; hostname: string };

/** How machines are made to be by the faults that last: asked once for all of them. */
export async function readAilments(db: Db | Tx): Promise<(machine: Ailing) => Ailments> {
  const rows = await rowsOf<Switch & { kind: FaultKind; amount: number | null }>(
    db,
    Prisma.sql`
    select kind, tenant_id as "tenantId", environment_id as "environmentId", target, amount
      from cloud_faults where kind in ('disk', 'clock', 'slow', 'edition', 'desktop', 'page', 'source', 'port')`,
  );
  return (machine) => {
    const own = rows.filter((row) => isHit(machine, row));
    const amounts = (kind: FaultKind) => own.flatMap((row) => (row.kind === kind ? [row.amount ?? 0] : []));
    return {
      diskFull: own.some(({ kind }) => kind === 'disk'),
      clockOffset: amounts('clock').reduce((sum, minutes) => sum + minutes * 60, 0),
      slowness: amounts('slow').reduce((product, times) => product * times, 1),
      conditions: {
        smallEdition: own.some(({ kind }) => kind === 'edition'),
        withoutDesktop: own.some(({ kind }) => kind === 'desktop'),
        pageStatus: amounts('page')[0] ?? null,
        partRefused: own.some(({ kind }) => kind === 'source'),
      },
      silentPorts: amounts('port'),
    };
  };
}

/** Whether a tenant is made to have nothing left of its share, as a condition of a statement. */
export function shareIsTaken(tenantId: string): Prisma.Sql {
  return Prisma.sql`exists (
    select 1 from cloud_faults f where f.kind = 'quota' and (f.tenant_id is null or f.tenant_id = ${tenantId}))`;
}
