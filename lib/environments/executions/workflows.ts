import { graphsOf } from '@/lib/model/blueprints/graph';
import { filterNames } from '@/lib/model/blueprints/instance-filter';
import { possibleWorkflows } from '@/lib/model/blueprints/planned-instances';
import { scalableNames } from '@/lib/model/blueprints/scaling';
import type { EnvironmentModel } from '@/lib/model/environment';
import { isOfLifecycle, type LifecycleWorkflow } from '@/lib/model/runs/lifecycle-workflows';
import {
  WORKFLOW_NAMES,
  type WorkflowName,
  type WorkflowOption,
  workflowOptions,
} from '@/lib/model/runs/workflow-options';
import { visibleEnvironment } from '../access/visible';
import { type Context, requireRole, type UseCaseCall } from '../context';
import { typesOf } from '../service-types';
import { nodeTypesIn } from './plan';

/**
 * The workflows of an environment with the parameters that each declares: names, kinds, what they are when left out, and
 * what there is to choose from; of workflows that only blueprints have, also the services that have something to do now.
 *
 * @param input `service_id`: only names of this service
 * @throws forbidden `other_tenant`; not_found `environment_not_found`
 */
export async function listWorkflows({
  ctx,
  input: { environmentId, service_id: serviceId },
}: UseCaseCall<{ environmentId: string; service_id?: string | undefined }>): Promise<{
  workflows: { name: WorkflowName; parameters: WorkflowOption[]; services: string[] | null }[];
}> {
  requireRole(ctx, 'reader');
  const { model } = await visibleEnvironment(ctx, environmentId);
  // a service of a draft, or one that has just been removed, has nothing to choose from
  const services = model.services.filter(({ id }) => serviceId === undefined || id === serviceId);
  const choices = await choicesIn(ctx, { ...model, services });
  const graphs = graphsOf(model);
  const possible = new Map(
    services.flatMap((service) => {
      const { [service.id]: graph } = graphs;
      return graph ? [[service.id, possibleWorkflows(service, graph)] as const] : [];
    }),
  );
  const servicesFor = (name: LifecycleWorkflow) =>
    [...possible].flatMap(([id, workflows]) => (workflows.includes(name) ? [id] : []));
  return {
    workflows: WORKFLOW_NAMES.map((name) => ({
      name,
      parameters: workflowOptions(name, choices),
      services: isOfLifecycle(name) ? servicesFor(name) : null,
    })),
  };
}

async function choicesIn(ctx: Context, model: EnvironmentModel) {
  const { types, nodes, instances } = filterNames(model, nodeTypesIn(await typesOf(ctx, model)));
  // each service and machine is called by its name, too
  const ids = new Set(model.services.flatMap(({ id, units }) => [id, ...units.map((unit) => unit.id)]));
  const named = (names: ReadonlySet<string>) => [...names].filter((name) => !ids.has(name)).sort();
  return { types: named(types), nodes: named(nodes), instances: named(instances), entities: scalableNames(model) };
}
