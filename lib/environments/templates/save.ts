import { newId } from '@/lib/crypto';
import { findTemplateRow, insertTemplate } from '@/lib/db/templates';
import type { SecretMode } from '@/lib/model/templates/markers';
import type { TemplateView } from '@/lib/model/templates/views';
import { auditOf, requireRole, type UseCaseCall } from '../context';
import { environmentName } from '../environments/name';
import { blueprintOf } from './blueprint-of';
import { templateNameTaken } from './create';
import { type DocumentAddress, documentOf, requireServices } from './document';
import { templateNotFound } from './find';
import { templateLosses } from './template-losses';
import { templateViews } from './template-views';

/**
 * Saves an environment as a template of the tenant. Its secrets are left out; the next environment gets new ones,
 * or asks for them. The domains it provides become parameters that default to what they are. Of what is deployed on simulated
 * machines it says what ends without which.
 *
 * @param input `secrets`: what becomes of passwords; `isPublic`: other tenants may use and clone it
 * @throws forbidden `role_too_low`; as `documentOf`; state_forbids `environment_empty`; invalid_input with field
 *   `name`; conflict `template_name_taken`
 */
export async function saveTemplate({
  ctx,
  input,
}: UseCaseCall<
  DocumentAddress & { name: string; summary: string; secrets: SecretMode; isPublic: boolean }
>): Promise<TemplateView> {
  requireRole(ctx, 'member');
  const { tenantId, userId } = ctx.actor;
  const { environmentId, summary, secrets, isPublic } = input;
  const name = environmentName(input.name);
  const model = await documentOf(ctx, input);
  requireServices(model);
  const types = await ctx.catalog.serviceTypes(tenantId, model.packages);
  const blueprint = blueprintOf(model, types, { name, summary, secrets, domainsAsParameters: true });
  const losses = input.sessionId === undefined ? await templateLosses(ctx, model, types, blueprint) : null;
  const id = newId();
  const audit = auditOf(ctx, 'template.save', 'template', id, { name, environmentId });
  if (!(await insertTemplate(ctx.db, { id, tenantId, name, blueprint, createdBy: userId, isPublic, losses }, audit)))
    throw templateNameTaken(name);
  const row = await findTemplateRow(ctx.db, tenantId, id);
  if (!row) throw templateNotFound();
  return (await templateViews(ctx)).saved(row);
}
