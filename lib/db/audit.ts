import type { ActingPart } from '@/lib/model/actor';
import type { AuditAction } from '@/lib/model/audit-actions';
import type { JsonObject } from '@/lib/model/json';
import type { Db, Tx } from './client';
import { Prisma } from './generated/client';
import { rowsOf } from './statement';
import { runLast } from './transaction';

/** One entry for the audit log: who did what to which thing. Holds no secret. */
export interface AuditRecord {
  /** who did it, or in whose name it was done; null: nobody's */
  userId: string | null;
  tenantId: string | null;
  /** what did it by itself; missing: the person, or where there is none, the system */
  by?: ActingPart;
  /** verb after the thing it was done to: `environment.create` */
  action: AuditAction;
  /** what kind of thing: `environment`, `session`, `service` */
  target: string;
  targetId: string;
  details?: JsonObject;
  requestId: string;
}

const COLUMNS = Prisma.sql`user_id, tenant_id, actor, actor_id, actor_name, action, target, target_id, details, request_id`;

/**
 * The audit row as a part of a larger statement: written when `source`, a query or the name of a
 * common table, has a row.
 */
export function auditInsert(record: AuditRecord, source: Prisma.Sql): Prisma.Sql {
  const { userId, tenantId, action, target, targetId, details, requestId } = record;
  const { kind, id, name } = record.by ?? { kind: userId === null ? 'system' : 'person', id: '', name: '' };
  return Prisma.sql`insert into audit_entries (${COLUMNS})
    select ${userId}::bpchar, ${tenantId}::bpchar, ${kind}, ${id}, ${name}, ${action}, ${target}, ${targetId},
           ${JSON.stringify(details ?? {})}::jsonb, ${requestId} from ${source}`;
}

/**
 * The same for each row of a table.
 *
 * @param rows name of a table with an `audit`, an {@link AuditRecord} as JSON, in each row
 */
export function auditRowsInsert(rows: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`insert into audit_entries (${COLUMNS})
    select row.audit->>'userId', row.audit->>'tenantId',
           coalesce(row.audit->'by'->>'kind', case when row.audit->>'userId' is null then 'system' else 'person' end),
           coalesce(row.audit->'by'->>'id', ''), coalesce(row.audit->'by'->>'name', ''),
           row.audit->>'action', row.audit->>'target',
           row.audit->>'targetId', coalesce(row.audit->'details', '{}'::jsonb), row.audit->>'requestId' from ${rows} as row`;
}

const ONCE = Prisma.sql`(values (1)) as action`;

/** Writes one audit row; within a transaction it stands or falls with what was done. */
export async function recordAudit(db: Db | Tx, record: AuditRecord): Promise<void> {
  await rowsOf(db, auditInsert(record, ONCE));
}

/** The same as the last statement of a transaction, which travels with its commit. */
export function recordAuditLast(tx: Tx, record: AuditRecord): void {
  runLast(tx, auditInsert(record, ONCE));
}
