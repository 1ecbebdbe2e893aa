import { errors } from '@/lib/errors';
import { isObject, type Json } from '@/lib/model/json';
import { maskSealed } from '@/lib/model/secret';
import { requireRole, type UseCaseCall } from '../context';
import { runOf } from '../runs/get';

/** How an action ended, in Murano's words; as long as it runs it has neither. */
export interface ActionResult {
  isException?: boolean;
  /** what it returned; of an exception `{message, details}` */
  result?: Json;
}

/**
 * The result of an action; as long as it runs an empty object, as Murano answers, whose clients ask again.
 *
 * @throws forbidden `other_tenant`; not_found `environment_not_found`, `action_not_found`
 */
export async function actionResult({
  ctx,
  input,
}: UseCaseCall<{ environmentId: string; actionId: string }>): Promise<ActionResult> {
  requireRole(ctx, 'reader');
  const run = await runOf(ctx, { environmentId: input.environmentId, runId: input.actionId });
  if (run.kind !== 'action') throw errors.notFound('action_not_found', 'This run is no action.');
  if (run.finishedAt === null) return {};
  if (run.problem === null) return { isException: false, result: maskSealed(run.result) as Json };
  const { details, sentence } = run.problem;
  const trace = isObject(details) && typeof details.trace === 'string' ? details.trace : '';
  return maskSealed({ isException: true, result: { message: sentence, details: trace } });
}
