import { deleteTemplateRow } from '@/lib/db/templates';
import { auditOf, requireRole, type UseCaseCall } from '../context';
import { ownTemplate, templateNotFound } from './find';

/**
 * Deletes a template that the actor saved; an administrator of the tenant deletes anybody's. Environments that were
 * made from it stay as they are.
 *
 * @throws as {@link ownTemplate}
 */
export async function deleteTemplate({ ctx, input }: UseCaseCall<{ templateId: string }>): Promise<void> {
  requireRole(ctx, 'member');
  const { actor, db } = ctx;
  const { id, name } = await ownTemplate(ctx, input.templateId);
  const audit = auditOf(ctx, 'template.delete', 'template', id, { name });
  if (!(await deleteTemplateRow(db, actor.tenantId, id, audit))) throw templateNotFound();
}
