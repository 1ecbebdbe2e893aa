import type { NewEvent } from '@/lib/model/event';
import { type AuditRecord, recordAudit } from './audit';
import type { Db, Tx } from './client';
import { columns, type Scalars, type StoredRow } from './columns';
import { appendEvents, lockEnvironment } from './events';
import { Prisma } from './generated/client';
import { type Page, type PageQuery, pageOf, requireMarker } from './paging';
import { type Decision, decideRequest } from './policy-exception-requests';
import { deleteExpired } from './prune';
import { quickRowsOf } from './statement';
import { transaction } from './transaction';

const FIELDS = [
  'id',
  'policyId',
  'tenantId',
  'environmentId',
  'reason',
  'until',
  'createdAt',
  'endedAt',
] as const satisfies (keyof Scalars<'PolicyException'>)[];

/** Leave of a policy, with the names of whom it concerns. */
export interface PolicyExceptionRow extends StoredRow<'PolicyException', (typeof FIELDS)[number]> {
  tenantName: string;
  /** null: all environments of the tenant */
  environmentName: string | null;
  creatorName: string;
  /** who ended it before its day; null when nobody did */
  enderName: string | null;
}

const select = (condition: Prisma.Sql, most = Prisma.empty) => Prisma.sql`
  select ${columns<'PolicyException'>('x', FIELDS)}, t.name as "tenantName", e.name as "environmentName",
         coalesce(u.display_name, '') as "creatorName", w.display_name as "enderName"
    from policy_exceptions x join tenants t on t.id = x.tenant_id
         left join environments e on e.id = x.environment_id
         left join users u on u.id = x.created_by left join users w on w.id = x.ended_by
   where ${condition} order by x.until desc, x.id desc ${most}`;

const inForce = (now: Date) => Prisma.sql`x.ended_at is null and x.until > ${now}`;
const inTenant = (tenantId: string | null) =>
  tenantId === null ? Prisma.sql`true` : Prisma.sql`x.tenant_id = ${tenantId}`;

/** Exceptions in force that concern one environment. */
export function exceptionsFor(
  db: Db | Tx,
  about: { tenantId: string; environmentId: string; now: Date },
): Promise<PolicyExceptionRow[]> {
  const { tenantId, environmentId, now } = about;
  const concerns = Prisma.sql`(x.environment_id is null or x.environment_id = ${environmentId})`;
  return quickRowsOf(db, select(Prisma.sql`x.tenant_id = ${tenantId} and ${inForce(now)} and ${concerns}`));
}

/**
 * Exceptions in force from several policies.
 *
 * @param tenantId null: of every tenant
 */
export function exceptionsInForce(
  db: Db,
  policyIds: readonly string[],
  tenantId: string | null,
  now: Date,
): Promise<PolicyExceptionRow[]> {
  if (policyIds.length === 0) return Promise.resolve([]);
  const of = Prisma.sql`x.policy_id = any(${[...policyIds]}::bpchar[])`;
  return quickRowsOf(db, select(Prisma.sql`${of} and ${inTenant(tenantId)} and ${inForce(now)}`));
}

/** Whose exceptions from which policy; `tenantId` null: those of every tenant. */
interface ExceptionScope {
  policyId: string;
  tenantId: string | null;
}

const inScope = ({ policyId, tenantId }: ExceptionScope) =>
  Prisma.sql`x.policy_id = ${policyId} and ${inTenant(tenantId)}`;

/**
 * A page of the exceptions that there were from a policy, those that last longest first.
 *
 * @throws invalid_input when none of them is the marker's: it may have been deleted
 */
export async function listExceptionPage(
  db: Db,
  scope: ExceptionScope,
  { limit, marker }: PageQuery,
): Promise<Page<PolicyExceptionRow>> {
  const conditions = [inScope(scope)];
  if (marker !== undefined) {
    const named = Prisma.sql`from policy_exceptions x where ${inScope(scope)} and x.id = ${marker}`;
    await requireMarker(db, Prisma.sql`select 1 ${named}`);
    conditions.push(Prisma.sql`(x.until, x.id) < (select x.until, x.id ${named})`);
  }
  const most = Prisma.sql`limit ${limit + 1}::int`;
  const rows = await quickRowsOf<PolicyExceptionRow>(db, select(Prisma.join(conditions, ' and '), most));
  return pageOf(rows, limit);
}

/** One of them; null when there is none of that id. */
export async function findExceptionRow(db: Db, scope: ExceptionScope, id: string): Promise<PolicyExceptionRow | null> {
  const rows = await quickRowsOf<PolicyExceptionRow>(db, select(Prisma.sql`${inScope(scope)} and x.id = ${id}`));
  return rows[0] ?? null;
}

