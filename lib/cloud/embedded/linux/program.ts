import type { PlanCommand, Program, ProgramFile } from '@/lib/formats/execution-plan/plan';
import { isObject, type Json } from '@/lib/model/json';
import { callsIn, valuesOf } from './body-values';
import { outputOf } from './shell';

/** What a script came to. */
export interface ScriptEnd {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/**
 * The calls of scripts in a program's body, in the order they stand there, as commands: `Arguments.args` are the
 * texts that the script gets. What stands around them, Python of any kind, is not run.
 */
export function callsOf(program: Program): PlanCommand[] {
  return callsIn(program.Body, (name) => Object.hasOwn(program.Scripts, name)).map(({ name, given }) => ({
    Name: name,
    Arguments: { args: valuesOf(given, program.Parameters) },
  }));
}

/**
 * Plays one call: an application's script is read by a small shell, a recipe of Puppet or Chef just succeeds.
 *
 * @param host name of the machine
 */
export function play(program: Program, call: PlanCommand, host: string): ScriptEnd {
  const script = program.Scripts[call.Name];
  const file = script && program.Files[script.EntryPoint];
  const text = file ? contentOf(file) : '';
  const given = Array.isArray(call.Arguments.args) ? call.Arguments.args.map(textOf) : [];
  const stdout = script?.Type === 'Application' ? outputOf(text, given, host) : '';
  return { exitCode: 0, stdout, stderr: '' };
}

/**
 * What a body returns: the end of a script or one part of it, or a constant.
 *
 * @param ends of the calls in order, as `play` gave them
 */
export function returnedBy(program: Program, ends: readonly Json[]): Json {
  const said = /(?:^|\n)\s*return\b[ \t]*(.*?)\s*$/.exec(program.Body.trimEnd())?.[1] ?? '';
  const [, part, compared, constant] = /\)\.(stdout|stderr|exitCode)(?:\s*([!=]=)\s*(\d+))?$/.exec(said) ?? [];
  const last = ends.at(-1) ?? null;
  if (part !== undefined) {
    const value = isObject(last) ? (last[part] ?? null) : null;
    return compared === undefined ? value : (value === Number(constant)) === (compared === '==');
  }
  if (said.endsWith(')')) return last;
  const parameter = /^args\.(\w+)$/.exec(said)?.[1];
  return parameter === undefined ? null : (program.Parameters[parameter] ?? null);
}

/** What a file holds; what only the internet has is not there. */
function contentOf(file: ProgramFile): string {
  if (!('Body' in file)) return '';
  return file.BodyType === 'Base64' ? Buffer.from(file.Body, 'base64').toString('utf8') : file.Body;
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
}
