import { textIn } from '@/lib/formats/guide/in-language';
import { graphsOf, packagesOfGraphs } from '@/lib/model/blueprints/graph';
import { type InstanceWorkflow, isOfInstances, meantInstances, phasesOf } from '@/lib/model/blueprints/phases';
import { type InstancePlan, plannedInstances, removedInstances } from '@/lib/model/blueprints/planned-instances';
import type { ServiceBlueprint, ServiceBlueprints } from '@/lib/model/blueprints/service-blueprint';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { UnitPlan } from '@/lib/model/runs/unit-plan';
import type { Context } from '../context';

type Parts = Pick<Context, 'actor' | 'catalog' | 'language'>;

/**
 * What a workflow will do with which node instances of blueprints, as the conductor will ask for it.
 *
 * @param units what it will do with which machine
 */
export async function planInstances(
  ctx: Parts,
  model: EnvironmentModel,
  asked: InstanceWorkflow,
  units: readonly UnitPlan[],
): Promise<InstancePlan[]> {
  if (!isOfInstances(asked.workflow)) return [];
  return ofEach(ctx, model, units, ({ service, graph, blueprint, chosen }) => {
    const meant = meantInstances(graph, service, chosen, asked.filter);
    return plannedInstances(service, graph, blueprint, phasesOf(asked, blueprint, meant, graph));
  });
}

/** Which node instances are taken down because their machines go. @param units what becomes of which machine */
export async function planRemovedInstances(
  ctx: Parts,
  model: EnvironmentModel,
  units: readonly UnitPlan[],
): Promise<InstancePlan[]> {
  const going = units.filter(({ does }) => does === 'remove');
  return ofEach(ctx, model, going, ({ service, graph, blueprint, chosen }) =>
    removedInstances(service, graph, blueprint, chosen),
  );
}

interface Planned {
  service: EnvironmentModel['services'][number];
  graph: ReturnType<typeof graphsOf>[string];
  blueprint: ServiceBlueprint;
  /** units with which something is done */
  chosen: ReadonlySet<string>;
}

/** Asks each service that has node instances and a part in the plan. */
async function ofEach(
  ctx: Parts,
  model: EnvironmentModel,
  units: readonly UnitPlan[],
  plan: (planned: Planned) => InstancePlan[],
): Promise<InstancePlan[]> {
  const touched = units.filter(({ does }) => does !== 'nothing');
  if (touched.length === 0 || packagesOfGraphs(model).length === 0) return [];
  const { blueprints, say } = await packagesOf(ctx, model);
  const graphs = graphsOf(model);
  const planned = model.services.flatMap((service) => {
    const { [service.id]: graph } = graphs;
    const blueprint = Object.hasOwn(blueprints, service.type) ? blueprints[service.type] : undefined;
    const chosen = new Set(touched.flatMap(({ serviceId, unitId }) => (serviceId === service.id ? [unitId] : [])));
    return graph && blueprint && chosen.size > 0 ? plan({ service, graph, blueprint, chosen }) : [];
  });
  return planned.map((one) => ({ ...one, title: say(one.title) }));
}

/** The blueprints of an environment, and what says texts of its packages in the language of whoever reads. */
async function packagesOf(
  { actor, catalog, language }: Parts,
  model: EnvironmentModel,
): Promise<{ blueprints: ServiceBlueprints; say: (text: string) => string }> {
  const lock = await catalog.lock(actor.tenantId, model);
  const { blueprints = {} } = await catalog.resolve(lock);
  return { blueprints, say: textIn(await catalog.guides(actor.tenantId, lock), language) };
}
