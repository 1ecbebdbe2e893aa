import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleServer, type ServerProcess, spawnServer } from '@/lib/container/testing/server-process';
import { testConfig } from '@/lib/container/testing/start-container';
import { createSecretBox } from '@/lib/crypto';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';
import type { BundledProgram } from '@/lib/testing/bundle-program';
import { ended, newTestId, queueRun } from './testing/bench';
import { domainWithWebServer } from './testing/domain';
import { traceOf } from './testing/trace';

/** The pass over all runs, which would find what is left, too, does not come. */
const NO_PASS = { recoveryIntervalMs: 60 * 60_000 };

let database: TestDatabase;
let program: BundledProgram;
const servers: ServerProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  program = await bundleServer();
});
afterAll(async () => {
  for (const server of servers) await server.end();
  program.remove();
  await database.drop();
});

describe('one of two servers on one database', () => {
  it('goes on with what the other has left when it is killed, before any pass over all runs, and does nothing twice', async () => {
    const [dying, other] = [spawnServer(program.file), spawnServer(program.file)];
    servers.push(dying, other);
    // The first leads the cloud, too, and is the one that finds the run: both have to go over.
    await dying.start(database.url, 'performed:8', { recoveryIntervalMs: 200 });
    await dying.started;
    await other.start(database.url, undefined, NO_PASS);
    await other.started;
    const model = domainWithWebServer(newTestId(), createSecretBox(testConfig(database.url).secretKey));
    const { id } = await queueRun(database.db, [], { model });

    expect(await dying.ended).toBe('SIGKILL');
    const died = new Date();
    expect(await ended(database.db, id)).toMatchObject({ state: 'success' });
    const after = await database.db.event.findFirst({
      where: { runId: id, at: { gt: died } },
      orderBy: { seq: 'asc' },
    });
    expect(after).not.toBeNull();
    const { plans, machines, events, openReplies } = await traceOf(database.db, id);
    expect(plans.length).toBeGreaterThan(5);
    expect(plans.filter(({ executions, results }) => executions !== results)).toEqual([]);
    expect(machines).toHaveLength(3);
    const started = events.filter((line) => /^(effect|run)/.test(line));
    expect(new Set(started).size).toBe(started.length);
    expect(openReplies).toBe(0);
  });
});
