import type { ShippedTemplate } from '@/lib/catalog/templates';
import { findTemplateRow, type TemplateRow } from '@/lib/db/templates';
import { errors } from '@/lib/errors';
import { IdSchema } from '@/lib/model/environment';
import type { Blueprint } from '@/lib/model/templates/blueprint';
import type { TemplateDetailView } from '@/lib/model/templates/views';
import { type Context, requireRole, type UseCaseCall } from '../context';
import { templateViews } from './template-views';

/** A template wherever it comes from. */
export type FoundTemplate = { shipped: ShippedTemplate } | { saved: TemplateRow };

/**
 * A template that ships, or one of the actor's tenant. One of another tenant is not there.
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
  return { ...view, blueprint: blueprintIn(found) };
}