/** How many exceptions from a policy are in force, of every tenant. */
export function countExceptionsInForce(db: Db, policyId: string, now: Date): Promise<number> {
  return db.policyException.count({ where: { policyId, endedAt: null, until: { gt: now } } });
}

/** Prisma's code for a row that names one that is not there. */
const FOREIGN_KEY_VIOLATION = 'P2003';

/** What is stored of a new exception. */
export type NewPolicyException = Pick<
  PolicyExceptionRow,
  'id' | 'policyId' | 'tenantId' | 'environmentId' | 'reason' | 'until' | 'createdAt'
> & { createdBy: string };

/**
 * Stores an exception, with the audit row and what tells of it.
 *
 * @param decision of the request that it grants; null: nobody asked for it
 * @returns `decided`: somebody decided the request meanwhile; `gone`: what it names was deleted meanwhile
 */
export async function insertException(
  db: Db,
  exception: NewPolicyException,
  { audit, event, decision }: { audit: AuditRecord; event: NewEvent; decision: Decision | null },
): Promise<'stored' | 'decided' | 'gone'> {
  try {
    return await transaction(db, async (tx) => {
      const concerned = await environmentsThatWait(tx, exception);
      for (const id of concerned) await lockEnvironment(tx, id);
      if (decision && !(await decideRequest(tx, decision))) return 'decided';
      await tx.policyException.create({ data: exception });
      await recordAudit(tx, audit);
      for (const id of concerned) await appendEvents(tx, id, null, [{ ...event, entityId: id }]);
      return 'stored';
    });
  } catch (error) {
    if ((error as { code?: unknown }).code === FOREIGN_KEY_VIOLATION) return 'gone';
    throw error;
  }
}

/** Environments with drafts that are notified at once of an exception for all of a tenant; others see it when judged anew. */
const MAX_NOTIFIED = 50;

/** Environments in which somebody may wait for an exception: the one it is for, or those of its tenant with a draft. */
async function environmentsThatWait(
  tx: Tx,
  { tenantId, environmentId }: Pick<PolicyExceptionRow, 'tenantId' | 'environmentId'>,
): Promise<string[]> {
  if (environmentId !== null) return [environmentId];
  const rows = await quickRowsOf<{ id: string }>(
    tx,
    Prisma.sql`
    select e.id from environments e where e.tenant_id = ${tenantId} and e.deleted_at is null
       and exists (select 1 from sessions s where s.environment_id = e.id and s.state = 'open')
     order by e.id limit ${MAX_NOTIFIED}::int`,
  );
  return rows.map(({ id }) => id);
}

/** Ends an exception that is in force, with the audit row and what tells of it. @returns whether it was */
export function endExceptionRow(
  db: Db,
  { id, endedBy, now }: { id: string; endedBy: string; now: Date },
  {
    audit,
    event,
    concerns,
  }: { audit: AuditRecord; event: NewEvent; concerns: Pick<PolicyExceptionRow, 'tenantId' | 'environmentId'> },
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const concerned = await environmentsThatWait(tx, concerns);
    for (const one of concerned) await lockEnvironment(tx, one);
    const { count } = await tx.policyException.updateMany({
      where: { id, endedAt: null, until: { gt: now } },
      data: { endedAt: now, endedBy },
    });
    if (count === 0) return false;
    await recordAudit(tx, audit);
    for (const one of concerned) await appendEvents(tx, one, null, [{ ...event, entityId: one }]);
    return true;
  });
}

/** Deletes exceptions that ended before an instant. @returns how many rows went */
export function pruneExceptions(db: Db, before: Date): Promise<number> {
  return deleteExpired(db, {
    table: 'policy_exceptions',
    condition: Prisma.sql`least(until, coalesce(ended_at, until)) < ${before}`,
  });
}

/**
 * Names of people who administer a tenant, by name.
 *
 * @param tenantId empty: the whole installation
 */
export async function namesOfAdministrators(db: Db, tenantId: string, limit: number): Promise<string[]> {
  const administers =
    tenantId === ''
      ? Prisma.sql`u.system_admin`
      : Prisma.sql`exists (
          select 1 from role_assignments r where r.user_id = u.id and r.tenant_id = ${tenantId} and r.role = 'admin')`;
  const rows = await quickRowsOf<{ name: string }>(
    db,
    Prisma.sql`
    select u.display_name as name from users u where u.enabled and ${administers}
     order by u.display_name limit ${limit}::int`,
  );
  return rows.map(({ name }) => name);
}
