import { errors } from '@/lib/errors';
import { graphsOf, machineOf } from '@/lib/model/blueprints/graph';
import type { EnvironmentModel, Service } from '@/lib/model/environment';
import type { FieldProblem } from '@/lib/model/field-problem';
import type { JsonObject } from '@/lib/model/json';
import type { ResizingWorkflow } from '@/lib/model/runs/execution';
import { foreignParameters, noParameter, type WorkflowParameters } from '@/lib/model/runs/workflow-parameters';
import { unitIdsOf } from './unit-names';

/** What is asked for of the size of a service, or of the whole environment. */
export interface ResizeInputs extends WorkflowParameters {
  workflow: ResizingWorkflow;
  service_id?: string | undefined;
  /** of a scale: so many machines more, or, below 0, fewer */
  delta?: number | undefined;
  /** of a scale: these go first */
  unit_ids?: readonly string[] | undefined;
  /** of a scale: these stay */
  exclude_unit_ids?: readonly string[] | undefined;
  /** of a scale: the settings of each new machine */
  unit?: JsonObject | undefined;
}

/** Machines that are named by host or by a node instance on them, by their ids. */
export function withUnits(model: EnvironmentModel, request: ResizeInputs): ResizeInputs {
  const { unit_ids, exclude_unit_ids, include_instances, exclude_instances } = request;
  const graphs = Object.values(graphsOf(model));
  const unitOf = (name: string) =>
    graphs.map((graph) => machineOf(graph, name)?.unitId).find((id) => id !== undefined) ?? name;
  const all = (ids: readonly string[] | undefined, names: readonly string[] | undefined) =>
    names === undefined ? ids : [...new Set([...(ids ?? []), ...unitIdsOf(model, names).map(unitOf)])];
  return {
    ...request,
    unit_ids: all(unit_ids, include_instances),
    exclude_unit_ids: all(exclude_unit_ids, exclude_instances),
  };
}

/** Parameters that the workflow has not, or not together. */
export function foreignToResizing(request: ResizeInputs): FieldProblem[] {
  const { workflow, scale_compute: withHost, include_instances = [], exclude_instances = [] } = request;
  const lists = { include_instances, exclude_instances };
  const together = withHost
    ? Object.entries(lists).flatMap(([path, list]) =>
        list.length > 0
          ? [{ path, code: 'not_here', sentence: 'This cannot be said together with scale_compute.' }]
          : [],
      )
    : [];
  const regardless =
    request.ignore_failure === false
      ? [
          noParameter(
            workflow,
            'ignore_failure',
            'What goes is taken down whatever fails there; all that failed is told.',
          ),
        ]
      : [];
  return [...together, ...foreignParameters(workflow, request), ...regardless];
}

/** @throws not_found `service_not_found` */
export function serviceIn({ services }: EnvironmentModel, serviceId: string): Service {
  const found = services.find(({ id }) => id === serviceId);
  if (!found) throw errors.notFound('service_not_found', 'Nothing deployed in this environment has this id.');
  return found;
}

/** A problem of a service that grows, by the field of the request: the settings of new units are sent once for all. */
export function inUnit({ path, ...problem }: FieldProblem): FieldProblem {
  const [, , property] = /^units\.(\d+)\.(.+)$/.exec(path) ?? [];
  return {
    ...problem,
    path: property === undefined ? (path === 'units' ? 'delta' : 'service_id') : `unit.${property}`,
  };
}

/** A problem of the document, by the field of the request that brings it. */
export function inRequest(problem: FieldProblem, { services }: EnvironmentModel, request: ResizeInputs): FieldProblem {
  const [, index = '', rest = ''] = /^services\.(\d+)\.(.*)$/.exec(problem.path) ?? [];
  const { id } = services[Number(index)] ?? {};
  if (request.workflow === 'uninstall') return { ...problem, path: 'service_id' };
  const size = request.delta === undefined && request.unit_ids ? 'unit_ids' : 'delta';
  // the quota, or the size of the whole document
  if (index === '' || rest === 'units') return { ...problem, path: size };
  return request.service_id === undefined || id === request.service_id
    ? inUnit({ ...problem, path: rest })
    : { ...problem, path: 'service_id' };
}
