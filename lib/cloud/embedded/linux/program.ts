import { fileText, isCallsInARow } from '@/lib/formats/execution-plan/body';
import type { PlanCommand, Program } from '@/lib/formats/execution-plan/plan';
import type { Json } from '@/lib/model/json';
import { outputOf } from './shell';

/** What a script came to. */
export interface ScriptEnd {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/**
 * Plays one call: an application's script is read by a small shell, a recipe of Puppet or Chef just succeeds.
 *
 * @param host name of the machine
 * @returns `executed`: whether what it came to is all that the script does; not for a recipe, a command that the shell
 *   does not know, a file that only the internet has, and Python that decides what is called
 */
export function play(program: Program, call: PlanCommand, host: string): { end: ScriptEnd; executed: boolean } {
  const script = program.Scripts[call.Name];
  const file = script && program.Files[script.EntryPoint];
  const text = file ? fileText(file) : '';
  const given = Array.isArray(call.Arguments.args) ? call.Arguments.args.map(textOf) : [];
  const isRead = script?.Type === 'Application' && file !== undefined && 'Body' in file;
  const { stdout, executed } = isRead ? outputOf(text, given, host) : { stdout: '', executed: false };
  return { end: { exitCode: 0, stdout, stderr: '' }, executed: executed && isCallsInARow(program) };
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
}
