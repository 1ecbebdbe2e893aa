import { errors, type FieldProblem } from '@/lib/errors';
import { isObject, type Json } from '@/lib/model/json';
import { accountProblems } from './account';
import type { ExecutionPlan } from './plan';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const COMMAND_NAME = /^[A-Za-z][A-Za-z0-9_-]*$/;

/**
 * Everything that is wrong with a plan, at once (Murano v0.2 guide, chapter 5, "Execution Plans").
 *
 * @param value what claims to be a plan
 * @returns problems with paths (`Commands.0.Name`); none when it is an `ExecutionPlan`
 */
export function checkPlan(value: unknown): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const note = (path: string, code: string, sentence: string) => problems.push({ path, code, sentence });
  if (!isObject(value)) {
    note('', 'not_an_object', 'An execution plan is an object with Scripts, Commands and RebootOnCompletion.');
    return problems;
  }
  const { Scripts: scripts, Commands: commands, RebootOnCompletion: reboot } = value;
  if (value.program !== undefined) checkProgram(value.program, note);
  if (value.software !== undefined && !isSoftware(value.software)) {
    note('software', 'not_an_object', 'A config of software has a tool, a text, inputs and names of outputs.');
  }
  if (!Array.isArray(scripts)) note('Scripts', 'not_a_list', 'Scripts must be a list of base64 texts.');
  for (const [index, script] of listOf(scripts).entries()) {
    if (typeof script === 'string' && BASE64.test(script)) continue;
    note(`Scripts.${index}`, 'not_base64', 'A script must be base64 of its UTF-8 text.');
  }
  if (!Array.isArray(commands)) note('Commands', 'not_a_list', 'Commands must be a list.');
  for (const [index, command] of listOf(commands).entries()) {
    const path = `Commands.${index}`;
    if (!isObject(command)) {
      note(path, 'not_an_object', 'A command is an object with Name and Arguments.');
      continue;
    }
    if (typeof command.Name !== 'string' || !COMMAND_NAME.test(command.Name)) {
      note(`${path}.Name`, 'bad_name', 'A command needs the name of a PowerShell function.');
    }
    if (!isObject(command.Arguments)) {
      note(`${path}.Arguments`, 'not_an_object', 'Arguments must be an object from parameter names to values.');
    }
  }
  if (reboot !== 0 && reboot !== 1 && reboot !== 2) {
    note('RebootOnCompletion', 'out_of_range', 'RebootOnCompletion is 0 (never), 1 (after success) or 2 (always).');
  }
  return [...problems, ...accountProblems(value)];
}

/**
 * A plan that must be right.
 *
 * @throws `invalid_execution_plan` (invalid input) that lists every problem
 */
export function readPlan(value: unknown): ExecutionPlan {
  const problems = checkPlan(value);
  if (problems.length === 0) return value as ExecutionPlan;
  const first = problems[0];
  const sentence = `The execution plan is not valid: ${first?.path || 'plan'}: ${first?.sentence}`;
  throw errors.invalidInput(sentence, problems, { code: 'invalid_execution_plan' });
}

/** Names that the body can call, files that are there. */
function checkProgram(program: Json | undefined, note: (path: string, code: string, sentence: string) => void): void {
  if (!isObject(program) || typeof program.Body !== 'string') {
    note('program', 'not_an_object', 'A program is an object with Body, Scripts and Files.');
    return;
  }
  const files = isObject(program.Files) ? program.Files : {};
  for (const [name, script] of Object.entries(isObject(program.Scripts) ? program.Scripts : {})) {
    const path = `program.Scripts.${name}`;
    if (!/^\w+$/.test(name)) note(path, 'bad_name', 'A script needs a name that Python can call.');
    if (!isObject(script) || typeof script.EntryPoint !== 'string') {
      note(path, 'not_an_object', 'A script is an object with Type and EntryPoint.');
    } else if (script.Type === 'Application' && !Object.hasOwn(files, script.EntryPoint)) {
      note(`${path}.EntryPoint`, 'not_found', `The program has no file "${script.EntryPoint}".`);
    }
  }
}

function isSoftware(value: Json): boolean {
  if (!isObject(value)) return false;
  const { action, tool, text, inputs, outputs } = value;
  return [action, tool, text].every((one) => typeof one === 'string') && isObject(inputs) && Array.isArray(outputs);
}

function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}
