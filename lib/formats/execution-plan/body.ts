import { isObject, type Json } from '@/lib/model/json';
import { callsIn, valuesOf } from './body-values';
import type { PlanCommand, PlanResult, Program, ProgramFile } from './plan';

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

/**
 * The answer to a program: what its body returns, or how its last script failed.
 *
 * @param results of the calls in order, as entries of commands of version 1
 */
export function programResult(program: Program, results: readonly Json[]): PlanResult {
  const last = results.at(-1);
  if (isObject(last) && last.IsException === true) return { IsException: true, Result: last.Result ?? null };
  const ends = results.map((result) => (isObject(result) ? (result.Result ?? null) : null));
  return { IsException: false, Result: returnedBy(program, ends) };
}

/** What a file of a program holds; what only the internet has is empty. */
export function fileText(file: ProgramFile): string {
  if (!('Body' in file)) return '';
  return file.BodyType === 'Base64' ? Buffer.from(file.Body, 'base64').toString('utf8') : file.Body;
}

/** Words of Python by which a body decides or repeats: such a one is more than calls in a row. */
const DECIDES = /(?:^|\n)\s*(?:if|elif|else|for|while|try|except|with|def|class|import|from|raise|lambda|yield)\b/;

/**
 * Whether a body is calls of scripts one after the other and at most a return at its end, so that nobody needs Python to
 * carry it out.
 */
export function isCallsInARow({ Body: body }: Pick<Program, 'Body'>): boolean {
  return !DECIDES.test(body);
}
