import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSecretBox } from '@/lib/crypto';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';
import { RUNTIME_SCHEMA } from './durable';
import { ended, newTestId, queueDeployment } from './testing/bench';
import { testConfig } from './testing/container';
import { domainWithWebServer } from './testing/domain';
import { spawnServer } from './testing/server-process';
import { type Trace, traceOf } from './testing/trace';

/**
 * Each run: a server process kills itself with SIGKILL at one boundary of a deployment of a domain with two
 * controllers and a web server; a second process is started and must finish what the first has begun.
 */
let template: TestDatabase;
let deploymentId: string;
/** how it looks when nothing dies */
let undisturbed: Trace;
let boundaries: string[];

beforeAll(async () => {
  template = await createTestDatabase();
  const box = createSecretBox(testConfig(template.url).secretKey);
  const queued = await queueDeployment(template.db, [], { model: domainWithWebServer(newTestId(), box) });
  deploymentId = queued.id;
  await template.db.$disconnect();

  const calm = await createTestDatabase({ copyOf: template });
  const server = spawnServer();
  await server.start({ databaseUrl: calm.url });
  expect(await ended(calm.db, deploymentId, 30_000)).toMatchObject({ state: 'success' });
  undisturbed = await traceOf(calm.db, deploymentId);
  expect(undisturbed.plans.filter((plan) => plan.executions !== plan.results)).toEqual([]);
  boundaries = await boundariesOf(calm);
  await server.stop();
  await calm.drop();
}, 60_000);
afterAll(() => template.drop());

describe('a server killed at any boundary of a deployment', () => {
  it('is followed by one that finishes it, with every effect performed exactly once', async () => {
    const failures: string[] = [];
    const waiting = [...boundaries];
    const worker = async () => {
      for (let place = waiting.shift(); place !== undefined; place = waiting.shift()) {
        const problem = await dieAndRecover(place).catch((error: unknown) => String(error));
        if (problem !== null) failures.push(`${place}: ${problem}`);
      }
    };
    await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker));
    expect(boundaries.length).toBeGreaterThan(40);
    expect(failures).toEqual([]);
  }, 600_000);
});

/** @returns what is wrong afterwards; null when nothing is */
async function dieAndRecover(place: string): Promise<string | null> {
  const servers = [spawnServer(), spawnServer()] as const;
  const database = await createTestDatabase({ copyOf: template });
  try {
    await servers[0].start({ databaseUrl: database.url, crashAt: place });
    const end = await Promise.race([servers[0].ended, late(30_000)]);
    if (end !== 'SIGKILL') return `the first server did not die there but ended with ${end}`;
    await servers[1].start({ databaseUrl: database.url });
    const row = await ended(database.db, deploymentId, 30_000);
    if (row.state !== 'success') return `it ended as ${row.state}: ${JSON.stringify(row.problem)}`;
    expect(await traceOf(database.db, deploymentId)).toEqual(undisturbed);
    return null;
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await database.drop();
  }
}

function late(ms: number): Promise<string> {
  return new Promise((resolve) => setTimeout(() => resolve('nothing within its time'), ms).unref());
}

/** Before, after and around every recorded step, and around the end, which needs no record. */
async function boundariesOf({ db }: TestDatabase): Promise<string[]> {
  const steps = await db.$queryRawUnsafe<{ number: number; name: string }[]>(
    `select function_id + 1 as number, function_name as name from ${RUNTIME_SCHEMA}.operation_outputs
      where workflow_uuid = '${deploymentId}' order by function_id`,
  );
  const around = steps.flatMap(({ number, name }) => [
    `before:${number}`,
    ...(name.startsWith('plan ') ? [`sent:${number}`] : []),
    `performed:${number}`,
    `recorded:${number}`,
  ]);
  return [...around, `before:${steps.length + 1}`, `performed:${steps.length + 1}`];
}
