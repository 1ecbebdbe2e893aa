import type { Blueprint, BlueprintLoss } from '@/lib/model/templates/blueprint';
import { type AuditRecord, auditInsert, recordAudit } from './audit';
import type { Db } from './client';
import { Prisma } from './generated/client';
import { afterMarker, documentPage, type Page, type PageQuery, wordPatterns } from './paging';
import { rowsOf } from './statement';
import { transaction } from './transaction';

/** A template that a tenant saved. */
export interface TemplateRow {
  id: string;
  tenantId: string;
  name: string;
  blueprint: Blueprint;
  createdBy: string;
  /** empty when that user is no longer known */
  creatorName: string;
  createdAt: Date;
  updatedAt: Date;
  /** other tenants may use and copy it, too */
  isPublic: boolean;
  /** what ends without which of its machines; null: unknown */
  losses: BlueprintLoss[] | null;
}

const rowOf = (alias: 't' | 'd') => {
  const of = Prisma.raw(alias);
  return Prisma.sql`${of}.id, ${of}.tenant_id as "tenantId", ${of}.name, ${of}.blueprint, ${of}.created_by as "createdBy",
    coalesce(u.display_name, '') as "creatorName", ${of}.created_at as "createdAt", ${of}.updated_at as "updatedAt",
    ${of}.is_public as "isPublic", ${of}.losses`;
};
const ROW = rowOf('t');

/** Whose templates are listed: a tenant's own, those that are everybody's, or both. */
export type TemplateScope = 'own' | 'public' | 'all';

/** The templates of a scope, of which a tenant sees its own and those that are everybody's. */
function inScope(alias: 'd' | 'm' | 't', tenantId: string, scope: TemplateScope): Prisma.Sql {
  const of = Prisma.raw(alias);
  if (scope === 'own') return Prisma.sql`${of}.tenant_id = ${tenantId}`;
  if (scope === 'public') return Prisma.sql`${of}.is_public`;
  return Prisma.sql`(${of}.is_public or ${of}.tenant_id = ${tenantId})`;
}

/**
 * A page of the templates that a tenant may use, oldest first; large ones end it early.
 *
 * @throws invalid_input when there is no such template of the marker: it may have been deleted
 */
export async function listTemplatePage(
  db: Db,
  tenantId: string,
  { limit, marker, search, scope = 'all' }: PageQuery & { search?: string; scope?: TemplateScope | undefined },
): Promise<Page<TemplateRow>> {
  const table = Prisma.sql`environment_templates`;
  return documentPage<TemplateRow>(
    db,
    {
      table,
      joins: Prisma.sql`left join users u on u.id = d.created_by`,
      columns: rowOf('d'),
      conditions: [
        inScope('d', tenantId, scope),
        ...wordPatterns(search).map((pattern) => Prisma.sql`lower(d.name) like ${pattern}`),
        ...(await afterMarker(db, table, marker, inScope('m', tenantId, scope), true)),
      ],
      documents: [Prisma.sql`d.blueprint`],
      oldestFirst: true,
    },
    limit,
  );
}

/** A template that a tenant may use, its own or everybody's; null when there is none of that id. */
export async function findTemplateRow(db: Db, tenantId: string, templateId: string): Promise<TemplateRow | null> {
  const rows = await rowsOf<TemplateRow>(
    db,
    Prisma.sql`
    select ${ROW} from environment_templates t left join users u on u.id = t.created_by
     where t.id = ${templateId} and ${inScope('t', tenantId, 'all')}`,
  );
  return rows[0] ?? null;
}

/**
 * Changes a template of a tenant, with its audit row. Changes at the same time follow one another.
 *
 * @param change the template as it will be, from what it is; throws to refuse
 * @returns null when the tenant has none of that id; `taken` when another one has the name
 */
export async function changeTemplateRow(
  db: Db,
  { tenantId, templateId }: { tenantId: string; templateId: string },
  change: (row: Pick<TemplateRow, 'name' | 'blueprint'>) => Pick<TemplateRow, 'name' | 'blueprint'>,
  audit: AuditRecord,
): Promise<'changed' | 'taken' | null> {
  return transaction(db, async (tx) => {
    const [row] = await rowsOf<Pick<TemplateRow, 'name' | 'blueprint'>>(
      tx,
      Prisma.sql`select name, blueprint from environment_templates
                  where id = ${templateId} and tenant_id = ${tenantId} for update`,
    );
    if (!row) return null;
    const { name, blueprint } = change(row);
    const others = await rowsOf<{ id: string }>(
      tx,
      Prisma.sql`select id from environment_templates
                  where tenant_id = ${tenantId} and lower(name) = lower(${name}) and id <> ${templateId}`,
    );
    if (others.length > 0) return 'taken';
    await rowsOf<{ id: string }>(
      tx,
      Prisma.sql`update environment_templates
                    set name = ${name}, blueprint = ${JSON.stringify(blueprint)}::jsonb, updated_at = now(),
                        losses = case when blueprint->'services' = ${JSON.stringify(blueprint.services)}::jsonb then losses end
                  where id = ${templateId} returning id`,
    );
    await recordAudit(tx, audit);
    return 'changed';
  });
}

/**
 * Stores a template, with its audit row.
 *
 * @returns false when a template of the tenant has that name already, whatever the case
 */
export async function insertTemplate(
  db: Db,
  template: Pick<TemplateRow, 'id' | 'tenantId' | 'name' | 'blueprint' | 'createdBy' | 'isPublic' | 'losses'>,
  audit: AuditRecord,
): Promise<boolean> {
  const { id, tenantId, name, blueprint, createdBy, isPublic, losses } = template;
  const lost = losses === null ? null : JSON.stringify(losses);
  const rows = await rowsOf<{ id: string }>(
    db,
    Prisma.sql`
    with made as (
      insert into environment_templates (id, tenant_id, name, blueprint, created_by, is_public, losses)
      values (${id}, ${tenantId}, ${name}, ${JSON.stringify(blueprint)}::jsonb, ${createdBy}, ${isPublic}, ${lost}::jsonb)
      on conflict (tenant_id, lower(name)) do nothing returning id
    ), audited as (${auditInsert(audit, Prisma.sql`made`)})
    select id from made`,
  );
  return rows.length === 1;
}

/**
 * Deletes a template, with its audit row.
 *
 * @returns false when the tenant has none of that id
 */
export async function deleteTemplateRow(
  db: Db,
  tenantId: string,
  templateId: string,
  audit: AuditRecord,
): Promise<boolean> {
  const rows = await rowsOf<{ id: string }>(
    db,
    Prisma.sql`
    with gone as (
      delete from environment_templates where id = ${templateId} and tenant_id = ${tenantId} returning id
    ), audited as (${auditInsert(audit, Prisma.sql`gone`)})
    select id from gone`,
  );
  return rows.length === 1;
}
