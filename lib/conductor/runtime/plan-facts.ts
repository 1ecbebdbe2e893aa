import type { ExecutionPlan, PlanResult } from '@/lib/formats/execution-plan/plan';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { holdsSealed } from '@/lib/model/secret';

/** Longer texts are cut off in the log, in characters. */
const LONGEST_TEXT = 2_000;
/** So much of an answer is kept in the log, in characters of its JSON. */
const LONGEST_ANSWER = 8_000;

/**
 * What a plan asks of its machine, as the data of an event: its commands with what they are given. Secrets stay sealed;
 * the log masks them. Scripts are not told, long texts are cut off.
 */
export function planInput({ Commands, program, software }: ExecutionPlan): JsonObject {
  if (software) {
    const { action, tool, inputs } = software;
    return { commands: [{ name: tool, arguments: shortened(inputs) }], software: { action, tool } };
  }
  const commands = program
    ? [{ name: program.Name, arguments: program.Parameters }]
    : Commands.map((command) => ({ name: command.Name, arguments: command.Arguments }));
  return { commands: commands.map((command): Json => ({ ...command, arguments: shortened(command.arguments) })) };
}

/**
 * What a machine answered, as the data of an event: one entry for each command, or what a program returned. A machine
 * may say again what it was given, in clear: the answer to a plan that holds a secret is left out.
 */
export function planOutput(plan: ExecutionPlan, { Result: result }: PlanResult): JsonObject {
  if (holdsSealed(JSON.stringify([plan.Commands, plan.program ?? null, plan.software ?? null])))
    return { answer: 'secret' };
  if (plan.software && isObject(result)) {
    const { action, tool, outputs: names } = plan.software;
    const { deploy_stdout: stdout = '', deploy_stderr: stderr = '', deploy_status_code: exitCode = null } = result;
    const outputs = Object.fromEntries(names.flatMap((name) => (name in result ? [[name, result[name]]] : [])));
    return { software: shortened({ action, tool, exitCode, stdout, stderr, outputs } as JsonObject) };
  }
  const entries = Array.isArray(result) && !plan.program ? result : [result];
  const outputs = entries.map((entry) => shortened((isObject(entry) ? entry.Result : entry) ?? null));
  return JSON.stringify(outputs).length > LONGEST_ANSWER ? { answer: 'long' } : { answer: 'told', outputs };
}

function shortened(value: Json): Json {
  if (typeof value === 'string') return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value;
  if (Array.isArray(value)) return value.map(shortened);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner ?? null)]));
}
