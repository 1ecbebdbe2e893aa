import type { Problem } from '@/lib/errors';
import type { ExecutionPlan, PlanResult } from '@/lib/formats/execution-plan/plan';
import { readResult, shortWords } from '@/lib/formats/execution-plan/result';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import type { PlanOutcome, StackOutcome } from '../../ports/conductor';
import type { Dialect } from './dialect';
import { toText } from './python-values';

/** What an agent's answer means for the blocks of a command. */
export interface AgentResponse {
  /** results of commands that succeeded, `{IsException, Result}` each; the `result` variable */
  results: JsonObject[];
  /** the `error` variable */
  errors: JsonObject[];
  succeeded: boolean;
  failed: boolean;
  /** the first error in words */
  message: string;
}

/**
 * Reads an agent's answer (Murano v0.2 guide, chapter 5, "Execution Plans"). One failed command makes a
 * plan a failure and an empty plan answered with nothing is a success, unless the dialect says otherwise.
 * @param waited how long was waited for an answer that did not come: as the workflow said, else the default
 */
export function readAgentResponse(
  outcome: PlanOutcome,
  plan: ExecutionPlan,
  waited: PlanWait,
  dialect: Dialect,
): AgentResponse {
  const shape = errorShape(dialect, outcome.at);
  if (!outcome.answered) return failure([], [silence(outcome.problem, waited, shape)]);
  return dialect.mixedAnswer === 'both'
    ? asWritten(outcome.result, shape, dialect)
    : checked(plan, outcome.result, shape);
}

export interface PlanWait {
  /** null when the workflow gave no timeout */
  seconds: number | null;
  defaultSeconds: number;
}

/** Every entry is taken as it comes: Murano 0.2. */
function asWritten(result: PlanResult, shape: ErrorShape, dialect: Dialect): AgentResponse {
  if (result.IsException) return failure([], [general(result.Result, shape)]);
  const entries = (Array.isArray(result.Result) ? result.Result : []).filter(isObject);
  const results = entries.filter((entry) => !entry.IsException);
  const errors = entries.filter((entry) => entry.IsException).map((entry) => inner(entry.Result ?? null, null, shape));
  const answer = failure(results, errors);
  const empty = entries.length === 0 && dialect.emptyAnswer === 'success';
  return { ...answer, succeeded: results.length > 0 || empty, failed: errors.length > 0 };
}

/** An answer counts only if it fits the plan. */
function checked(plan: ExecutionPlan, result: PlanResult, shape: ErrorShape): AgentResponse {
  const reading = readResult(plan, result);
  if (reading.kind === 'notStarted') {
    const { type, message } = reading.exception;
    return failure([], [general(type ? [type, message] : message, shape)]);
  }
  const results = reading.succeeded.map(({ outputs }) => ({ IsException: false, Result: outputs }));
  if (!reading.failed) return { results, errors: [], succeeded: true, failed: false, message: '' };
  const entry = (result.Result as Json[])[reading.failed.index];
  return failure(results, [inner(isObject(entry) ? (entry.Result ?? null) : null, reading.failed.command, shape)]);
}

function failure(results: JsonObject[], errors: JsonObject[]): AgentResponse {
  const [first] = errors;
  const messages = Array.isArray(first?.messages) ? first.messages : [];
  const message = shortWords(toText(first?.message ?? messages[1] ?? messages[0] ?? ''));
  return { results, errors, succeeded: false, failed: true, message };
}

/** Gives an error its final shape from what 0.2 told and what is known besides. */
type ErrorShape = (murano: JsonObject, more: JsonObject) => JsonObject;

function errorShape(dialect: Dialect, at: string | undefined): ErrorShape {
  if (dialect.errorShape === 'murano-0.2') return (murano) => murano;
  return (murano, more) => ({ ...murano, command: null, details: null, ...more, timestamp: at ?? null });
}

function silence(problem: Problem, { seconds, defaultSeconds }: PlanWait, shape: ErrorShape): JsonObject {
  const murano = { type: 'timeout', messages: [problem.sentence], timeout: seconds };
  return shape(murano, {
    source: 'timeout',
    timeout: seconds ?? defaultSeconds,
    type: problem.code,
    message: problem.sentence,
    details: problem.details as JsonObject,
  });
}

function general(result: Json, shape: ErrorShape): JsonObject {
  const parts = Array.isArray(result) ? result : [null, result];
  const message = toText(parts[1] ?? parts[0] ?? '');
  const murano = { type: 'general', messages: [`A general exception has occurred in the Agent: ${message}`] };
  return shape(murano, { source: 'execution_plan', type: parts[0] ?? 'general', message });
}

function inner(result: Json, command: string | null, shape: ErrorShape): JsonObject {
  const parts = Array.isArray(result) ? result : [null, result];
  const [type = null, message = null, named = null, details = null] = parts;
  const more = { source: 'command', type: type ?? 'inner', message, command: named ?? command, details };
  return shape({ type: 'inner', messages: result }, more);
}

/** The `error` variable of a stack that could not be made; `timestamp` is in seconds for 0.2. */
export function stackError(outcome: Extract<StackOutcome, { ok: false }>, dialect: Dialect): JsonObject {
  const { message, problem, at } = outcome;
  if (dialect.errorShape === 'murano-0.2') {
    return { message, strerror: null, timestamp: at === undefined ? null : Date.parse(at) / 1000 };
  }
  return {
    source: 'stack',
    type: problem.code,
    message,
    strerror: null,
    command: null,
    details: problem.details as JsonObject,
    timestamp: at ?? null,
  };
}
