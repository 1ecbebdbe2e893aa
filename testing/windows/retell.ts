// Carries out in a world of Windows what simulated machines were sent, and holds both against each other.
import { isDeepStrictEqual } from 'node:util';
import type { ExecutionPlan, PlanResult } from '@/lib/formats/execution-plan/plan';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import type { Machines, RecordedStep } from './recorder';
import type { World } from './story';
import { otherPasswords, simulatedView, worldView } from './views';

/** What both did, step by step, and where they do not agree. */
export interface Retold {
  /** `host Command Command` of each plan, `host off` and `host on` */
  steps: string[];
  /** where a simulated machine and the world differ, and mistakes of scripts */
  differences: string[];
}

export interface Retelling {
  retell(steps: readonly RecordedStep[]): Promise<Retold>;
  /** the sentences in which simulated machines and the world refuse a plan; null where one does not */
  refusals(
    host: string,
    plan: ExecutionPlan,
    simulated: PlanResult,
  ): Promise<Record<'simulated' | 'world', string | null>>;
}

/** Retells steps in one world, one story after another: identifiers that machines have told are those of later plans. */
export function createRetelling(world: World): Retelling {
  /** identifiers of accounts: what one of the simulation is in the world */
  const ids = new Map<string, string>();
  const inWorld = <T>(value: T): T =>
    JSON.parse(JSON.stringify(value), (_key, one) => (typeof one === 'string' ? (ids.get(one) ?? one) : one)) as T;

  /** The machines of the world are those of the simulation. */
  async function sameMachines(simulated: Machines): Promise<void> {
    const there = await world.look();
    for (const [name, { address }] of Object.entries(simulated))
      if (!there[name]) await world.addMachine(name, address);
    for (const name of Object.keys(there)) if (!simulated[name]) await world.removeMachine(name);
  }

  async function differencesOf(simulated: Machines): Promise<string[]> {
    await sameMachines(simulated);
    const there = await world.look();
    const controllers = Object.keys(simulated).filter((name) => simulated[name]?.facts.directory);
    const found: string[] = [];
    for (const [name, { facts, up }] of Object.entries(simulated)) {
      const machine = there[name];
      // one that is off learns nothing
      if (!machine || !up) continue;
      learnAccounts(facts.directory?.computers ?? {}, machine.directory?.computers ?? {});
      found.push(...differences(name, inWorld({ ...simulatedView(facts, controllers) }), { ...worldView(machine) }));
      found.push(...(await otherPasswords(facts, machine)).map((account) => `${name}: the password of ${account}`));
      if (machine.tasks > 0) found.push(`${name}: a task of the scheduler stays`);
    }
    return found;
  }

  /** What no plan has told yet, as the account of a cluster, is known by its name. */
  function learnAccounts(simulated: Record<string, string>, there: Record<string, string>): void {
    for (const [name, id] of Object.entries(simulated)) if (!ids.has(id) && there[name]) ids.set(id, there[name]);
  }

  function learnIds(simulated: Json[], there: Json[]): void {
    simulated.forEach((value, index) => {
      const other = there[index];
      if (Array.isArray(value) && Array.isArray(other)) learnIds(value, other);
      if (isObject(value) && isObject(other)) learnIds([value.Result ?? null], [other.Result ?? null]);
      if (isId(value) && isId(other)) ids.set(value, other);
    });
  }

  async function retell(step: RecordedStep): Promise<Retold> {
    const { host, after } = step;
    if ('up' in step) {
      await world.power(host, step.up);
      return { steps: [`${host} ${step.up ? 'on' : 'off'}`], differences: await differencesOf(after) };
    }
    const { plan, result, before } = step;
    await sameMachines(before);
    const answer = await world.carryOut(host, inWorld(plan));
    const simulated = Array.isArray(result.Result) ? result.Result : [];
    learnIds(simulated, answer.results);
    const found = [
      ...differences('answer', inWorld(simulated.map(wordsOf)), answer.results.map(wordsOf)),
      ...answer.mistakes.map((mistake) => `a mistake of the script: ${mistake}`),
      ...(await differencesOf(after)),
    ];
    return { steps: [`${host} ${plan.Commands.map(({ Name }) => Name).join(' ')}`], differences: found };
  }

  return {
    retell: async (steps) => {
      const all: Retold = { steps: [], differences: [] };
      for (const step of steps) {
        const one = await retell(step);
        all.steps.push(...one.steps);
        all.differences.push(...one.differences.map((difference) => `${one.steps[0]}: ${difference}`));
      }
      return all;
    },
    refusals: async (host, plan, simulated) => {
      const { results } = await world.carryOut(host, inWorld(plan));
      return { simulated: refusalOf(simulated.Result ?? null), world: refusalOf(results) };
    },
  };
}

function refusalOf(results: Json): string | null {
  const last = Array.isArray(results) ? (results.at(-1) ?? null) : null;
  const { refused } = wordsOf(last);
  return typeof refused === 'string' ? refused : null;
}

const isId = (value: unknown): value is string => typeof value === 'string' && value.startsWith('S-1-5-21-');

/** What a command returned, or the sentence in which it was refused. */
function wordsOf(entry: Json): JsonObject {
  const { IsException: refused = false, Result: values = null } = isObject(entry) ? entry : {};
  const all = Array.isArray(values) ? values : [values];
  return refused ? { refused: all[1] ?? null } : { returned: all };
}

/** Where two values differ: `place: simulated …, in the world …`. */
function differences(place: string, simulated: unknown, there: unknown): string[] {
  if (isDeepStrictEqual(simulated, there)) return [];
  if (isRecord(simulated) && isRecord(there)) {
    const keys = new Set([...Object.keys(simulated), ...Object.keys(there)]);
    return [...keys].flatMap((key) => differences(`${place}.${key}`, simulated[key], there[key]));
  }
  return [`${place}: simulated ${JSON.stringify(simulated)}, in the world ${JSON.stringify(there)}`];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
