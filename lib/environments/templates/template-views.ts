import type { ShippedTemplate } from '@/lib/catalog/templates';
import { compositionOf, firstDeploymentDurations } from '@/lib/db/first-deployment-durations';
import type { TemplateRow } from '@/lib/db/templates';
import type { Blueprint } from '@/lib/model/templates/blueprint';
import type { TemplateView } from '@/lib/model/templates/views';
import type { Context } from '../context';
import { summaryOf } from './summary';

type BlueprintFields = Omit<
  TemplateView,
  | 'id'
  | 'origin'
  | 'losses'
  | 'created'
  | 'updated'
  | 'created_by'
  | 'mine'
  | 'is_public'
  | 'tenant_id'
  | 'description_text'
>;

/** The maker of templates' views, knowing what the tenant may use and how long such environments took. */
export interface TemplateViews {
  shipped(template: ShippedTemplate): TemplateView;
  saved(row: TemplateRow): TemplateView;
  /** service types of a blueprint that the tenant may not use, or that no package has */
  missingTypes(blueprint: Blueprint): string[];
}

/** Asks what {@link TemplateViews} needs to know. */
export async function templateViews(ctx: Context): Promise<TemplateViews> {
  const { tenantId, userId } = ctx.actor;
  const [types, offer, durations] = await Promise.all([
    ctx.catalog.serviceTypes(tenantId),
    ctx.recentOffer(),
    firstDeploymentDurations(ctx.db, tenantId),
  ]);
  const missingTypes = ({ services }: Blueprint) => {
    const wanted = new Set(services.map(({ type }) => String(type)));
    return [...wanted].filter((name) => !types.some(({ type, offered }) => type === name && offered !== false));
  };
  const ofBlueprint = (blueprint: Blueprint): BlueprintFields => {
    const { name, summary, version, parameters } = blueprint;
    const what = summaryOf(blueprint, types, offer);
    const seconds = durations.get(compositionOf(what.services));
    return {
      name,
      summary,
      version,
      parameters,
      ...what,
      missing_types: missingTypes(blueprint),
      usual_seconds: seconds === undefined ? null : Math.max(1, Math.round(seconds)),
    };
  };
  return {
    missingTypes,
    shipped: ({ id, blueprint, losses }) => ({
      id,
      origin: 'shipped',
      ...ofBlueprint(blueprint),
      losses: losses === null ? null : [...losses],
      description_text: blueprint.summary,
      is_public: true,
      tenant_id: null,
      created: null,
      updated: null,
      created_by: null,
      mine: false,
    }),
    saved: ({
      id,
      name,
      blueprint,
      losses,
      tenantId: owner,
      isPublic,
      createdAt,
      updatedAt,
      createdBy,
      creatorName,
    }) => ({
      id,
      origin: 'tenant',
      ...ofBlueprint(blueprint),
      name,
      losses,
      description_text: blueprint.summary,
      is_public: isPublic,
      tenant_id: owner,
      created: createdAt.toISOString(),
      updated: updatedAt.toISOString(),
      created_by: creatorName,
      mine: createdBy === userId,
    }),
  };
}
