import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogWith } from '@/lib/catalog/testing/catalog-with';
import { bundleServer, spawnServer } from '@/lib/container/testing/server-process';
import { createRunWatch } from '@/lib/db/run-watch';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';
import type { BundledProgram } from '@/lib/testing/bundle-program';
import { RUNTIME_SCHEMA } from './dbos-journal';
import { ended, newTestId, queueRun } from './testing/bench';
import { ENDLESS, environmentWithLoop } from './testing/endless';

let program: BundledProgram;
let database: TestDatabase;
const catalogDirectory = catalogWith(ENDLESS);
/** its packages are loaded, and the environment has looked at the networks */
const STEPS_BEFORE = 2;

beforeAll(async () => {
  program = await bundleServer();
});
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  program.remove();
  await database.drop();
});

/** A server process that has begun to run the program of a deployment. */
async function computing(runId: string) {
  const server = spawnServer(program.file, catalogDirectory);
  await server.start(database.url);
  let problem: string | null = null;
  void server.ended.then((how) => {
    problem = how;
  });
  for (const before = await noteOf(runId); ; ) {
    const now = await noteOf(runId);
    if (now.isInLoop && now.text !== before.text) return server;
    if (problem !== null) throw new Error(`the server ended: ${problem}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** What was noted last, and whether the run has done everything before its loop. */
async function noteOf(id: string): Promise<{ text: string; isInLoop: boolean }> {
  const { computing, deaths, recordedSteps } = await database.db.run.findUniqueOrThrow({ where: { id } });
  const [steps] = await database.db
    .$queryRawUnsafe<{ recorded: number }[]>(
      `select count(*)::int as recorded from ${RUNTIME_SCHEMA}.operation_outputs where workflow_uuid = '${id}'`,
    )
    // Before the first start there is no such table.
    .catch(() => []);
  const recorded = steps?.recorded ?? 0;
  const isInLoop = recorded >= STEPS_BEFORE && (computing || (recordedSteps !== null && recordedSteps < recorded));
  return { text: JSON.stringify({ computing, deaths, recordedSteps }), isInLoop };
}

describe('a run whose process dies while it computes', () => {
  it('is tried again once, and given up the third time: the environment is free', async () => {
    const { id, model } = await queueRun(database.db, [], { model: environmentWithLoop(newTestId()) });
    for (let death = 0; death < 2; death++) await (await computing(id)).end();
    const third = spawnServer(program.file, catalogDirectory);
    await third.start(database.url);
    const row = await ended(database.db, id);
    expect(row).toMatchObject({ state: 'failed', problem: { kind: 'language', code: 'run_stops_server' } });
    expect((row.problem as { sentence: string }).sentence).toContain('stopped the server twice');
    const environment = await database.db.environment.findUniqueOrThrow({ where: { id: model.id } });
    expect(environment.activeRunId).toBeNull();
    await third.stop();
    await third.end();
  });

  it('is left to the next process as often as its processes stop in order, which they do while it computes', async () => {
    const { id } = await queueRun(database.db, [], { model: environmentWithLoop(newTestId()) });
    for (let turn = 0; turn < 3; turn++) {
      const server = await computing(id);
      await server.stop();
      expect(await database.db.run.findUniqueOrThrow({ where: { id } })).toMatchObject({
        state: 'running',
        computing: false,
        deaths: 0,
      });
      await server.end();
    }
    await database.db.run.delete({ where: { id } });
  });
});

describe('what is noted of a run', () => {
  it('counts deaths while it computes, and begins anew with every step that is recorded', async () => {
    const { id } = await queueRun(database.db, [], { model: environmentWithLoop(newTestId()) });
    const watch = createRunWatch(database.db);
    expect(await watch.begins(id, 0)).toBe(0);
    expect(await watch.begins(id, 0)).toBe(1);
    await watch.computes(id, 0);
    expect(await watch.begins(id, 0)).toBe(2);
    // It got further and waited: whoever killed the process then, it was not this run.
    await watch.rests(id, 3);
    expect(await watch.begins(id, 3)).toBe(0);
    // What it waited for came, and it went on: it may have been this run.
    expect(await watch.begins(id, 4)).toBe(1);
    await watch.computes(id, 4);
    expect(await watch.begins(id, 4)).toBe(2);
    expect(await watch.begins(id, 5)).toBe(1);
    await watch.rests(id, null);
    expect(await watch.begins(id, 5)).toBe(0);
    await database.db.run.delete({ where: { id } });
  });
});
