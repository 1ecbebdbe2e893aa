import type { ShippedTemplate } from '@/lib/catalog/templates';
import { type PageQuery, searchWords } from '@/lib/db/paging';
import { listTemplatePage, type TemplateScope } from '@/lib/db/templates';
import { nextMarker } from '@/lib/model/next-marker';
import type { TemplatePage } from '@/lib/model/templates/views';
import { requireRole, type UseCaseCall } from '../context';
import { templateViews } from './template-views';

/** Which templates to list. */
export interface TemplateQuery extends PageQuery {
  /** words that the name has, whatever the case */
  search?: string;
  /** whose: the tenant's own, those that are everybody's, or both */
  scope?: TemplateScope | undefined;
}

/**
 * A page of the templates of environments that a tenant may use: on the first one those that ship, as far as the
 * tenant has the service types they need, besides those that it or another tenant saved, oldest first, which are told in pages.
 *
 * @throws forbidden `role_too_low`; invalid_input for a marker of no template of the tenant
 */
export async function listTemplates({ ctx, input }: UseCaseCall<TemplateQuery>): Promise<TemplatePage> {
  requireRole(ctx, 'reader');
  const [views, page] = await Promise.all([templateViews(ctx), listTemplatePage(ctx.db, ctx.actor.tenantId, input)]);
  const words = searchWords(input.search);
  const shipped =
    input.marker !== undefined || input.scope === 'own'
      ? []
      : ctx.catalog.templates.filter(
          ({ blueprint }) =>
            words.every((word) => blueprint.name.toLowerCase().includes(word)) &&
            views.missingTypes(blueprint).length === 0,
        );
  // the smallest first: a newcomer begins there
  const size = ({ blueprint }: ShippedTemplate) =>
    blueprint.services.reduce((sum, { units }) => sum + (Array.isArray(units) ? units.length : 0), 0);
  const templates = [
    ...[...shipped].sort((a, b) => size(a) - size(b)).map(views.shipped),
    ...page.rows.map(views.saved),
  ];
  return { templates, ...nextMarker(page) };
}
