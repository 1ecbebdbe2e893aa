import type { Blueprint } from '@/lib/model/templates/blueprint';
import { type AuditRecord, auditInsert } from './audit';
import type { Db } from './client';
import { Prisma } from './generated/client';
import { afterMarker, documentPage, type Page, type PageQuery, wordPatterns } from './paging';
import { rowsOf } from './statement';

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
}

const rowOf = (alias: 't' | 'd') => {
  const of = Prisma.raw(alias);
  return Prisma.sql`${of}.id, ${of}.tenant_id as "tenantId", ${of}.name, ${of}.blueprint, ${of}.created_by as "createdBy",
    coalesce(u.display_name, '') as "creatorName", ${of}.created_at as "createdAt"`;
};
const ROW = rowOf('t');

/**
 * A page of the templates of a tenant, oldest first; large ones end it early.
 *
 * @throws invalid_input when the tenant has no template of the marker: it may have been deleted
 */
export async function listTemplatePage(
  db: Db,
  tenantId: string,
  { limit, marker, search }: PageQuery & { search?: string },
): Promise<Page<TemplateRow>> {
  const table = Prisma.sql`environment_templates`;
  return documentPage<TemplateRow>(
    db,
    {
      table,
      joins: Prisma.sql`left join users u on u.id = d.created_by`,
      columns: rowOf('d'),
      conditions: [
        Prisma.sql`d.tenant_id = ${tenantId}`,
        ...wordPatterns(search).map((pattern) => Prisma.sql`lower(d.name) like ${pattern}`),
        ...(await afterMarker(db, table, marker, Prisma.sql`m.tenant_id = ${tenantId}`, true)),
      ],
      documents: [Prisma.sql`d.blueprint`],
      oldestFirst: true,
    },
    limit,
  );
}

/** A template of a tenant; null when the tenant has none of that id. */
export async function findTemplateRow(db: Db, tenantId: string, templateId: string): Promise<TemplateRow | null> {
  const rows = await rowsOf<TemplateRow>(
    db,
    Prisma.sql`
    select ${ROW} from environment_templates t left join users u on u.id = t.created_by
     where t.id = ${templateId} and t.tenant_id = ${tenantId}`,
  );
  return rows[0] ?? null;
}

/**
 * Stores a template, with its audit row.
 *
 * @returns false when a template of the tenant has that name already, whatever the case
 */
export async function insertTemplate(
  db: Db,
  template: Pick<TemplateRow, 'id' | 'tenantId' | 'name' | 'blueprint' | 'createdBy'>,
  audit: AuditRecord,
): Promise<boolean> {
  const { id, tenantId, name, blueprint, createdBy } = template;
  const rows = await rowsOf<{ id: string }>(
    db,
    Prisma.sql`
    with made as (
      insert into environment_templates (id, tenant_id, name, blueprint, created_by)
      values (${id}, ${tenantId}, ${name}, ${JSON.stringify(blueprint)}::jsonb, ${createdBy})
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
