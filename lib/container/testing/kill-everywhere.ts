import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RUNTIME_SCHEMA } from '@/lib/conductor/runtime/dbos-journal';
import { ended, queueRun } from '@/lib/conductor/runtime/testing/bench';
import { type Trace, traceOf } from '@/lib/conductor/runtime/testing/trace';
import type { Db } from '@/lib/db/client';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { JsonObject } from '@/lib/model/json';
import type { ActionInput } from '@/lib/model/runs/action';
import type { RunKind } from '@/lib/model/runs/kinds';
import type { BundledProgram } from '@/lib/testing/bundle-program';
import { HANG_MS } from '@/lib/testing/patience';
import { bundleServer, type ServerProcess, spawnServer } from './server-process';

/** Runs at a time: each waits about a second for its successor, so more than the processors of a small machine. */
const PARALLEL_RUNS = 3;

/** What is deployed again and again, dying at another place each time. */
export interface KillScenario {
  model: EnvironmentModel;
  /** an action that dies instead, when all is deployed */
  action?: ActionInput;
  /** another run that dies instead, when all is deployed */
  afterwards?: RunKind;
  /** one that goes well before that */
  before?: RunKind;
  /** what has become of the document beside the product until then */
  found?: (reached: EnvironmentModel) => EnvironmentModel;
  /** what somebody has done to the machines beside the product until then */
  byHand?: (db: Db) => Promise<unknown>;
  /** the document that the run that dies is to make true, and its input */
  asked?: (reached: EnvironmentModel) => { model: EnvironmentModel; input: JsonObject };
  /** the packages that ship when left out */
  catalogDirectory?: string;
  /** how it looks when nothing dies */
  expectUndisturbed: (undisturbed: Trace) => void;
  /** there are at least so many places to die at */
  boundaries: number;
}

/**
 * Each run: a server process kills itself with SIGKILL at one boundary of a run; another process takes its
 * place and must finish what the first has begun, with every effect performed exactly once.
 *
 * @param makeVictim called once, before the tests
 */
export function killEverywhere(makeVictim: () => KillScenario): void {
  let program: BundledProgram;
  let template: TestDatabase;
  let runId: string;
  let victim: KillScenario;
  let undisturbed: Trace;
  let boundaries: string[];

  beforeAll(async () => {
    program = await bundleServer();
    victim = makeVictim();
    const calm = await createTestDatabase();
    const first = spawnServer(program.file, victim.catalogDirectory);
    const { model, action, afterwards = action && 'action' } = victim;
    runId = (await queueRun(calm.db, [], { model })).id;
    const through = async () => {
      await first.start(calm.url);
      expect(await ended(calm.db, runId)).toMatchObject({ state: 'success' });
      await first.stop();
      const row = await calm.db.environment.findUniqueOrThrow({ where: { id: model.id } });
      return row.model as unknown as EnvironmentModel;
    };
    if (afterwards) {
      let reached = await through();
      if (victim.before) {
        runId = (await queueRun(calm.db, [], { model, kind: victim.before })).id;
        reached = await through();
      }
      if (victim.found) {
        reached = victim.found(reached);
        await calm.db.environment.update({ where: { id: model.id }, data: { model: reached as object } });
      }
      await victim.byHand?.(calm.db);
      const asked = victim.asked?.(reached) ?? { model, ...(action ? { input: action } : {}) };
      runId = (await queueRun(calm.db, [], { kind: afterwards, ...asked })).id;
    }
    await calm.db.$disconnect();
    template = calm;

    const copy = await createTestDatabase({ copyOf: template });
    await first.start(copy.url);
    expect(await ended(copy.db, runId)).toMatchObject({ state: 'success' });
    undisturbed = await traceOf(copy.db, runId);
    boundaries = await boundariesOf(copy, runId);
    await first.end();
    await copy.drop();
  });
  afterAll(async () => {
    program.remove();
    await template.drop();
  });

  describe('a run that nothing disturbs', () => {
    it('carries every command of every plan out once', () => {
      expect(undisturbed.plans.filter((plan) => plan.executions !== plan.results)).toEqual([]);
      victim.expectUndisturbed(undisturbed);
    });
  });

  describe('a server killed at any boundary of a run', () => {
    it('scenario 27, rough edge 41: is followed by one that finishes it, with every effect performed exactly once', async () => {
      const failures: string[] = [];
      const waiting = [...boundaries];
      const spawn = () => spawnServer(program.file, victim.catalogDirectory);
      await Promise.all(
        Array.from({ length: PARALLEL_RUNS }, async () => {
          const successor = spawn();
          let dying = spawn();
          for (let place = waiting.shift(); place !== undefined; place = waiting.shift()) {
            // The next victim loads while this one dies.
            const next = spawn();
            const problem = await dieAndRecover(place, dying, successor).catch((error: Error) => error.message);
            if (problem !== null) failures.push(`${place}: ${problem}`);
            dying = next;
          }
          await Promise.all([dying.end(), successor.end()]);
        }),
      );
      expect(boundaries.length).toBeGreaterThanOrEqual(victim.boundaries);
      expect(failures).toEqual([]);
    });
  });

  /** @returns what is wrong afterwards; null when nothing is */
  async function dieAndRecover(place: string, dying: ServerProcess, successor: ServerProcess): Promise<string | null> {
    const database = await createTestDatabase({ copyOf: template });
    try {
      await dying.start(database.url, place);
      const end = await Promise.race([dying.ended, late()]);
      if (end !== 'SIGKILL') return `the server did not die there but ended with ${end}`;
      await successor.start(database.url);
      const row = await ended(database.db, runId);
      if (row.state !== 'success') return `it ended as ${row.state}: ${JSON.stringify(row.problem)}`;
      return differences(await traceOf(database.db, runId), undisturbed);
    } finally {
      await dying.end();
      await successor.stop();
      await database.drop();
    }
  }
}

