import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { ExecutionPlan, PlanCommand } from '@/lib/formats/execution-plan/plan';
import { shortWords } from '@/lib/formats/execution-plan/result';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { asAccount } from './account';
import { BOOTSTRAP, ERROR_FORMAT, ERROR_FORMAT_FILE, LINE_KINDS, SESSION } from './powershell-session';
import { type ProcessStart, runProcess } from './processes';

/** How PowerShell is started for what is not typed in. */
export const QUIET_ARGUMENTS = ['-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Unrestricted'];
/** Without these it writes errors and warnings as XML when somebody reads them. */
const TEXT_ARGUMENTS = ['-InputFormat', 'Text', '-OutputFormat', 'Text'];

/** What PowerShell is started with to carry out a text. */
export function scriptArguments(script: string): string[] {
  return [...QUIET_ARGUMENTS, ...TEXT_ARGUMENTS, '-EncodedCommand', Buffer.from(script, 'utf16le').toString('base64')];
}

/**
 * Carries out one command of a plan of version 1: the scripts of the plan, then the function with its arguments.
 *
 * @param program PowerShell, or what stands in for it
 * @returns the entry of the plan's result: what the function returned, or how it failed
 */
export async function runCommand(
  program: string,
  plan: ExecutionPlan,
  command: PlanCommand,
  start: Omit<ProcessStart, 'program' | 'args' | 'input'>,
): Promise<JsonObject> {
  const { Name: name } = command;
  const mark = `vetro-${randomBytes(9).toString('hex')}-`;
  let entry: Json = null;
  let exit: Json = null;
  asAccount(start.account, () => fs.writeFileSync(path.join(start.folder, ERROR_FORMAT_FILE), ERROR_FORMAT));
  const { exitCode, stderr } = await runProcess({
    ...start,
    program,
    args: scriptArguments(BOOTSTRAP),
    input: sessionTexts(plan, command, mark).map(base64).join('\n'),
    onLine: (stream, text) => {
      // What was printed before it need not have ended its line.
      const at = text.indexOf(mark);
      if (at !== 0) start.onLine(stream, at < 0 ? text : text.slice(0, at));
      if (at < 0) return;
      const [kind = '', rest = ''] = text.slice(at + mark.length).split(/:(.*)/s);
      if (kind === LINE_KINDS.result) entry = entryOf(rest, name);
      else if (kind === LINE_KINDS.exit) exit = entryOf(rest, name);
      else if (kind === LINE_KINDS.warning) start.onLine('stderr', rest);
    },
  });
  if (isObject(entry)) return entry;
  const ended = isObject(exit) && 'script' in exit ? exit : null;
  if (ended !== null && exitCode === 0) {
    const { script, result = [] } = ended;
    if (script !== 0) start.onLine('stderr', `Script ${script} of the plan ended with "exit 0": ${name} was not run.`);
    return { IsException: false, Result: result };
  }
  // Of a process that .NET has ended the last lines say where it was, and those before them why.
  const lines = stderr.split('\n').filter((line) => !/^\s+at /.test(line) && line.trim() !== '');
  const words = lines.at(-1)?.trim() || `PowerShell ended with code ${exitCode} before ${name} was over.`;
  const code = ended !== null && lines.length > 0 ? ` (exit code ${exitCode})` : '';
  return { IsException: true, Result: ['AgentError', `${shortWords(words)}${code}`, name] };
}

/**
 * What PowerShell reads of a command, in this order: the program of the session, the scripts of the plan with the function
 * and its arguments, and what the lines begin with that are not the script's own.
 */
export function sessionTexts({ Scripts: scripts }: ExecutionPlan, command: PlanCommand, mark: string): string[] {
  const { Name: name, Arguments: given } = command;
  return [SESSION, JSON.stringify({ mark, scripts, name, arguments: given }), mark];
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}

/** The entry that a command has printed; words in its place where it was cut because nobody could take so much. */
function entryOf(encoded: string, name: string): Json {
  try {
    return JSON.parse(Buffer.from(encoded, 'base64').toString('utf8'));
  } catch {
    const words = `${name} was carried out; what it returned is too long to send.`;
    return { IsException: true, Result: ['AgentError', words, name] };
  }
}
