import type { ClassAddress } from '@/lib/catalog/classes';
import { errors } from '@/lib/errors';
import type { JsonObject } from '@/lib/model/json';
import { requireRole, type UseCaseCall } from '../context';

/**
 * The JSON schemas of a class in MuranoPL, as Murano tells them: under `''` of its objects, and under its name of each
 * static method that builds one.
 *
 * @param input `methods`: of these static methods alone
 * @throws forbidden `role_too_low`; not_found `class_not_found`; limit_exceeded `answer_exceeded`
 */
export async function classSchema({
  ctx,
  input,
}: UseCaseCall<ClassAddress & { methods: readonly string[] }>): Promise<JsonObject> {
  requireRole(ctx, 'reader');
  const { className, methods } = input;
  const answer = await ctx.catalog.askClass(ctx.actor.tenantId, input, { className, methods });
  if (answer?.kind === 'exceeded') throw answerExceeded();
  if (answer?.kind === 'schemas' && answer.schemas !== null) return answer.schemas;
  throw classNotFound(input);
}

/** The refusal of a class, or a static method of it, that no package has. */
export function classNotFound({ className }: ClassAddress) {
  return errors.notFound(
    'class_not_found',
    `No package that you may use has the class "${className}" in this version, with these static methods.`,
  );
}

/** The refusal of an answer that takes too long. */
export function answerExceeded() {
  return errors.limitExceeded('answer_exceeded', 'The program of this class took more time or memory than it may.');
}