/** What one trace has and the other has not; null when they are equal. */
function differences(trace: Trace, undisturbed: Trace): string | null {
  const lines = (value: unknown) => (Array.isArray(value) ? value : [value]).map((item) => JSON.stringify(item));
  const found = (Object.keys(undisturbed) as (keyof Trace)[]).flatMap((key) => {
    const [is, should] = [lines(trace[key]), lines(undisturbed[key])];
    const times = (all: readonly string[], line: string) => all.filter((one) => one === line).length;
    return [...new Set([...is, ...should])]
      .filter((line) => times(is, line) !== times(should, line))
      .map((line) => `${key}: ${times(is, line)} instead of ${times(should, line)} times ${line}`);
  });
  return found.length === 0 ? null : found.join('\n');
}

function late(): Promise<string> {
  return new Promise((resolve) => setTimeout(() => resolve('nothing at all'), HANG_MS).unref());
}

/** Names of steps that are effects on the world. */
const ON_WORLD = /^(plan|stack|machine)/;

/**
 * Before and after the performance of every recorded step; where it is an effect on the world, also when
 * what was reached before is stored and when it is recorded; between the sending of a plan and its answer; and around the end, which needs no record.
 */
async function boundariesOf({ db }: TestDatabase, runId: string): Promise<string[]> {
  const steps = await db.$queryRawUnsafe<{ number: number; name: string }[]>(
    `select function_id + 1 as number, function_name as name from ${RUNTIME_SCHEMA}.operation_outputs
      where workflow_uuid = '${runId}' order by function_id`,
  );
  const around = steps.flatMap(({ number, name }) => [
    `before:${number}`,
    ...(ON_WORLD.test(name) ? [`stored:${number}`] : []),
    ...(name.startsWith('plan ') ? [`sent:${number}`] : []),
    `performed:${number}`,
    // Elsewhere that is where the next step begins.
    ...(ON_WORLD.test(name) ? [`recorded:${number}`] : []),
  ]);
  return [...around, `before:${steps.length + 1}`, `performed:${steps.length + 1}`];
}
