import type { ShippedTemplate } from '@/lib/catalog/templates';
import { findTemplateRow, type TemplateRow } from '@/lib/db/templates';
import { errors } from '@/lib/errors';
import { hasRole } from '@/lib/model/actor';
import { IdSchema } from '@/lib/model/environment';
import type { Blueprint } from '@/lib/model/templates/blueprint';
import type { TemplateDetailView } from '@/lib/model/templates/views';
import { type Context, requireRole, type UseCaseCall } from '../context';
import { servicesIn } from './services-in';
import { templateViews } from './template-views';

/** A template wherever it comes from. */
export type FoundTemplate = { shipped: ShippedTemplate } | { saved: TemplateRow };

/**
 * A template that ships, or one that the actor's tenant may use. What another tenant keeps to itself is not there.
 *
 * @throws not_found `template_not_found`
 */
export async function findTemplate(ctx: Context, templateId: string): Promise<FoundTemplate> {
  const shipped = ctx.catalog.templates.find(({ id }) => id === templateId);
  if (shipped) return { shipped };
  const isId = IdSchema.safeParse(templateId).success;
  const saved = isId ? await findTemplateRow(ctx.db, ctx.actor.tenantId, templateId) : null;
  if (saved) return { saved };
  throw templateNotFound();
}

/** The refusal of a template that is not there. */
export function templateNotFound() {
  return errors.notFound('template_not_found', 'There is no such template. It may have been deleted.');
}

/**
 * A template that the actor may change: one that they saved, or as an administrator of the tenant anybody's.
 *
 * @throws forbidden `role_too_low`, `template_shipped`, `template_of_another_tenant`, `template_of_another_user`;
 *   not_found `template_not_found`
 */
export async function ownTemplate(ctx: Context, templateId: string): Promise<TemplateRow> {
  requireRole(ctx, 'member');
  const { actor } = ctx;
  const found = await findTemplate(ctx, templateId);
  if ('shipped' in found) {
    throw errors.forbidden(
      'template_shipped',
      'This template ships with the catalog; it cannot be changed or deleted.',
    );
  }
  const { tenantId, createdBy, creatorName } = found.saved;
  if (tenantId !== actor.tenantId) {
    throw errors.forbidden(
      'template_of_another_tenant',
      'This template belongs to another tenant, which lets everybody use it. Clone it to have one of your own.',
    );
  }
  if (createdBy === actor.userId || hasRole(actor.role, 'admin')) return found.saved;
  throw errors.forbidden(
    'template_of_another_user',
    `This template was saved by ${creatorName || 'another user'}. They or an administrator of ${actor.tenantName} can change or delete it.`,
  );
}

/** What a template holds. */
export function blueprintIn(found: FoundTemplate): Blueprint {
  return 'shipped' in found ? found.shipped.blueprint : { ...found.saved.blueprint, name: found.saved.name };
}

/**
 * One template with its blueprint, which is also what a file of it holds.
 *
 * @throws forbidden `role_too_low`; not_found `template_not_found`
 */
export async function getTemplate({ ctx, input }: UseCaseCall<{ templateId: string }>): Promise<TemplateDetailView> {
  requireRole(ctx, 'reader');
  const [found, views] = await Promise.all([findTemplate(ctx, input.templateId), templateViews(ctx)]);
  const view = 'shipped' in found ? views.shipped(found.shipped) : views.saved(found.saved);
  const blueprint = blueprintIn(found);
  return { ...view, services: servicesIn(blueprint, view.services), blueprint };
}
