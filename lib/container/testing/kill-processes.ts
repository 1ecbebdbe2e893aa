import { RUNTIME_SCHEMA } from '@/lib/conductor/runtime/dbos-journal';
import { queueRun } from '@/lib/conductor/runtime/testing/bench';
import { traceOf } from '@/lib/conductor/runtime/testing/trace';
import { type KillScenario, placeOf } from '@/lib/conductor/testing/kill-scenario';
import { differences, type Trace } from '@/lib/conductor/testing/trace';
import type { Db } from '@/lib/db/client';
import { createTestDatabase } from '@/lib/db/testing';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { JsonObject } from '@/lib/model/json';
import { eventually, HANG_MS } from '@/lib/testing/patience';
import { bundleServer, type ServerProcess, spawnServer } from './server-process';

/** Runs of several scenarios that stand in one database, ready to be begun and to die together. */
export interface ProcessKills {
  /** what each leaves when nothing dies */
  undisturbed: ReadonlyMap<string, Trace>;
  /** names of the steps that each records */
  steps: ReadonlyMap<string, readonly string[]>;
  /**
   * A server carries all runs out and kills itself with SIGKILL when each is at its place; another process takes all of
   * them over.
   *
   * @param death which of the places of each scenario, from 0; scenarios that have no such place are left alone
   * @returns what is wrong afterwards
   */
  die(death: number): Promise<string[]>;
  /**
   * The same with a server that hangs there: another process takes the runs over while it does, and it goes on when all of
   * them are over.
   */
  hang(death: number): Promise<string[]>;
  /** how many runs have died so far */
  died(): number;
  dispose(): Promise<void>;
}

/** Between two looks at runs under way, in milliseconds: each look is taken from the servers' processors. */
const POLL_MS = 100;

interface Victim {
  name: string;
  scenario: KillScenario;
  runId: string;
}

/**
 * Takes every scenario to where the run that dies is queued, on one server and one database, and lets all go well once.
 *
 * @param scenarios by name
 * @param catalogDirectory the packages that they need
 */
export async function prepareProcessKills(
  scenarios: ReadonlyMap<string, KillScenario>,
  catalogDirectory: string,
): Promise<ProcessKills> {
  const program = await bundleServer();
  const spawn = () => spawnServer(program.file, catalogDirectory);
  const successor = spawn();
  const template = await createTestDatabase();
  const victims = await prepareVictims(template.db, successor, template.url, scenarios);
  await template.db.$disconnect();

  // The next victim loads while all goes well.
  let spare = spawn();
  const calm = await createTestDatabase({ copyOf: template });
  await successor.start(calm.url);
  const undisturbed = new Map<string, Trace>();
  const steps = new Map<string, readonly string[]>();
  await allSuccessful(
    calm.db,
    victims.map(({ runId }) => runId),
  );
  for (const { name, runId } of victims) {
    undisturbed.set(name, await traceOf(calm.db, runId));
    steps.set(name, await stepsOf(calm.db, runId));
  }
  await successor.stop();
  await calm.drop();

  // A death that is gone through twice is one.
  const died = new Set<string>();
  const placesOf = (death: number) =>
    victims.flatMap((victim) => {
      const kill = victim.scenario.realKills[death];
      return kill ? [{ ...victim, place: placeOf(kill, steps.get(victim.name) ?? []) }] : [];
    });
  const crashAt = (chosen: ReturnType<typeof placesOf>) =>
    Object.fromEntries(chosen.map(({ runId, place }) => [runId, place]));

  /** What differs from what they leave when nothing dies, once all are over. */
  async function problemsOf(db: Db, chosen: ReturnType<typeof placesOf>): Promise<string[]> {
    const ends = await allEnded(
      db,
      chosen.map(({ runId }) => runId),
    );
    const problems: string[] = [];
    for (const { name, runId, place } of chosen) {
      const calmTrace = undisturbed.get(name);
      if (!calmTrace) throw new Error(`${name} was never undisturbed.`);
      const problem = ends.get(runId) ?? differences(await traceOf(db, runId), calmTrace);
      if (problem !== null) problems.push(`${name} ${place}: ${problem}`);
    }
    return problems;
  }

  async function die(death: number): Promise<string[]> {
    const dying = spare;
    spare = spawn();
    const chosen = placesOf(death);
    const database = await createTestDatabase({ copyOf: template });
    try {
      await dying.start(database.url, crashAt(chosen));
      const end = await Promise.race([dying.ended, late()]);
      if (end !== 'SIGKILL') return [`the server did not die at its places but ended with ${end}`];
      await successor.start(database.url);
      const problems = await problemsOf(database.db, chosen);
      for (const { name } of chosen) died.add(`${name} ${death}`);
      return problems;
    } finally {
      await dying.end();
      await successor.stop();
      await database.drop();
    }
  }

  async function hang(death: number): Promise<string[]> {
    const hanging = spare;
    spare = spawn();
    const chosen = placesOf(death);
    const database = await createTestDatabase({ copyOf: template });
    try {
      await hanging.start(database.url, crashAt(chosen), { hangs: true });
      await hanging.hung();
      await successor.start(database.url);
      const problems = await problemsOf(database.db, chosen);
      hanging.wake();
      const end = await Promise.race([hanging.ended, late()]);
      if (end !== 'SIGKILL') problems.push(`the server that hung did not end itself but ended with ${end}`);
      // What it would have written, it would have by now.
      const afterwards = await problemsOf(database.db, chosen);
      return [...problems, ...afterwards.filter((one) => !problems.includes(one))];
    } finally {
      await hanging.end();
      await successor.stop();
      await database.drop();
    }
  }

  return {
    ...{ undisturbed, steps, die, hang },
    died: () => died.size,
    dispose: async () => {
      await Promise.all([spare.end(), successor.end()]);
      program.remove();
      await template.drop();
    },
  };
}

