import type { ClassAddress } from '@/lib/catalog/classes';
import { errors, type VetroError } from '@/lib/errors';
import type { Json, JsonObject } from '@/lib/model/json';
import { maskSealed } from '@/lib/model/secret';
import { asSentence } from '@/lib/model/sentence';
import { requireRole, type UseCaseCall } from '../context';
import { answerExceeded, classNotFound } from './schema';

/** What Murano calls failures that are a wrong address, and those that are wrong arguments. */
const NOT_THERE = [
  'MethodNotExposed',
  'NoClassFound',
  'NoMatchingMethodException',
  'NoMethodFound',
  'NoPackageForClassFound',
  'NoPackageFound',
];
const WRONG_ARGUMENTS = ['ContractViolationException', 'TypeError', 'ValueError'];

/**
 * Calls a public static method of a class in MuranoPL and waits for what it returns: it has no environment, and touches
 * no machine.
 *
 * @throws forbidden `role_too_low`; not_found `class_not_found`, `method_not_found`; invalid_input `invalid_arguments`;
 *   language `program_failed` when its program throws; limit_exceeded `answer_exceeded`
 */
export async function callStaticMethod({
  ctx,
  input,
}: UseCaseCall<ClassAddress & { method: string; arguments: JsonObject }>): Promise<Json> {
  requireRole(ctx, 'member');
  const { className, method } = input;
  const classConfigs = await ctx.catalog.classConfigs(ctx.actor.tenantId);
  const call = { className, method, arguments: input.arguments, at: ctx.now().toISOString(), classConfigs };
  const answer = await ctx.catalog.askClass(ctx.actor.tenantId, input, { call });
  if (answer?.kind === 'exceeded') throw answerExceeded();
  if (answer?.kind !== 'called') throw classNotFound(input);
  const { outcome } = answer;
  if ('result' in outcome) return maskSealed(outcome.result);
  throw failureOf(outcome, `${className}.${method}`);
}

function failureOf({ failure, message }: { failure: string; message: string }, name: string): VetroError {
  if (NOT_THERE.includes(failure))
    return errors.notFound('method_not_found', `There is no ${name} that can be called: ${asSentence(message)}`);
  if (WRONG_ARGUMENTS.includes(failure))
    return errors.invalidInput(`${name} cannot be called like this: ${asSentence(message)}`, [], {
      code: 'invalid_arguments',
    });
  return errors.language('program_failed', `${name} failed: ${failure}: ${asSentence(message)}`);
}
