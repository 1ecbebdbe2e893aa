import type { Json, JsonObject } from '@/lib/model/json';
import { bindArguments } from './arguments';
import type { CommandDescription, StepDescription } from './description';
import {
  asText,
  type Expression,
  evaluate,
  type FunctionScope,
  fill,
  holds,
  isYaqlError,
  readExpression,
  readText,
  type Scope,
  type Text,
} from './expressions';
import { afterRestart, withFacts } from './facts';
import { compileValue, resolveValue, type Value } from './values';
import { type ChangeableWorld, CommandFailure, recordOf, type SimulatedMachine } from './world';

/** What came of a command. */
export interface CommandEnd {
  /** what the machine knows now */
  facts: JsonObject;
  outputs: Json[];
}

/** A command of a package, ready to be carried out. */
export interface Command {
  /** how long it takes at the usual speed */
  seconds: number;
  /**
   * Carries it out.
   *
   * @param given its arguments as the plan has them, secrets open
   * @throws CommandFailure
   */
  run(machine: SimulatedMachine, given: JsonObject, world: ChangeableWorld): Promise<CommandEnd>;
}

type Facts = readonly (readonly [path: string, value: Value])[];
type Step =
  | { let: Facts }
  | { stop: Expression }
  | { fail: Text; type: string | undefined; when: Expression | null }
  | { set: Facts; at: Expression | null; when: Expression | null }
  | { afterRestart: Facts; when: Expression | null };

/**
 * Reads a command's expressions.
 *
 * @param name of the command, for what goes wrong in them
 * @throws YaqlError
 */
export function compileCommand(name: string, description: CommandDescription, functions: FunctionScope): Command {
  const { seconds, parameters } = description;
  const steps = description.steps.map(compileStep);
  const output = description.output.map(readText);
  return {
    seconds,
    run: async (machine, given, world) => {
      const bound = bindArguments(parameters, given);
      try {
        return await carryOut({ steps, output, functions, machine, given: bound, world });
      } catch (error) {
        if (!isYaqlError(error)) throw error;
        throw new CommandFailure(
          `The simulation of ${name} went wrong at "${error.expression ?? ''}": ${error.message}`,
          'Vetro.SimulationException',
        );
      }
    },
  };
}

interface Run {
  steps: readonly Step[];
  output: readonly Text[];
  functions: FunctionScope;
  machine: SimulatedMachine;
  given: JsonObject;
  world: ChangeableWorld;
}

async function carryOut({ steps, output, functions, machine, given, world }: Run): Promise<CommandEnd> {
  let { facts } = machine;
  const variables: Record<string, Json> = { given };
  const scope = (more: Record<string, Json> = {}): Scope => ({
    functions,
    shared: { machine: recordOf({ ...machine, facts }) },
    own: { ...variables, ...more },
    world,
  });
  for (const step of steps) {
    if ('when' in step && !(await holds(step.when, scope()))) continue;
    if ('stop' in step) {
      if (await holds(step.stop, scope())) return { facts, outputs: [] };
    } else if ('let' in step) {
      for (const [name, value] of step.let) variables[name] = await resolveValue(value, scope());
    } else if ('fail' in step) {
      throw new CommandFailure(asText(await fill(step.fail, scope())), step.type);
    } else if ('afterRestart' in step) {
      facts = afterRestart(facts, await valuesOf(step.afterRestart, scope()));
    } else if (step.at === null) {
      facts = withFacts(facts, await valuesOf(step.set, scope()));
    } else {
      for (const id of idsOf(await evaluate(step.at, scope()))) {
        if (id === machine.id) {
          facts = withFacts(facts, await valuesOf(step.set, scope({ there: recordOf({ ...machine, facts }) })));
        } else await world.change(id, (there) => valuesOf(step.set, scope({ there: recordOf(there) })));
      }
    }
  }
  const outputs: Json[] = [];
  for (const line of output) outputs.push(await fill(line, scope()));
  return { facts, outputs };
}

async function valuesOf(facts: Facts, scope: Scope): Promise<Record<string, Json>> {
  const values: Record<string, Json> = {};
  for (const [path, value] of facts) values[path] = await resolveValue(value, scope);
  return values;
}

/** A machine or several, as `machines()` gives them. */
function idsOf(found: Json): string[] {
  return (Array.isArray(found) ? found : [found]).flatMap((one) =>
    typeof one === 'object' && one !== null && !Array.isArray(one) && typeof one.id === 'string' ? [one.id] : [],
  );
}

function compileStep(step: StepDescription): Step {
  const condition = (text: string | undefined) => (text === undefined ? null : readExpression(text));
  const facts = (given: Record<string, Json>): Facts =>
    Object.entries(given).map(([path, value]) => [path, compileValue(value)] as const);
  if ('let' in step) return { let: facts(step.let) };
  if ('stop' in step) return { stop: readExpression(step.stop) };
  if ('fail' in step) return { fail: readText(step.fail), type: step.type, when: condition(step.when) };
  if ('set' in step) return { set: facts(step.set), at: condition(step.at), when: condition(step.when) };
  return { afterRestart: facts(step.afterRestart), when: condition(step.when) };
}
