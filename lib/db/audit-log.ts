import type { JsonObject } from '@/lib/model/json';
import type { Db } from './client';
import { Prisma } from './generated/client';
import { type Page, type PageQuery, pageOf } from './paging';
import { rowsOf } from './statement';

/** An audit row with the names of its user and tenant as they are now. */
export interface AuditRow {
  id: string;
  at: Date;
  userId: string | null;
  userName: string | null;
  tenantId: string | null;
  tenantName: string | null;
  /** the environment it was done in, with its name as it is now */
  environmentId: string | null;
  environmentName: string | null;
  action: string;
  target: string;
  targetId: string;
  details: JsonObject;
  requestId: string;
}

/** Which audit rows to read; what is left out does not matter. */
export interface AuditQuery extends PageQuery {
  userId?: string;
  tenantId?: string;
  /** the action, or its beginning up to a dot: `user` finds `user.create` */
  action?: string;
  from?: Date;
  /** up to and excluding */
  to?: Date;
  /** somewhere in the names, the target or the details, whatever the case */
  text?: string;
}

/** A page of audit rows, newest first; a marker is a place in time, whether its row is still there or not. */
export async function listAuditPage(db: Db, query: AuditQuery): Promise<Page<AuditRow>> {
  const { userId, tenantId, action, from, to, text, marker, limit } = query;
  const like = text === undefined ? null : `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const rows = await rowsOf<AuditRow>(
    db,
    Prisma.sql`
    select a.id::text, a.at, a.user_id as "userId", u.display_name as "userName", a.tenant_id as "tenantId",
           t.name as "tenantName", e.id as "environmentId", e.name as "environmentName", a.action, a.target, a.target_id as "targetId", a.details, a.request_id as "requestId"
      from audit_entries a left join users u on u.id = a.user_id left join tenants t on t.id = a.tenant_id
           left join environments e on e.id = case when a.target = 'environment' then a.target_id
                                              else a.details ->> 'environmentId' end
     where (${marker ?? null}::bigint is null or a.id < ${marker ?? null}::bigint)
       and (${userId ?? null}::bpchar is null or a.user_id = ${userId ?? null}::bpchar)
       and (${tenantId ?? null}::bpchar is null or a.tenant_id = ${tenantId ?? null}::bpchar)
       and (${action ?? null}::text is null or a.action = ${action ?? null}::text
            or starts_with(a.action, ${action ?? null}::text || '.'))
       and (${from ?? null}::timestamptz is null or a.at >= ${from ?? null}::timestamptz)
       and (${to ?? null}::timestamptz is null or a.at < ${to ?? null}::timestamptz)
       and (${like}::text is null or a.target_id ilike ${like} or a.action ilike ${like} or u.display_name ilike ${like}
            or t.name ilike ${like} or e.name ilike ${like} or a.details::text ilike ${like} or a.request_id ilike ${like})
     order by a.id desc limit ${limit + 1}::int`,
  );
  return pageOf(rows, limit);
}

/** The actions that were ever audited, by name. */
export async function auditedActions(db: Db): Promise<string[]> {
  const rows = await db.auditEntry.findMany({
    distinct: ['action'],
    select: { action: true },
    orderBy: { action: 'asc' },
  });
  return rows.map(({ action }) => action);
}
