import { isObject, type Json, type JsonObject } from '../json';
import { MACHINE_PHASES, type MachinePhaseName } from '../machine-phases';
import { RUN_OUTCOMES, type RunOutcome } from '../states';
import { EFFECT_KINDS, type EffectKind, UNKNOWN_EFFECT } from './effect-kinds';
import type { EffectOutcome, ProgressProblem } from './projection';

/**
 * Reads the `data` of events. A log outlives the code that wrote it, so a missing or unknown value is
 * read as null or as its plainest meaning, never as an error.
 */
export function textOf(data: JsonObject, key: string): string | null {
  const value = data[key];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A number of the data, or null. */
export function numberOf(data: JsonObject, key: string): number | null {
  const value = data[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** One of a closed list of words, or null. */
function wordOf<T extends string>(data: JsonObject, key: string, words: readonly T[]): T | null {
  const value = data[key];
  return words.find((word) => word === value) ?? null;
}

/** The end of a deployment: success, failed or cancelled. */
export function runOutcomeOf(data: JsonObject): RunOutcome | null {
  return wordOf(data, 'outcome', RUN_OUTCOMES);
}

/** The end of an effect: ok, failed or cancelled. */
export function effectOutcomeOf(data: JsonObject): EffectOutcome | null {
  return wordOf(data, 'outcome', ['ok', 'failed', 'cancelled']);
}

/** What an effect does to the world; an execution plan when the word is unknown. */
export function effectKindOf(data: JsonObject): EffectKind {
  return wordOf(data, 'effect', EFFECT_KINDS) ?? UNKNOWN_EFFECT;
}

/** The phase of a machine, or null. */
export function phaseOf(data: JsonObject): MachinePhaseName | null {
  return wordOf(data, 'phase', MACHINE_PHASES);
}

/** The problem in `data.problem`, or null when there is none. */
export function problemOf(data: JsonObject): ProgressProblem | null {
  const problem: Json | undefined = data.problem;
  if (!isObject(problem)) return null;
  return {
    code: textOf(problem, 'code') ?? 'unknown',
    sentence: textOf(problem, 'sentence') ?? '',
    details: isObject(problem.details) ? problem.details : {},
  };
}
