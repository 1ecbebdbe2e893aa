import type { Db, Tx } from '@/lib/db/client';
import { newId } from './kernel';

/**
 * What can be made to go wrong, for demonstrations and tests:
 * - `stack`: the cloud refuses a resource (target: its name or type)
 * - `command`: a command fails on its machine (target: the command, the host, or `host/command`)
 * - `silence`: the agent takes a plan and never answers (target: the host)
 * - `boot`: the machine never comes up (target: the host)
 */
export const FAULT_KINDS = ['stack', 'command', 'silence', 'boot'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  id: string;
  /** null hits every tenant */
  tenantId: string | null;
  kind: FaultKind;
  /** empty hits all */
  target: string;
  /** the words that cloud or machine will use */
  message: string;
  /** how often it still strikes; null strikes always */
  remaining: number | null;
}

export interface Faults {
  /** @returns the fault's id */
  add(
    fault: Pick<Fault, 'kind'> & Partial<Omit<Fault, 'id' | 'kind' | 'remaining'>> & { times?: number },
  ): Promise<string>;
  /** the faults that can still strike, oldest first */
  list(): Promise<Fault[]>;
  /** one that is gone already is no error */
  remove(id: string): Promise<void>;
}

/** The faults of a cloud, kept in its database. */
export function createFaults(db: Db): Faults {
  return {
    add: async ({ kind, tenantId = null, target = '', message = '', times }) => {
      const id = newId();
      await db.cloudFault.create({ data: { id, kind, tenantId, target, message, remaining: times ?? null } });
      return id;
    },
    list: async () => {
      const rows = await db.cloudFault.findMany({
        where: { OR: [{ remaining: null }, { remaining: { gt: 0 } }] },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      });
      return rows.flatMap((row) => {
        const kind = FAULT_KINDS.find((known) => known === row.kind);
        const { id, tenantId, target, message, remaining } = row;
        return kind ? [{ id, tenantId, kind, target, message, remaining }] : [];
      });
    },
    remove: async (id) => {
      await db.cloudFault.deleteMany({ where: { id } });
    },
  };
}

/**
 * Lets a fault strike, if there is one; it counts as struck when the transaction commits.
 *
 * @param names whatever a fault's target may call the victim; case does not matter
 * @returns the fault's message, or null
 */
export async function strike(tx: Tx, kind: FaultKind, tenantId: string, names: string[]): Promise<string | null> {
  const lowered = names.map((name) => name.toLowerCase());
  const rows = await tx.$queryRaw<{ message: string }[]>`
    update cloud_faults set remaining = remaining - 1
    where id = (
      select id from cloud_faults
      where kind = ${kind} and (tenant_id is null or tenant_id = ${tenantId})
        and (remaining is null or remaining > 0)
        and (target = '' or lower(target) = any(${lowered}))
      order by created_at, id limit 1 for update)
    returning message`;
  return rows[0]?.message ?? null;
}
