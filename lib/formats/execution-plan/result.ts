import { isObject, type Json } from '@/lib/model/json';
import type { ExecutionPlan, PlanResult, SoftwareConfig } from './plan';

/** A failure on a machine: the .NET exception's type and words. */
export interface AgentException {
  type: string;
  message: string;
  /** where in PowerShell it happened, for administrators; empty when the agent did not say */
  stackTrace: string;
}

/** What came of a plan. */
export type PlanReading =
  /** the plan could not be started, or the answer makes no sense: no command can be relied on */
  | { kind: 'notStarted'; exception: AgentException }
  | {
      kind: 'ran';
      /** one entry per command that succeeded, in order; `outputs` is what the function returned */
      succeeded: { command: string; outputs: Json[] }[];
      /** the command that failed, if one did; later ones were not carried out */
      failed: { command: string; index: number; exception: AgentException } | null;
    };

/**
 * Reads an agent's answer command by command (Murano v0.2 guide, chapter 5, "Execution Plans"). One
 * failed command makes the plan a failure. At plan level both `[type, message]` (the guide) and a
 * plain message (what agents sent) are understood. Answers come from outside: whatever has another
 * shape, or fewer successes than commands, is read as a failure, never trusted.
 *
 * @param plan the plan that was sent: names for the answers, and how many there must be
 */
export function readResult(plan: Pick<ExecutionPlan, 'Commands' | 'software'>, result: PlanResult): PlanReading {
  if (!isObject(result) || typeof result.IsException !== 'boolean') return unreadable('it is no plan result');
  if (result.IsException) return { kind: 'notStarted', exception: readException(result.Result) };
  if (plan.software) return readSoftwareResult(plan.software, result.Result);
  if (!Array.isArray(result.Result)) return unreadable('it has no list of results');

  const succeeded: { command: string; outputs: Json[] }[] = [];
  for (const [index, entry] of result.Result.entries()) {
    const command = plan.Commands[index]?.Name;
    if (command === undefined) return unreadable('it answers more commands than the plan has');
    if (!isObject(entry)) return unreadable(`the answer to ${command} is no result`);
    if (entry.IsException) {
      return { kind: 'ran', succeeded, failed: { command, index, exception: readException(entry.Result ?? null) } };
    }
    succeeded.push({ command, outputs: outputsOf(entry.Result ?? null) });
  }
  const missing = plan.Commands[succeeded.length];
  if (missing) return unreadable(`it stops before ${missing.Name} without saying why`);
  return { kind: 'ran', succeeded, failed: null };
}

/**
 * Reads the answer to a program: its body ended, or something in it failed.
 *
 * @returns a reading without commands; what the body returned is the answer's `Result`
 */
export function readProgramResult(result: PlanResult): PlanReading {
  if (!isObject(result) || typeof result.IsException !== 'boolean') return unreadable('it is no plan result');
  if (result.IsException) return { kind: 'notStarted', exception: readException(result.Result) };
  return { kind: 'ran', succeeded: [], failed: null };
}

/** What a tool reported: outputs by name are what it returned. */
function readSoftwareResult({ tool, outputs: names }: SoftwareConfig, reported: Json): PlanReading {
  if (!isObject(reported)) return unreadable('it reports nothing of the tool');
  const { deploy_status_code: code = null, deploy_stderr: stderr = '' } = reported;
  if (code === 0) {
    const outputs = Object.fromEntries(
      names.flatMap((name): [string, Json][] =>
        Object.hasOwn(reported, name) ? [[name, reported[name] ?? null]] : [],
      ),
    );
    return { kind: 'ran', succeeded: [{ command: tool, outputs: [outputs] }], failed: null };
  }
  const message = shortWords(textOf(stderr).trim().split('\n').at(-1) || `It ended with the code ${textOf(code)}.`);
  const failed = { command: tool, index: 0, exception: { type: 'ToolFailed', message, stackTrace: '' } };
  return { kind: 'ran', succeeded: [], failed };
}

/** More of a reason nobody reads, in characters: it stands in every answer, event and page of its run. */
const MAX_REASON_CHARACTERS = 2_000;

/** What a machine gave as the reason of a failure, which programs may print without end; `…` stands for the rest. */
export function shortWords(words: string): string {
  return words.length <= MAX_REASON_CHARACTERS ? words : `${words.slice(0, MAX_REASON_CHARACTERS - 1)}…`;
}

function outputsOf(value: Json): Json[] {
  if (value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function readException(value: Json): AgentException {
  if (!Array.isArray(value)) return { type: '', message: shortWords(textOf(value)), stackTrace: '' };
  const [type = '', message = '', , position] = value;
  const trace = isObject(position) ? (position.ScriptStackTrace ?? '') : '';
  return { type: textOf(type), message: shortWords(textOf(message)), stackTrace: shortWords(textOf(trace)) };
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function unreadable(why: string): PlanReading {
  const message = `The agent's answer cannot be understood: ${why}.`;
  return { kind: 'notStarted', exception: { type: '', message, stackTrace: '' } };
}
