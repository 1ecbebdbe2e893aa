import { errors, type FieldProblem } from '@/lib/errors';
import { argumentProblems } from '@/lib/model/action-arguments';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { OfferedOperation } from '@/lib/model/operations/declared';
import type { UnitPlan } from '@/lib/model/runs/unit-plan';
import { IGNORING_WORKFLOWS } from '@/lib/model/runs/unit-workflows';
import type { WorkflowInput } from '@/lib/model/runs/workflow-input';
import { holdsSealed } from '@/lib/model/secret';
import type { Context } from '../context';
import { typesOf } from '../service-types';
import { refuseProblems } from '../services/edit';
import { sealSecrets, secretKeys } from '../services/secrets';
import { noParameter, type WorkflowRequest } from './workflow-request';

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
  const { types = [], run_by_dependency_order: byDependency = false } = asked;
  const { skip_drift_check: skipDriftCheck = false, skip_heal: skipHeal = false } = asked;
  const { ignore_failure: ignoreFailure = false } = asked;
  if (ignoreFailure && !IGNORING_WORKFLOWS.includes(asked.workflow)) {
    refuseProblems([noParameter(asked.workflow, 'ignore_failure')]);
  }
  const common = { types: [...types], byDependency, skipDriftCheck, skipHeal, ignoreFailure };
  if (asked.workflow !== 'execute_operation') return common;
  const { parameters = {} } = asked;
  if (holdsSealed(JSON.stringify(parameters))) {
    throw errors.invalidInput('Send a secret itself, not what stands for one.', [], { code: 'sealed_input' });
  }
  const offered = await offeredOperations(ctx, model, asked, planned);
  const problems = parameterProblems(offered, asked);
  const [first] = offered;
  if (!first || problems.length > 0) {
    const sentence = `${first?.title ?? 'The operation'} cannot be run: ${problems[0]?.sentence ?? ''}`;
    throw errors.invalidInput(sentence, problems, { code: 'invalid_arguments' });
  }
  const passwords = new Set(
    offered.flatMap(({ parameters: taken }) => taken.filter(({ kind }) => kind === 'password').map(({ name }) => name)),
  );
  const byName = secretKeys(undefined);
  const isSecret = (key: string, ofUnit: boolean) => passwords.has(key) || byName(key, ofUnit);
  const on = model.services.find(({ id, units }) => id === asked.service_id || isOnlyOf(units, asked)) ?? model;
  return {
    ...common,
    operation: {
      name: first.name,
      title: first.title,
      on: { id: on.id, name: on.name },
      parameters: sealSecrets(parameters, undefined, isSecret, ctx.box),
    },
  };
}

/** The operation as each service type declares it whose machines it runs on; as any declares it where it runs on none. */
async function offeredOperations(
  ctx: Context,
  model: EnvironmentModel,
  { operation }: WorkflowRequest,
  planned: readonly UnitPlan[],
): Promise<OfferedOperation[]> {
  const ran = new Set(planned.filter(({ does }) => does !== 'nothing').map(({ serviceId }) => serviceId));
  const isMeant = (id: string) => ran.size === 0 || ran.has(id);
  const meant = new Set(model.services.filter(({ id }) => isMeant(id)).map(({ type }) => type));
  const types = (await typesOf(ctx, model)).filter(({ type }) => meant.has(type));
  return types.flatMap(({ customOperations = [] }) => customOperations.filter(({ name }) => name === operation));
}

function parameterProblems(
  offered: readonly OfferedOperation[],
  { operation, parameters = {} }: WorkflowRequest,
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
