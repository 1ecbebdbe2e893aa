import type { NewEvent } from '@/lib/model/event';
import { type AuditRecord, recordAudit } from './audit';
import type { Db, Tx } from './client';
import { columns, type Scalars, type StoredRow } from './columns';
import { appendEvents, lockEnvironment } from './events';
import { Prisma } from './generated/client';
import { type Page, type PageQuery, pageOf, requireMarker } from './paging';
import type { PolicyRow } from './policies';
import { deleteExpired } from './prune';
import { quickRowsOf } from './statement';
import { transaction } from './transaction';

const FIELDS = [
  'id',
  'policyId',
  'tenantId',
  'environmentId',
  'sentence',
  'reason',
  'createdAt',
  'granted',
  'decidedAt',
  'answer',
] as const satisfies (keyof Scalars<'PolicyExceptionRequest'>)[];

/** A request for leave of a policy, with the names of whom it concerns. */
export interface ExceptionRequestRow extends StoredRow<'PolicyExceptionRequest', (typeof FIELDS)[number]> {
  policyName: string;
  /** the ready policy that it was made of, and in which language */
  policyTemplate: string | null;
  policyLanguage: PolicyRow['language'];
  tenantName: string;
  environmentName: string;
  creatorName: string;
  /** null while nobody has decided */
  deciderName: string | null;
}

/** Which requests are meant; what is left out does not matter. */
export interface RequestScope {
  id?: string;
  policyId?: string;
  environmentId?: string;
  /** whose environments; null: those of every tenant */
  tenantId: string | null;
  /** those that wait for somebody who administers these: '' the installation, an id its tenant */
  openFor?: readonly string[];
}

const FROM = Prisma.sql`policy_exception_requests x join policies p on p.id = x.policy_id
         join tenants t on t.id = x.tenant_id join environments e on e.id = x.environment_id
         left join users u on u.id = x.created_by left join users w on w.id = x.decided_by`;

const select = (condition: Prisma.Sql, most = Prisma.empty) => Prisma.sql`
  select ${columns<'PolicyExceptionRequest'>('x', FIELDS)}, p.name as "policyName",
         p.template as "policyTemplate", p.language as "policyLanguage", t.name as "tenantName",
         e.name as "environmentName", coalesce(u.display_name, '') as "creatorName", w.display_name as "deciderName"
    from ${FROM} where ${condition} order by x.created_at desc, x.id desc ${most}`;

function conditionsOf({ id, policyId, environmentId, tenantId, openFor }: RequestScope): Prisma.Sql[] {
  return [
    Prisma.sql`e.deleted_at is null`,
    ...(id === undefined ? [] : [Prisma.sql`x.id = ${id}`]),
    ...(policyId === undefined ? [] : [Prisma.sql`x.policy_id = ${policyId}`]),
    ...(environmentId === undefined ? [] : [Prisma.sql`x.environment_id = ${environmentId}`]),
    ...(tenantId === null ? [] : [Prisma.sql`x.tenant_id = ${tenantId}`]),
    ...(openFor === undefined ? [] : [Prisma.sql`x.granted is null and p.tenant_id = any(${[...openFor]}::text[])`]),
  ];
}

/**
 * A page of requests, the newest first.
 *
 * @throws invalid_input when none of them is the marker's
 */
export async function listRequestPage(
  db: Db,
  scope: RequestScope,
  { limit, marker }: PageQuery,
): Promise<Page<ExceptionRequestRow>> {
  const conditions = conditionsOf(scope);
  if (marker !== undefined) {
    const named = Prisma.sql`from ${FROM} where ${Prisma.join([...conditions, Prisma.sql`x.id = ${marker}`], ' and ')}`;
    await requireMarker(db, Prisma.sql`select 1 ${named}`);
    conditions.push(Prisma.sql`(x.created_at, x.id) < (
      select m.created_at, m.id from policy_exception_requests m where m.id = ${marker})`);
  }
  const most = Prisma.sql`limit ${limit + 1}::int`;
  return pageOf(await quickRowsOf<ExceptionRequestRow>(db, select(Prisma.join(conditions, ' and '), most)), limit);
}

/** The newest request of a scope; null when there is none. */
export async function newestRequest(db: Db, scope: RequestScope): Promise<ExceptionRequestRow | null> {
  const where = Prisma.join(conditionsOf(scope), ' and ');
  const rows = await quickRowsOf<ExceptionRequestRow>(db, select(where, Prisma.sql`limit 1`));
  return rows[0] ?? null;
}

/** What is stored of a new request. */
export type NewExceptionRequest = Pick<
  ExceptionRequestRow,
  'id' | 'policyId' | 'tenantId' | 'environmentId' | 'sentence' | 'reason' | 'createdAt'
> & { createdBy: string };

/** Prisma's codes for a second row where one may be, and for one that names what is not there. */
const [UNIQUE_VIOLATION, FOREIGN_KEY_VIOLATION] = ['P2002', 'P2003'];

/**
 * Stores a request, with its audit row and the event that tells of it.
 *
 * @returns `open`: there is one already that nobody has decided; `gone`: what it names was deleted meanwhile
 */
export async function insertRequest(
  db: Db,
  request: NewExceptionRequest,
  { audit, event }: { audit: AuditRecord; event: NewEvent },
): Promise<'stored' | 'open' | 'gone'> {
  try {
    await transaction(db, async (tx) => {
      await lockEnvironment(tx, request.environmentId);
      await tx.policyExceptionRequest.create({ data: request });
      await recordAudit(tx, audit);
      await appendEvents(tx, request.environmentId, null, [event]);
    });
    return 'stored';
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === UNIQUE_VIOLATION) return 'open';
    if (code === FOREIGN_KEY_VIOLATION) return 'gone';
    throw error;
  }
}

/** How a request is decided: by whom, when, and why not. */
export interface Decision {
  id: string;
  granted: boolean;
  decidedBy: string;
  decidedAt: Date;
  answer: string | null;
}

/** Decides a request in a transaction that has locked its environment. @returns whether nobody had decided it before */
export async function decideRequest(tx: Tx, { id, ...decision }: Decision): Promise<boolean> {
  const { count } = await tx.policyExceptionRequest.updateMany({ where: { id, granted: null }, data: decision });
  return count > 0;
}

/** Deletes requests that were decided before an instant. @returns how many rows went */
export function pruneRequests(db: Db, before: Date): Promise<number> {
  return deleteExpired(db, { table: 'policy_exception_requests', condition: Prisma.sql`decided_at < ${before}` });
}
