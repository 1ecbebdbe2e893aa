import type { StoredOperation } from '@/lib/db/schedules';
import { errors, type FieldProblem } from '@/lib/errors';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { JsonObject } from '@/lib/model/json';
import { operationName } from '@/lib/model/lifecycle/operations';
import type { ScheduleInput } from '@/lib/model/schedules/schedule-view';
import { holdsSealed } from '@/lib/model/secret';
import type { Context } from '../context';
import { offeredOperations, parameterProblems, secretParameters } from '../executions/workflow-input';
import { resolveMasks, sealSecrets } from '../services/secrets';

/**
 * What a schedule runs with an operation, its secrets sealed; null for every other workflow. Judged now by the services that
 * are meant, and once more by each run, as packages and services change.
 *
 * @param before the operation as stored: a mask stands for the secret kept there; null for none
 * @throws invalid_input `schedule_invalid` with every bad field
 */
export async function operationIn(
  ctx: Context,
  model: EnvironmentModel,
  { workflow, operation: asked, parameters: sent, service_id, unit_ids }: ScheduleInput,
  before: StoredOperation | null,
): Promise<StoredOperation | null> {
  if (workflow !== 'execute_operation') {
    refuse(asked === null ? [] : [foreign('operation')]);
    refuse(Object.keys(sent).length === 0 ? [] : [foreign('parameters')]);
    return null;
  }
  const name = operationName(asked ?? '');
  const meant = model.services.filter(
    ({ id, units }) =>
      (service_id === null || id === service_id) &&
      (unit_ids === null || units.some((unit) => unit_ids.includes(unit.id))),
  );
  const offered = await offeredOperations(ctx, model, name, meant);
  const isSecret = secretParameters(offered);
  const problems: FieldProblem[] = [];
  const kept = before?.name === name ? before.parameters : undefined;
  const given = resolveMasks(sent, kept, isSecret, problems);
  const masked = problems.map((problem) => ({ ...problem, path: `parameters.${problem.path}` }));
  const judged = parameterProblems(offered, { operation: asked ?? undefined, parameters: given });
  refuse([...masked, ...judged.filter(({ path }) => !isKept(given, path))]);
  const [first] = offered;
  return { name, title: first?.title ?? name, parameters: sealSecrets(given, kept, isSecret, ctx.box) };
}

/** Whether a field holds a secret that was judged when it was given. */
function isKept(given: JsonObject, path: string): boolean {
  const value = given[path.replace(/^parameters\./, '')];
  return typeof value === 'string' && holdsSealed(value);
}

function foreign(path: string): FieldProblem {
  return { path, code: 'foreign', sentence: 'Only execute_operation takes this.' };
}

/** @throws invalid_input `schedule_invalid` when there are problems */
function refuse(problems: readonly FieldProblem[]): void {
  const [first] = problems;
  if (first) throw errors.invalidInput(first.sentence, [...problems], { code: 'schedule_invalid' });
}
