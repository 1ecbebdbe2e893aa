import { listTemplateRows } from '@/lib/db/templates';
import type { TemplateView } from '@/lib/model/templates/views';
import { type Ask, requireRole } from '../context';
import { templateViews } from './template-views';

/**
 * The templates of environments that a tenant may use: first those that ship, as far as the tenant has the service
 * types they need, then its own, oldest first.
 *
 * @throws forbidden `role_too_low`
 */
export async function listTemplates({ ctx }: Ask<object>): Promise<TemplateView[]> {
  requireRole(ctx, 'reader');
  const [views, rows] = await Promise.all([templateViews(ctx), listTemplateRows(ctx.db, ctx.actor.tenantId)]);
  const shipped = ctx.catalog.templates.filter(({ blueprint }) => views.missingTypes(blueprint).length === 0);
  // the smallest first: a newcomer begins there
  const size = ({ blueprint }: (typeof shipped)[number]) =>
    blueprint.services.reduce((sum, { units }) => sum + (Array.isArray(units) ? units.length : 0), 0);
  return [...[...shipped].sort((a, b) => size(a) - size(b)).map(views.shipped), ...rows.map(views.saved)];
}
