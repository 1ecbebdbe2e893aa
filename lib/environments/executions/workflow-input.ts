import { errors, type FieldProblem } from '@/lib/errors';
import { argumentProblems } from '@/lib/model/action-arguments';
import { graphsOf } from '@/lib/model/blueprints/graph';
import { offersOperation } from '@/lib/model/blueprints/phases';
import type { EnvironmentModel, Service } from '@/lib/model/environment';
import type { OfferedOperation } from '@/lib/model/operations/declared';
import { LIFECYCLE_TITLES } from '@/lib/model/runs/lifecycle-workflows';
import type { UnitPlan } from '@/lib/model/runs/unit-plan';
import { IGNORING_WORKFLOWS } from '@/lib/model/runs/unit-workflows';
import type { WorkflowInput } from '@/lib/model/runs/workflow-input';
import { holdsSealed } from '@/lib/model/secret';
import type { Context } from '../context';
import { typesOf } from '../service-types';
import { type SecretKeys, sealSecrets, secretKeys } from '../services/secrets';
import { askedInstances } from './plan';
import type { WorkflowRequest } from './workflow-request';

/**
 * What a run of a workflow keeps of how it was asked; secrets are sealed.
 *
 * @param planned what is done with which machine: an operation is judged by what the services of those machines declare
 * @throws invalid_input `invalid_arguments` with every bad field, `sealed_input`
 */
export async function workflowInput(
  ctx: Context,
  model: EnvironmentModel,
  asked: WorkflowRequest,
  planned: readonly UnitPlan[],
): Promise<WorkflowInput> {
  const { operation: name, parameters: given, filter } = await askedInstances(ctx, model, asked);
  if (holdsSealed(JSON.stringify([asked.parameters ?? {}, given]))) {
    throw errors.invalidInput('Send a secret itself, not what stands for one.', [], { code: 'sealed_input' });
  }
  const byName = secretKeys(undefined);
  const isIgnoring = IGNORING_WORKFLOWS.includes(asked.workflow) && !('ignore_failure' in given);
  const common = {
    ...{ types: [...filter.types], nodes: [...filter.nodes], instances: [...filter.instances] },
    parameters: sealSecrets(given, undefined, byName, ctx.box),
    retries: {
      ...(asked.task_retries !== undefined && { count: asked.task_retries }),
      ...(asked.task_retry_interval !== undefined && { seconds: asked.task_retry_interval }),
      ...(asked.subgraph_retries !== undefined && { instances: asked.subgraph_retries }),
    },
    ignoreFailure: isIgnoring && asked.ignore_failure === true,
  };
  if (asked.workflow !== 'execute_operation') return common;
  const ran = new Set(planned.filter(({ does }) => does !== 'nothing').map(({ serviceId }) => serviceId));
  const meant = model.services.filter(({ id }) => ran.size === 0 || ran.has(id));
  const offered = await offeredOperations(ctx, model, name, meant);
  const taken = new Set(offered.flatMap((one) => one.parameters.map((parameter) => parameter.name)));
  const inputs = Object.entries(asked.operation_kwargs ?? {});
  const parameters = { ...Object.fromEntries(inputs.filter(([key]) => taken.has(key))), ...asked.parameters };
  const problems = parameterProblems(offered, { ...asked, parameters });
  const [first] = offered;
  if (!first || problems.length > 0) {
    const sentence = `${first?.title ?? 'The operation'} cannot be run: ${problems[0]?.sentence ?? ''}`;
    throw errors.invalidInput(sentence, problems, { code: 'invalid_arguments' });
  }
  const others = Object.fromEntries(inputs.filter(([key]) => !taken.has(key)));
  const isSecret = secretParameters(offered);
  const on = model.services.find(({ id, units }) => id === asked.service_id || isOnlyOf(units, asked)) ?? model;
  return {
    ...common,
    ...(inputs.length > 0 && {
      parameters: { ...common.parameters, operation_kwargs: sealSecrets(others, undefined, byName, ctx.box) },
    }),
    operation: {
      name: first.name,
      title: first.title,
      on: { id: on.id, name: on.name },
      parameters: sealSecrets(parameters, undefined, isSecret, ctx.box),
    },
  };
}

/** Which parameters of an operation are secret: its passwords, and what has a telling name. */
export function secretParameters(offered: readonly OfferedOperation[]): SecretKeys {
  const byName = secretKeys(undefined);
  const passwords = new Set(
    offered.flatMap(({ parameters: taken }) => taken.filter(({ kind }) => kind === 'password').map(({ name }) => name)),
  );
  return (key, ofUnit, value) => passwords.has(key) || byName(key, ofUnit, value);
}

/** The operation as the type of each of these services declares it, in the same order; those that do not are left out. */
export async function offeredOperations(
  ctx: Context,
  model: EnvironmentModel,
  operation: string,
  meant: readonly Service[],
): Promise<OfferedOperation[]> {
  const types = new Map((await typesOf(ctx, model)).map((type) => [type.type, type]));
  const graphs = graphsOf(model);
  return meant.flatMap(({ id, type }): OfferedOperation[] => {
    const { operations = [], customOperations = [] } = types.get(type) ?? {};
    const own = customOperations.filter(({ name }) => name === operation);
    const graph = graphs[id];
    const isBuiltIn = operations.some((name) => name === operation) || (graph && offersOperation(graph, operation));
    return own.length > 0 || !isBuiltIn
      ? own
      : [{ name: operation, title: titleOf(operation), summary: '', parameters: [] }];
  });
}

function titleOf(operation: string): string {
  const workflow = /^workflow\.(.+)$/.exec(operation)?.[1];
  return workflow !== undefined && Object.hasOwn(LIFECYCLE_TITLES, workflow)
    ? (LIFECYCLE_TITLES[workflow as keyof typeof LIFECYCLE_TITLES] ?? operation)
    : operation;
}

/** What is wrong with how an operation is asked for, by the field. */
export function parameterProblems(
  offered: readonly OfferedOperation[],
  { operation, parameters = {} }: Pick<WorkflowRequest, 'operation' | 'parameters'>,
): FieldProblem[] {
  if (operation === undefined) {
    return [{ path: 'operation', code: 'missing', sentence: 'Say which operation is to be run.' }];
  }
  if (offered.length === 0) {
    const sentence = `No service here offers an operation called ${operation}.`;
    return [{ path: 'operation', code: 'unknown', sentence }];
  }
  const problems = offered.flatMap(({ parameters: taken }) => argumentProblems(taken, parameters));
  const fields = problems.map(({ name, code, sentence }) => ({ path: `parameters.${name}`, code, sentence }));
  return fields.filter(
    ({ path, code }, at) => fields.findIndex((one) => one.path === path && one.code === code) === at,
  );
}

function isOnlyOf(units: readonly { id: string }[], { unit_ids: ids = [] }: WorkflowRequest): boolean {
  return ids.length > 0 && ids.every((unitId) => units.some(({ id }) => id === unitId));
}
