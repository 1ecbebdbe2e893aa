import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSecretBox } from '@/lib/crypto';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';
import type { BundledProgram } from '@/lib/testing/bundle-program';
import { RUNTIME_SCHEMA } from './durable';
import { ended, newTestId, queueDeployment } from './testing/bench';
import { testConfig } from './testing/container';
import { domainWithWebServer } from './testing/domain';
import { bundleServer, type ServerProcess, spawnServer } from './testing/server-process';
import { type Trace, traceOf } from './testing/trace';

/** Runs at a time: each waits about a second for its successor, so more than the processors of a small machine. */
const LANES = 3;
/** For one half of one run, on a machine that is busy with other things too. */
const PATIENCE_MS = 120_000;

/**
 * Each run: a server process kills itself with SIGKILL at one boundary of a deployment of a domain with two
 * controllers and a web server; another process takes its place and must finish what the first has begun.
 */
let program: BundledProgram;
let template: TestDatabase;
let deploymentId: string;
/** how it looks when nothing dies */
let undisturbed: Trace;
let boundaries: string[];

beforeAll(async () => {
  program = await bundleServer();
  const calm = await createTestDatabase();
  const box = createSecretBox(testConfig(calm.url).secretKey);
  const first = spawnServer(program.file);
  // What every start would make anew, the runtime's own tables, is made once.
  await first.start(calm.url);
  await first.stop();
  const queued = await queueDeployment(calm.db, [], { model: domainWithWebServer(newTestId(), box) });
  deploymentId = queued.id;
  await calm.db.$disconnect();
  template = calm;

  const copy = await createTestDatabase({ copyOf: template });
  await first.start(copy.url);
  expect(await ended(copy.db, deploymentId, PATIENCE_MS)).toMatchObject({ state: 'success' });
  undisturbed = await traceOf(copy.db, deploymentId);
  boundaries = await boundariesOf(copy);
  await first.end();
  await copy.drop();
}, 4 * PATIENCE_MS);
afterAll(async () => {
  program.remove();
  await template.drop();
});

describe('a deployment that nothing disturbs', () => {
  it('carries every command of every plan out once', () => {
    expect(undisturbed.plans.length).toBeGreaterThan(5);
    expect(undisturbed.plans.filter((plan) => plan.executions !== plan.results)).toEqual([]);
    expect(undisturbed.stacks).toHaveLength(1);
    expect(undisturbed.machines).toHaveLength(3);
  });
});

describe('a server killed at any boundary of a deployment', () => {
  it('scenario 27, rough edge 41: is followed by one that finishes it, with every effect performed exactly once', {
    timeout: 1_800_000,
  }, async () => {
    const failures: string[] = [];
    const waiting = [...boundaries];
    await Promise.all(
      Array.from({ length: LANES }, async () => {
        const successor = spawnServer(program.file);
        let victim = spawnServer(program.file);
        for (let place = waiting.shift(); place !== undefined; place = waiting.shift()) {
          // The next victim loads while this one dies.
          const next = spawnServer(program.file);
          const problem = await dieAndRecover(place, victim, successor).catch((error: Error) => error.message);
          if (problem !== null) failures.push(`${place}: ${problem}`);
          victim = next;
        }
        await Promise.all([victim.end(), successor.end()]);
      }),
    );
    expect(boundaries.length).toBeGreaterThan(40);
    expect(failures).toEqual([]);
  });
});

/** @returns what is wrong afterwards; null when nothing is */
async function dieAndRecover(place: string, victim: ServerProcess, successor: ServerProcess): Promise<string | null> {
  const database = await createTestDatabase({ copyOf: template });
  try {
    await victim.start(database.url, place);
    const end = await Promise.race([victim.ended, late()]);
    if (end !== 'SIGKILL') return `the server did not die there but ended with ${end}`;
    await successor.start(database.url);
    const row = await ended(database.db, deploymentId, PATIENCE_MS);
    if (row.state !== 'success') return `it ended as ${row.state}: ${JSON.stringify(row.problem)}`;
    return differences(await traceOf(database.db, deploymentId));
  } finally {
    await victim.end();
    await successor.stop();
    await database.drop();
  }
}

/** What one trace has and the other has not; null when they are equal. */
function differences(trace: Trace): string | null {
  const lines = (value: unknown) => (Array.isArray(value) ? value : [value]).map((item) => JSON.stringify(item));
  const found = (Object.keys(undisturbed) as (keyof Trace)[]).flatMap((key) => {
    const [is, should] = [lines(trace[key]), lines(undisturbed[key])];
    return [
      ...is.filter((line) => !should.includes(line)).map((line) => `+ ${key} ${line}`),
      ...should.filter((line) => !is.includes(line)).map((line) => `- ${key} ${line}`),
      ...(is.length === should.length ? [] : [`${key}: ${is.length} instead of ${should.length}`]),
    ];
  });
  return found.length === 0 ? null : found.join('\n');
}

function late(): Promise<string> {
  return new Promise((resolve) => setTimeout(() => resolve('nothing within its time'), PATIENCE_MS).unref());
}

/**
 * Before and after the performance of every recorded step; where it is an effect on the world, also when
 * what was gained before is stored and when it is recorded; between the sending of a plan and its answer; and around the end, which needs no record.
 */
async function boundariesOf({ db }: TestDatabase): Promise<string[]> {
  const steps = await db.$queryRawUnsafe<{ number: number; name: string }[]>(
    `select function_id + 1 as number, function_name as name from ${RUNTIME_SCHEMA}.operation_outputs
      where workflow_uuid = '${deploymentId}' order by function_id`,
  );
  const around = steps.flatMap(({ number, name }) => [
    `before:${number}`,
    ...(/^(plan|stack)/.test(name) ? [`stored:${number}`] : []),
    ...(name.startsWith('plan ') ? [`sent:${number}`] : []),
    `performed:${number}`,
    // Elsewhere that is where the next step begins.
    ...(/^(plan|stack)/.test(name) ? [`recorded:${number}`] : []),
  ]);
  return [...around, `before:${steps.length + 1}`, `performed:${steps.length + 1}`];
}
