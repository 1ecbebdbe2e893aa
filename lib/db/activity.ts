import type { JsonObject } from '@/lib/model/json';
import type { Db } from './client';
import { Prisma } from './generated/client';
import { type Page, type PageQuery, pageOf } from './paging';
import { rowsOf } from './statement';

/** One action in an environment, as the audit log has it. */
export interface ActivityRow {
  /** grows with time */
  id: string;
  at: Date;
  userId: string | null;
  userName: string;
  action: string;
  target: string;
  targetId: string;
  details: JsonObject;
}

/** Which actions in an environment to list. */
export interface ActivityQuery extends PageQuery {
  userId?: string;
  action?: string;
}

/** Whose action an entry is: of an environment itself, or of something in it. An index in SQL has the same words. */
export const ENVIRONMENT_OF_ENTRY = Prisma.sql`coalesce(a.details->>'environmentId', case when a.target = 'environment' then a.target_id end)`;

/**
 * A page of what was done in an environment of a tenant, newest first. Entries are never deleted one by one: a marker
 * is a place in time, whether its entry is still there or not.
 */
export async function listActivityPage(
  db: Db,
  tenantId: string,
  environmentId: string,
  { userId, action, marker, limit }: ActivityQuery,
): Promise<Page<ActivityRow>> {
  const conditions = [
    Prisma.sql`a.tenant_id = ${tenantId}`,
    Prisma.sql`${ENVIRONMENT_OF_ENTRY} = ${environmentId}`,
    ...(userId ? [Prisma.sql`a.user_id = ${userId}`] : []),
    ...(action ? [Prisma.sql`a.action = ${action}`] : []),
    ...(marker ? [Prisma.sql`a.id < ${marker}::bigint`] : []),
  ];
  const rows = await rowsOf<ActivityRow>(
    db,
    Prisma.sql`
    select a.id::text as id, a.at, a.user_id as "userId", coalesce(u.display_name, '') as "userName", a.action, a.target,
           a.target_id as "targetId", a.details
      from audit_entries a left join users u on u.id = a.user_id
     where ${Prisma.join(conditions, ' and ')} order by a.id desc limit ${limit + 1}::int`,
  );
  return pageOf(rows, limit);
}

/** Who did something in an environment, by name, and which kinds of actions were done in it. */
export async function summariseActivity(
  db: Db,
  tenantId: string,
  environmentId: string,
): Promise<{ people: { id: string; name: string }[]; actions: string[] }> {
  const rows = await rowsOf<{ userId: string | null; userName: string; action: string }>(
    db,
    Prisma.sql`
    select distinct a.user_id as "userId", coalesce(u.display_name, '') as "userName", a.action
      from audit_entries a left join users u on u.id = a.user_id
     where a.tenant_id = ${tenantId} and ${ENVIRONMENT_OF_ENTRY} = ${environmentId}`,
  );
  const people = new Map(
    rows.flatMap(({ userId, userName }) => (userId === null ? [] : [[userId, userName] as const])),
  );
  return {
    people: [...people].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name, 'en')),
    actions: [...new Set(rows.map(({ action }) => action))].sort(),
  };
}
