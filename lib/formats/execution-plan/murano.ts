import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import type { ExecutionPlan, PlanResult, Program } from './plan';

/** Which plans an agent of Murano takes: of Windows those of version 1, of Linux those of version 2. */
export type MuranoFormat = 1 | 2;

/**
 * A plan as agents of Murano take it (Murano agent's protocol, versions 1 and 2).
 *
 * @param message its id, by which the answer is recognised, and a stamp that grows from plan to plan of one machine:
 *   an agent drops what is not younger than the last one, so that the same plan that comes twice is carried out once
 * @returns null for a plan that the format has no words for
 */
export function muranoPlan(
  { program, software, RunAs: _account, RunAsReason: _reason, ...plan }: ExecutionPlan,
  format: MuranoFormat,
  { id, stamp }: { id: string; stamp: number },
): JsonObject | null {
  if (software) return null;
  if (format === 1)
    return program ? null : { ...plan, Commands: plan.Commands.map((one) => ({ ...one })), Stamp: stamp };
  if (!program) return null;
  const { FormatVersion, Version, Name, Body, Parameters } = program;
  return {
    ...{ FormatVersion, ID: id, Stamp: stamp, Action: 'Execute', Name, Version, Parameters, Body },
    ...numberedFiles(program),
  };
}

/**
 * Scripts and files with a number for the key of each file: the agent puts a file down by its key, beside a folder for each
 * script, so that a key with a folder in it, or one that is a script's name too, would fail there.
 */
function numberedFiles({ Scripts, Files }: Program): JsonObject {
  const numbers = new Map(Object.keys(Files).map((key, index) => [key, `file-${index}`]));
  const numbered = (key: Json): Json => (typeof key === 'string' ? (numbers.get(key) ?? key) : key);
  return {
    Scripts: Object.fromEntries(
      Object.entries(Scripts).map(([name, script]) => {
        const EntryPoint = script.Type === 'Application' ? numbered(script.EntryPoint) : script.EntryPoint;
        return [name, { ...script, EntryPoint, Files: script.Files.map(numbered) }];
      }),
    ),
    Files: Object.fromEntries(Object.entries(Files).map(([key, file]) => [numbers.get(key) ?? key, { ...file }])),
  };
}

/**
 * Reads what an agent of Murano answers.
 *
 * @param body as it came; of version 2 with `ErrorCode`, of version 1 as it is
 * @param messageId of the message, where the answer itself does not say which plan it is of
 * @returns null when it is no answer to a plan
 */
export function readMuranoResult(
  body: Json,
  messageId: string | undefined,
): { planId: string; result: PlanResult } | null {
  if (!isObject(body)) return null;
  const planId = typeof body.SourceID === 'string' && body.SourceID !== '' ? body.SourceID : messageId;
  if (!planId) return null;
  if (typeof body.IsException === 'boolean') {
    return { planId, result: { IsException: body.IsException, Result: body.Result ?? null } };
  }
  if (typeof body.ErrorCode !== 'number') return null;
  const { Body: value = null } = body;
  if (body.ErrorCode === 0) return { planId, result: { IsException: false, Result: value } };
  return { planId, result: { IsException: true, Result: failureOf(body.ErrorCode, value) } };
}

/** Codes of the agent, as types of an exception. */
const TYPES: Record<number, string> = {
  2: 'MalformedPlan',
  3: 'VersionNotSupported',
  9: 'VersionNotSupported',
  100: 'ScriptFailed',
};

function failureOf(code: number, value: Json): Json {
  const { Message: message, AdditionalInfo: more = null } = isObject(value) ? value : { Message: value };
  const said = typeof message === 'string' ? message : JSON.stringify(message ?? `error ${code}`);
  return [TYPES[code] ?? 'AgentError', said, '', isObject(more) ? more : { info: more }];
}
