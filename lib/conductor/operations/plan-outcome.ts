import { isVetroError } from '@/lib/errors';
import type { ExecutionPlan } from '@/lib/formats/execution-plan/plan';
import { readResult } from '@/lib/formats/execution-plan/result';
import type { Json } from '@/lib/model/json';
import { AmbiguousName } from '@/lib/model/package-names';
import type { PlanOutcome } from '@/lib/ports/conductor';
import { MissingKey } from '../xml';

/** Texts among what a check for drift returned, lists within lists as well. */
export function differencesIn(outputs: readonly Json[]): string[] {
  return outputs
    .flatMap((one) => (Array.isArray(one) ? differencesIn(one) : [one]))
    .filter((one): one is string => typeof one === 'string' && one.trim() !== '');
}

/** What a machine said to a plan. */
export function answerOf(plan: ExecutionPlan, outcome: PlanOutcome): PlanAnswer {
  if (!outcome.answered) return { wrong: outcome.problem.sentence, exception: null, outputs: [] };
  const reading = readResult(plan, outcome.result);
  if (reading.kind === 'notStarted') return { wrong: reading.exception.message, exception: null, outputs: [] };
  const outputs = reading.succeeded.flatMap((command) => command.outputs);
  const { message = null, type = null } = reading.failed?.exception ?? {};
  return { wrong: message, exception: type, outputs };
}

/** What came of a plan. */
export interface PlanAnswer {
  /** what went wrong; null when nothing did */
  wrong: string | null;
  /** the type of the exception that a command of it threw; null where none did: then another try changes nothing */
  exception: string | null;
  /** what its commands returned before that */
  outputs: Json[];
}

/**
 * Why a plan could not be made, for people.
 *
 * @throws what is no fault of the package
 */
export function unreadable(plan: string, error: unknown): string {
  if (error instanceof MissingKey) return `The package does not say what its plan ${plan} needs: ${error.message}.`;
  if (error instanceof AmbiguousName) return error.message;
  if (isVetroError(error)) return error.sentence;
  throw error;
}
