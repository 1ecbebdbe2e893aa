import type { PolicyParameters } from '@/lib/model/policies/parameters';
import type { PolicyLanguage } from '@/lib/model/policies/policy-template';
import type { PolicyMode } from '@/lib/model/policies/policy-view';
import { type AuditRecord, recordAudit } from './audit';
import type { Db, Tx } from './client';
import { columns, type Scalars, type StoredRow } from './columns';
import { Prisma } from './generated/client';
import { documentPage, type Page, type PageQuery, requireMarker } from './paging';
import { sameName } from './same-name';
import { quickRowsOf } from './statement';
import { transaction } from './transaction';

const FIELDS = [
  'id',
  'tenantId',
  'name',
  'summary',
  'text',
  'parameters',
  'enabled',
  'mode',
  'version',
  'createdAt',
  'changedAt',
  'changedBy',
  'template',
  'language',
] as const satisfies (keyof Scalars<'Policy'>)[];

/** A policy; `tenantId` is empty for one of the whole installation. */
export interface PolicyRow
  extends StoredRow<
    'Policy',
    (typeof FIELDS)[number],
    { parameters: PolicyParameters; mode: PolicyMode; language: PolicyLanguage | null }
  > {
  /** who changed it last; empty when nobody is known to have */
  changerName: string;
}

/** A text that a policy had. */
export interface PolicyVersionRow {
  /** its number, as the marker of a page */
  id: string;
  version: number;
  text: string;
  parameters: PolicyParameters;
  changedAt: Date;
  changerName: string;
}

const select = (condition: Prisma.Sql) => Prisma.sql`
  select ${columns<'Policy'>('p', FIELDS)}, coalesce(u.display_name, '') as "changerName"
    from policies p left join users u on u.id = p.changed_by
   where ${condition} order by p.tenant_id <> '', lower(p.name)`;

/** The policies that hold in a tenant: those of the installation first, then its own, by name. */
export function listPolicyRows(db: Db | Tx, tenantId: string): Promise<PolicyRow[]> {
  return quickRowsOf<PolicyRow>(db, select(Prisma.sql`p.tenant_id in ('', ${tenantId})`));
}

/** Those of them that are switched on. */
export function listEnabledPolicies(db: Db | Tx, tenantId: string): Promise<PolicyRow[]> {
  return quickRowsOf<PolicyRow>(db, select(Prisma.sql`p.enabled and p.tenant_id in ('', ${tenantId})`));
}

/**
 * What policies a run is judged by, as a text that is another one whenever they, their exceptions or what becomes of a run
 * without answers are others.
 */
export async function policiesInForce(
  db: Db | Tx,
  { tenantId, environmentId, now }: { tenantId: string; environmentId: string; now: Date },
): Promise<string> {
  const [row] = await quickRowsOf<{ revision: string }>(
    db,
    Prisma.sql`
    select concat(
      (select string_agg(concat_ws(' ', p.id, p.version, p.mode, p.changed_at), ',' order by p.id)
         from policies p where p.enabled and p.tenant_id in ('', ${tenantId})), '|',
      (select string_agg(x.id, ',' order by x.id) from policy_exceptions x
        where x.tenant_id = ${tenantId} and x.ended_at is null and x.until > ${now}
          and (x.environment_id is null or x.environment_id = ${environmentId})), '|',
      (select on_failure from policy_settings limit 1)) as revision`,
  );
  return row?.revision ?? '';
}

/** A policy that holds in a tenant; null when none of that id does. */
export async function findPolicyRow(db: Db | Tx, tenantId: string, id: string): Promise<PolicyRow | null> {
  const rows = await quickRowsOf<PolicyRow>(db, select(Prisma.sql`p.id = ${id} and p.tenant_id in ('', ${tenantId})`));
  return rows[0] ?? null;
}

/**
 * A page of the texts that a policy had, the newest first; large ones end it early.
 *
 * @throws invalid_input when the policy had no version of the marker
 */
