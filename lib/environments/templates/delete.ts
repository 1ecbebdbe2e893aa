import { deleteTemplateRow } from '@/lib/db/templates';
import { errors } from '@/lib/errors';
import { hasRole } from '@/lib/model/actor';
import { auditOf, requireRole, type UseCaseCall } from '../context';
import { findTemplate, templateNotFound } from './find';

/**
 * Deletes a template that the actor saved; an administrator of the tenant deletes anybody's. Environments that were
 * made from it stay as they are.
 *
 * @throws forbidden `role_too_low`, `template_shipped`, `template_of_another_user`; not_found `template_not_found`
 */
export async function deleteTemplate({ ctx, input }: UseCaseCall<{ templateId: string }>): Promise<void> {
  requireRole(ctx, 'member');
  const { actor, db } = ctx;
  const found = await findTemplate(ctx, input.templateId);
  if ('shipped' in found) {
    throw errors.forbidden('template_shipped', 'This template ships with the catalog; it cannot be deleted.');
  }
  const { id, name, createdBy, creatorName } = found.saved;
  if (createdBy !== actor.userId && !hasRole(actor.role, 'admin')) {
    throw errors.forbidden(
      'template_of_another_user',
      `This template was saved by ${creatorName || 'another user'}. They or an administrator of ${actor.tenantName} can delete it.`,
    );
  }
  const audit = auditOf(ctx, 'template.delete', 'template', id, { name });
  if (!(await deleteTemplateRow(db, actor.tenantId, id, audit))) throw templateNotFound();
}
