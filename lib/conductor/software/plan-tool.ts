import { errors } from '@/lib/errors';
import { accountFields } from '@/lib/formats/execution-plan/account';
import { readPlan } from '@/lib/formats/execution-plan/check';
import type { ExecutionPlan, PlanResult } from '@/lib/formats/execution-plan/plan';
import { readProgramResult, readResult } from '@/lib/formats/execution-plan/result';
import { readYaml } from '@/lib/formats/yaml/read-yaml';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';

/** The tool whose configs are execution plans, in JSON or YAML, that bring their scripts themselves. */
export const PLAN_TOOL = 'plan';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** A config as the text that a tool is given. */
export function configText(config: Json): string {
  return typeof config === 'string' ? config : JSON.stringify(config ?? '');
}

/**
 * The execution plan that a config is.
 *
 * - version 1: `Scripts` are PowerShell, as text or in base64; a value of `Commands` that is exactly `$name` is that input
 * - version 2: `Files` have a `Body`; inputs are parameters of the body
 *
 * @param inputs by name
 * @throws invalid_input `invalid_execution_plan`
 */
export function configPlan(config: Json, inputs: JsonObject): ExecutionPlan {
  const written = typeof config === 'string' ? readYaml('config', config).value : config;
  if (!isObject(written)) {
    const sentence = 'The config of the tool "plan" must be an execution plan in JSON or YAML.';
    throw errors.invalidInput(sentence, [], { code: 'invalid_execution_plan' });
  }
  const isProgram = String(written.FormatVersion ?? '1').startsWith('2');
  const plan = isProgram ? programPlan(written, inputs) : commandPlan(written, inputs);
  return readPlan({ ...plan, ...accountFields(written) });
}

/**
 * What the answer to such a plan reports: objects that its commands or its body return are outputs by their names, all
 * else that they return is the output of the tool.
 *
 * @param outputs names of those that are waited for
 */
export function planSignal(plan: ExecutionPlan, result: PlanResult, outputs: readonly string[]): JsonObject {
  const reading = plan.program ? readProgramResult(result) : readResult(plan, result);
  const failure = reading.kind === 'notStarted' ? reading.exception : (reading.failed?.exception ?? null);
  const returned = plan.program
    ? [result.Result]
    : reading.kind === 'ran'
      ? reading.succeeded.flatMap((command) => command.outputs)
      : [];
  const found = Object.assign({}, ...returned.filter(isObject)) as JsonObject;
  const printed = returned.filter((value) => !isObject(value) && value !== null && value !== undefined);
  const { stdout = printed.map(textOf).join('\n'), stderr = '' } = plan.program ? found : {};
  return {
    deploy_stdout: stdout,
    deploy_stderr: failure ? failure.message || failure.type : stderr,
    deploy_status_code: failure ? 1 : 0,
    ...Object.fromEntries(outputs.flatMap((name) => (Object.hasOwn(found, name) ? [[name, found[name]]] : []))),
  } as JsonObject;
}

function commandPlan(
  { Scripts: scripts, Commands: commands, RebootOnCompletion: reboot = 0 }: JsonObject,
  inputs: JsonObject,
) {
  const encoded = listOf(scripts).map((script) =>
    typeof script === 'string' && !BASE64.test(script) ? Buffer.from(script, 'utf8').toString('base64') : script,
  );
  const filled = listOf(commands).map((command) =>
    isObject(command) ? { ...command, Arguments: withInputs(command.Arguments ?? {}, inputs) } : command,
  );
  return { Scripts: encoded, Commands: filled, RebootOnCompletion: reboot };
}

function programPlan(written: JsonObject, inputs: JsonObject): JsonObject {
  const { Parameters: parameters, Scripts: scripts, Files: files, Body: body = 'return', ...about } = written;
  const program = {
    FormatVersion: String(about.FormatVersion),
    Version: String(about.Version ?? '1.0.0'),
    Name: String(about.Name ?? 'config'),
    Body: body,
    Parameters: { ...(isObject(parameters) ? parameters : {}), ...inputs },
    Scripts: mapped(scripts, (script) => ({
      Type: 'Application',
      Version: '1.0.0',
      Files: [],
      Options: {},
      ...script,
    })),
    Files: mapped(files, (file, name) => ({ Name: name, BodyType: 'Text', ...file })),
  };
  return { Scripts: [], Commands: [], RebootOnCompletion: 0, program };
}

/** Values that are exactly the name of an input, behind `$`, become what it is. */
function withInputs(value: Json, inputs: JsonObject): Json {
  if (typeof value === 'string' && value.startsWith('$') && Object.hasOwn(inputs, value.slice(1)))
    return inputs[value.slice(1)] ?? null;
  if (Array.isArray(value)) return value.map((one) => withInputs(one, inputs));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withInputs(one as Json, inputs)]));
}

function mapped(value: Json | undefined, make: (one: JsonObject, name: string) => JsonObject): JsonObject {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, isObject(one) ? make(one, name) : (one as Json)]),
  );
}

function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
