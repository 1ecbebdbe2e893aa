import { fileText } from '@/lib/formats/execution-plan/body';
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
 */
export function play(program: Program, call: PlanCommand, host: string): ScriptEnd {
  const script = program.Scripts[call.Name];
  const file = script && program.Files[script.EntryPoint];
  const text = file ? fileText(file) : '';
  const given = Array.isArray(call.Arguments.args) ? call.Arguments.args.map(textOf) : [];
  const stdout = script?.Type === 'Application' ? outputOf(text, given, host) : '';
  return { exitCode: 0, stdout, stderr: '' };
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
}
