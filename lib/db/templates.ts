import type { Blueprint } from '@/lib/model/templates/blueprint';
import { type AuditRecord, auditInsert } from './audit';
import type { Db } from './client';
import { Prisma } from './generated/client';
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

const ROW = Prisma.sql`t.id, t.tenant_id as "tenantId", t.name, t.blueprint, t.created_by as "createdBy",
  coalesce(u.display_name, '') as "creatorName", t.created_at as "createdAt"`;

/** The templates of a tenant, oldest first. */
export function listTemplateRows(db: Db, tenantId: string): Promise<TemplateRow[]> {
  return rowsOf<TemplateRow>(
    db,
    Prisma.sql`
    select ${ROW} from environment_templates t left join users u on u.id = t.created_by
     where t.tenant_id = ${tenantId} order by t.created_at, t.id`,
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
