import { errors } from '@/lib/errors';
import type { JsonObject } from '@/lib/model/json';
import { accountFields } from './account';
import { readPlan } from './check';
import type { ExecutionPlan } from './plan';

/**
 * Makes the plan that goes to a machine from a plan template whose placeholders are filled in:
 * script file names become base64 texts, what the template leaves out gets its default (no scripts,
 * no commands, no arguments, no reboot).
 *
 * @param template the filled template, `Scripts` naming files
 * @param scriptOf the PowerShell text of a file; undefined for one that is not there
 * @throws `script_not_found` (invalid input) for a file that is not there; `invalid_execution_plan`
 */
export function buildPlan(template: JsonObject, scriptOf: (file: string) => string | undefined): ExecutionPlan {
  const { Scripts: names = [], Commands: commands = [], RebootOnCompletion: reboot = 0, software } = template;
  const encoded = (Array.isArray(names) ? names : [names]).map((name, index) => {
    const text = typeof name === 'string' ? scriptOf(name) : undefined;
    if (text !== undefined) return Buffer.from(text, 'utf8').toString('base64');
    const sentence = `The execution plan needs the script "${String(name)}", which neither its package nor one that it requires has.`;
    const field = { path: `Scripts.${index}`, code: 'script_not_found', sentence };
    throw errors.invalidInput(sentence, [field], { code: 'script_not_found' });
  });
  const complete = Array.isArray(commands)
    ? commands.map((command) =>
        typeof command === 'object' && command !== null && !Array.isArray(command)
          ? { ...command, Arguments: command.Arguments ?? {} }
          : command,
      )
    : commands;
  const plan = { Scripts: encoded, Commands: complete, RebootOnCompletion: reboot, ...accountFields(template) };
  return readPlan(software === undefined ? plan : { ...plan, software });
}

/** The PowerShell texts of a plan. */
export function scriptTexts(plan: ExecutionPlan): string[] {
  return plan.Scripts.map((script) => Buffer.from(script, 'base64').toString('utf8'));
}

/** Whether a machine restarts after a plan: 0 never, 1 only when no command failed, 2 always. */
export function rebootsAfter(plan: Pick<ExecutionPlan, 'RebootOnCompletion'>, failed: boolean): boolean {
  return plan.RebootOnCompletion === 2 || (plan.RebootOnCompletion === 1 && !failed);
}
