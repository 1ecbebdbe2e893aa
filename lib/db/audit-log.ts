import type { ActorKind } from '@/lib/model/actor';
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
  /** what acted: a person, or something by itself in that person's name or in nobody's */
  actor: ActorKind;
  actorId: string;
  actorName: string;
  /** the place in the chain and the hash of the entry, null until it is sealed; the details as they are hashed */
  position: string | null;
  hash: string | null;
  detailsText: string;
  /** the environment it was done in, with its name as it is now */
  environmentId: string | null;
  environmentName: string | null;
  action: string;
  target: string;
  targetId: string;
  /** how the person it was done to is called now; null when it was done to something else */
  targetName: string | null;
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
  const conditions = [
    Prisma.sql`true`,
    ...(marker ? [Prisma.sql`a.id < ${marker}::bigint`] : []),
    ...(userId ? [Prisma.sql`a.user_id = ${userId}`] : []),
    ...(tenantId ? [Prisma.sql`a.tenant_id = ${tenantId}`] : []),
    ...(action ? [Prisma.sql`(a.action = ${action} or starts_with(a.action, ${`${action}.`}))`] : []),
    ...(from ? [Prisma.sql`a.at >= ${from}`] : []),
    ...(to ? [Prisma.sql`a.at < ${to}`] : []),
    ...(text === undefined ? [] : [saying(`%${text.replace(/[\\%_]/g, '\\$&')}%`)]),
  ];
  const rows = await rowsOf<AuditRow>(
    db,
    Prisma.sql`
    select a.id::text, a.at, a.user_id as "userId", u.display_name as "userName", a.tenant_id as "tenantId",
           a.actor, a.actor_id as "actorId", a.actor_name as "actorName", a.position::text, a.hash,
           a.details::text as "detailsText", t.name as "tenantName", e.id as "environmentId", e.name as "environmentName", a.action, a.target, a.target_id as "targetId",
           person.display_name as "targetName", a.details, a.request_id as "requestId"
      from audit_entries a left join users u on u.id = a.user_id left join tenants t on t.id = a.tenant_id
           left join environments e on e.id = (case when a.target = 'environment' then a.target_id
                                               else a.details ->> 'environmentId' end)::bpchar
           left join users person on a.target = 'user' and person.id = a.target_id::bpchar
     where ${Prisma.join(conditions, ' and ')}
     order by a.id desc limit ${limit + 1}::int`,
  );
  return pageOf(rows, limit);
}

function saying(like: string): Prisma.Sql {
  const places = [
    'a.target_id',
    'a.action',
    'a.actor_name',
    'u.display_name',
    't.name',
    'e.name',
    'a.details::text',
    'a.request_id',
  ];
  const found = places.map((place) => Prisma.sql`${Prisma.raw(place)} ilike ${like}`);
  return Prisma.sql`(${Prisma.join(found, ' or ')})`;
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
