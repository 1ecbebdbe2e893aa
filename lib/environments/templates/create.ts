import { newId } from '@/lib/crypto';
import { findTemplateRow, insertTemplate, type TemplateRow } from '@/lib/db/templates';
import { errors } from '@/lib/errors';
import type { AuditAction } from '@/lib/model/audit-actions';
import type { Json } from '@/lib/model/json';
import { BLUEPRINT_FORMAT, type Blueprint } from '@/lib/model/templates/blueprint';
import type { TemplateView } from '@/lib/model/templates/views';
import { auditOf, type Context, requireRole, type UseCaseCall } from '../context';
import { environmentName } from '../environments/name';
import { findTemplate, templateNotFound } from './find';
import { plannedServices } from './planned-services';
import { templateViews } from './template-views';

/**
 * Makes a template of the tenant from services that are sent, or without any: they are added later.
 *
 * @param input `isPublic`: other tenants may use and clone it
 * @throws forbidden `role_too_low`; invalid_input with field `name` or those of services; conflict
 *   `template_name_taken`
 */
export async function createTemplate({
  ctx,
  input,
}: UseCaseCall<{
  name: string;
  summary: string;
  isPublic: boolean;
  services: readonly Json[];
}>): Promise<TemplateView> {
  requireRole(ctx, 'member');
  const { summary, isPublic, services } = input;
  const name = environmentName(input.name);
  const types = await ctx.catalog.serviceTypes(ctx.actor.tenantId);
  const planned = plannedServices(services, types);
  const blueprint: Blueprint = {
    format: BLUEPRINT_FORMAT,
    ...{ name, summary, version: '1.0.0', parameters: [], services: planned },
  };
  return storeTemplate(ctx, { name, blueprint, isPublic, losses: null }, 'template.create');
}

/**
 * Makes a template of the tenant with what another one holds: one of its own, of another tenant that lets everybody use
 * it, or one that ships.
 *
 * @throws forbidden `role_too_low`; not_found `template_not_found`; invalid_input with field `name`; conflict
 *   `template_name_taken`
 */
export async function cloneTemplate({
  ctx,
  input,
}: UseCaseCall<{ templateId: string; name: string }>): Promise<TemplateView> {
  requireRole(ctx, 'member');
  const found = await findTemplate(ctx, input.templateId);
  const { blueprint, losses } = 'shipped' in found ? found.shipped : found.saved;
  const name = environmentName(input.name);
  const template = { name, blueprint: { ...blueprint, name }, isPublic: false, losses: losses && [...losses] };
  return storeTemplate(ctx, template, 'template.clone');
}

/** The refusal of a name that another template of the tenant has. */
export function templateNameTaken(name: string) {
  return errors.conflict('template_name_taken', `There is already a template named "${name}". Choose another name.`, {
    fields: [{ path: 'name', code: 'taken', sentence: 'This name is taken.' }],
  });
}

/**
 * Stores a new template of the tenant.
 *
 * @throws conflict `template_name_taken`
 */
async function storeTemplate(
  ctx: Context,
  { name, blueprint, isPublic, losses }: Pick<TemplateRow, 'name' | 'blueprint' | 'isPublic' | 'losses'>,
  action: Extract<AuditAction, 'template.create' | 'template.clone'>,
): Promise<TemplateView> {
  const { tenantId, userId } = ctx.actor;
  const id = newId();
  const audit = auditOf(ctx, action, 'template', id, { name });
  if (!(await insertTemplate(ctx.db, { id, tenantId, name, blueprint, createdBy: userId, isPublic, losses }, audit)))
    throw templateNameTaken(name);
  const row = await findTemplateRow(ctx.db, tenantId, id);
  if (!row) throw templateNotFound();
  return (await templateViews(ctx)).saved(row);
}
