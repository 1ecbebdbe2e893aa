import type { Json } from '@/lib/model/json';
import type { PromiseDescription } from './description';
import {
  asText,
  evaluate,
  type FunctionScope,
  fill,
  holds,
  isYaqlError,
  readExpression,
  readText,
  type Scope,
} from './expressions';
import { compileValue, resolveValue } from './values';
import { CommandFailure, recordOf, type SimulatedMachine, type World } from './world';

/** What became of a promise of a machine. */
export interface PromiseReading {
  /** what it is about, where machines keep it together; null: the machine keeps its own */
  of: string | null;
  holds: boolean;
  /** host name of the machine in charge; null: nobody in particular */
  lead: string | null;
  kept: string | null;
  broken: string;
  /** @param from @param to host names of who was in charge and who is */
  moved(from: string, to: string): Promise<string | null>;
}

/** A promise of a package, ready to be looked at. */
export interface MachinePromise {
  package: string;
  name: string;
  /** @returns null when it is none of the machine's, or when the package says it wrongly */
  read(machine: SimulatedMachine, world: World): Promise<PromiseReading | null>;
}

/** Reads a promise's expressions. @throws YaqlError */
export function compilePromise(
  { from, name }: { from: string; name: string },
  description: PromiseDescription,
  functions: FunctionScope,
): MachinePromise {
  const expression = (text: string | undefined) => (text === undefined ? null : readExpression(text));
  const words = (text: string | undefined) => (text === undefined ? null : readText(text));
  const variables = Object.entries(description.let).map(([key, value]) => [key, compileValue(value)] as const);
  const [when, of, lead] = [expression(description.when), expression(description.of), expression(description.lead)];
  const keeps = readExpression(description.holds);
  const [kept, broken, moved] = [words(description.kept), readText(description.broken), words(description.moved)];
  return {
    package: from,
    name,
    read: async (machine, world) => {
      const own: Record<string, Json> = {};
      const scope = (more: Record<string, Json> = {}): Scope => ({
        ...{ functions, shared: { machine: recordOf(machine) }, own: { ...own, ...more }, world },
      });
      const say = async (text: typeof kept, more?: Record<string, Json>) =>
        text === null ? null : asText(await fill(text, scope(more)));
      const resultOf = async (asked: typeof of) => {
        const value = asked === null ? null : await evaluate(asked, scope());
        return value === null ? null : asText(value);
      };
      try {
        for (const [key, value] of variables) own[key] = await resolveValue(value, scope());
        if (!(await holds(when, scope()))) return null;
        const about = await resultOf(of);
        own.of = about;
        return {
          of: about,
          holds: await isKept(keeps, scope()),
          lead: await resultOf(lead),
          kept: await say(kept),
          broken: (await say(broken)) ?? '',
          moved: (before, after) => say(moved, { from: before, to: after }),
        };
      } catch (error) {
        if (isYaqlError(error) || error instanceof CommandFailure) return null;
        throw error;
      }
    },
  };
}

/** What an expression fails with is a reason, too. */
async function isKept(condition: NonNullable<Parameters<typeof holds>[0]>, scope: Scope): Promise<boolean> {
  try {
    return await holds(condition, scope);
  } catch (error) {
    if (error instanceof CommandFailure) return false;
    throw error;
  }
}