/** Deploys all environments at once, then lets what comes before each victim go well, and queues the victims. */
async function prepareVictims(
  db: Db,
  server: ServerProcess,
  url: string,
  scenarios: ReadonlyMap<string, KillScenario>,
): Promise<Victim[]> {
  const all = [...scenarios];
  const laterOnes = all.filter(([, { afterwards }]) => afterwards !== undefined);
  const deployments: string[] = [];
  for (const [, { model }] of laterOnes) deployments.push((await queueRun(db, [], { model })).id);
  await server.start(url);
  await allSuccessful(db, deployments);
  await server.stop();
  const before: string[] = [];
  for (const [, { model, before: kind }] of laterOnes)
    if (kind) before.push((await queueRun(db, [], { model, kind })).id);
  await server.start(url);
  await allSuccessful(db, before);
  await server.stop();
  const victims: Victim[] = [];
  for (const [name, scenario] of all) victims.push({ name, scenario, runId: await queueVictim(db, scenario) });
  return victims;
}

/** @returns the id of its run */
async function queueVictim(db: Db, { model, afterwards, ...scenario }: KillScenario): Promise<string> {
  if (!afterwards) return (await queueRun(db, [], { model })).id;
  const row = await db.environment.findUniqueOrThrow({ where: { id: model.id } });
  let reached = row.model as unknown as EnvironmentModel;
  if (scenario.found) {
    reached = scenario.found(reached);
    await db.environment.update({ where: { id: model.id }, data: { model: reached as object } });
  }
  const machines = scenario.byHand ? await db.cloudMachine.findMany({ where: { stackName: `e${model.id}` } }) : [];
  for (const { id, facts } of machines)
    await db.cloudMachine.update({ where: { id }, data: { facts: scenario.byHand?.(facts as JsonObject) ?? {} } });
  return (await queueRun(db, [], { kind: afterwards, ...(scenario.asked?.(reached) ?? { model }) })).id;
}

/** Resolves once all runs are over, asking for all of them at once. @returns what went wrong, by the run's id */
async function allEnded(db: Db, runIds: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  const which = { id: { in: [...runIds] } };
  const underWay = { ...which, state: { in: ['queued', 'running'] } };
  await eventually('the end of all runs', async () => (await db.run.count({ where: underWay })) === 0, POLL_MS);
  const rows = await db.run.findMany({ where: which, select: { id: true, state: true, problem: true } });
  return new Map(
    rows.map(({ id, state, problem }) => [
      id,
      state === 'success' ? null : `it ended as ${state}: ${JSON.stringify(problem)}`,
    ]),
  );
}

/** @throws Error when one does not go well */
async function allSuccessful(db: Db, runIds: readonly string[]): Promise<void> {
  const problems = [...(await allEnded(db, runIds)).values()].flatMap((problem) => problem ?? []);
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

function late(): Promise<string> {
  return new Promise((resolve) => setTimeout(() => resolve('nothing at all'), HANG_MS).unref());
}

async function stepsOf(db: Db, runId: string): Promise<string[]> {
  const steps = await db.$queryRawUnsafe<{ name: string }[]>(
    `select function_name as name from ${RUNTIME_SCHEMA}.operation_outputs
      where workflow_uuid = '${runId}' order by function_id`,
  );
  return steps.map(({ name }) => name);
}