export async function listPolicyVersions(
  db: Db,
  policyId: string,
  { limit, marker }: PageQuery,
): Promise<Page<PolicyVersionRow>> {
  const table = Prisma.sql`(select * from policy_versions where policy_id = ${policyId})`;
  if (marker !== undefined)
    await requireMarker(db, Prisma.sql`select 1 from ${table} m where m.version = ${marker}::bigint`);
  return documentPage<PolicyVersionRow>(
    db,
    {
      table,
      numbered: Prisma.sql`d.version`,
      joins: Prisma.sql`left join users u on u.id = d.changed_by`,
      columns: Prisma.sql`d.version::text as id, d.version, d.text, d.parameters, d.changed_at as "changedAt",
        coalesce(u.display_name, '') as "changerName"`,
      conditions: [marker === undefined ? Prisma.sql`true` : Prisma.sql`d.version < ${marker}::bigint`],
      documents: [Prisma.sql`d.text`, Prisma.sql`d.parameters`],
    },
    limit,
  );
}

/** What is stored of a policy that somebody writes. */
export type WrittenPolicy = Pick<
  PolicyRow,
  | 'id'
  | 'tenantId'
  | 'name'
  | 'summary'
  | 'text'
  | 'parameters'
  | 'enabled'
  | 'mode'
  | 'version'
  | 'changedBy'
  | 'template'
  | 'language'
>;

/**
 * Stores a policy, new or changed, the text that it has now, and the audit row.
 *
 * @param before the version that was read, null for a new policy: one that was changed meanwhile is not overwritten
 * @returns `taken` when another policy of its scope has the name, whatever the case; `changed` when somebody was faster
 */
export async function storePolicy(
  db: Db,
  policy: WrittenPolicy,
  before: { version: number; changedAt: Date } | null,
  audit: AuditRecord,
  now: Date,
): Promise<'stored' | 'taken' | 'changed'> {
  const { id, tenantId, version, text, parameters, changedBy } = policy;
  const data = { ...policy, changedAt: now };
  const changed = Symbol('changed');
  try {
    await transaction(db, async (tx) => {
      const named = await tx.policy.findFirst({
        where: { tenantId, id: { not: id }, name: sameName(policy.name) },
        select: { id: true },
      });
      if (named) throw taken;
      if (before === null) await tx.policy.create({ data });
      else {
        const { count } = await tx.policy.updateMany({
          where: { id, version: before.version, changedAt: before.changedAt },
          data,
        });
        if (count === 0) throw changed;
      }
      if (before?.version !== version)
        await tx.policyVersion.create({
          data: { policyId: id, version, text, parameters, changedBy, changedAt: now },
        });
      await recordAudit(tx, audit);
    });
    return 'stored';
  } catch (error) {
    if (error === taken || (error as { code?: unknown }).code === 'P2002') return 'taken';
    if (error === changed) return 'changed';
    throw error;
  }
}

const taken = Symbol('taken');

/** Deletes a policy with its versions and verdicts, with the audit row. */
export async function deletePolicyRow(db: Db, id: string, audit: AuditRecord): Promise<void> {
  await transaction(db, async (tx) => {
    await tx.policy.deleteMany({ where: { id } });
    await recordAudit(tx, audit);
  });
}

/** What becomes of a run when rules cannot be asked. */
export async function policyOnFailure(db: Db | Tx): Promise<PolicyMode> {
  const row = await db.policySettings.findFirst({ select: { onFailure: true } });
  return row?.onFailure === 'warn' ? 'warn' : 'stop';
}

/** Stores {@link policyOnFailure}, with the audit row. */
export async function storePolicyOnFailure(db: Db, onFailure: PolicyMode, audit: AuditRecord): Promise<void> {
  await transaction(db, async (tx) => {
    await tx.policySettings.upsert({ where: { id: 1 }, create: { onFailure }, update: { onFailure } });
    await recordAudit(tx, audit);
  });
}
