import { fork } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ended, newTestId, queueRun } from '@/lib/conductor/runtime/testing/bench';
import { domainWithWebServer } from '@/lib/conductor/runtime/testing/domain';
import { createSecretBox } from '@/lib/crypto';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';
import { type BundledProgram, bundleProgram } from '@/lib/testing/bundle-program';
import { eventually } from '@/lib/testing/patience';
import { bundleServer, spawnServer } from './testing/server-process';
import { testConfig } from './testing/start-container';

let database: TestDatabase;
let product: BundledProgram;
let server: BundledProgram;
const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-start-'));

beforeAll(async () => {
  database = await createTestDatabase();
  [product, server] = await Promise.all([
    bundleProgram(path.join(import.meta.dirname, 'start.process.ts')),
    bundleServer(),
  ]);
});
afterAll(async () => {
  product.remove();
  server.remove();
  fs.rmSync(directory, { recursive: true, force: true });
  await database.drop();
});

/** A process that starts with nothing but its settings, as the product does. */
function startedProduct() {
  const env = {
    ...{ PATH: process.env.PATH, NODE_ENV: 'production', DATABASE_URL: database.url, VETRO_DATA_DIR: directory },
    ...{ VETRO_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'), VETRO_TIME_SCALE: '0.1', LOG_LEVEL: 'fatal' },
    ...{ VETRO_STANDSTILL_SECONDS: '2' },
  };
  const child = fork(product.file, { env: env as NodeJS.ProcessEnv, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  const over = new Promise<string>((resolve) => child.once('exit', (code, signal) => resolve(signal ?? `${code}`)));
  const started = new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    void over.then((how) => reject(new Error(`it ended before it had started: ${how} ${output}`)));
  });
  return { child, started, over, output: () => output };
}

test('a process that stands still in the middle of a run is ended, and another one finishes the run', async () => {
  const { child, started, over, output } = startedProduct();
  await started;
  const model = domainWithWebServer(newTestId(), createSecretBox(testConfig(database.url).secretKey));
  const { id } = await queueRun(database.db, [], { model });
  await eventually('an effect of the run', () =>
    database.db.event.findFirst({ where: { runId: id, kind: 'effect.started' } }),
  );
  child.send('stand still');
  expect(await over).toBe('SIGKILL');
  expect(output()).toContain('stood still');
  expect(await database.db.run.findUniqueOrThrow({ where: { id } })).toMatchObject({ state: 'running' });

  const other = spawnServer(server.file);
  await other.start(database.url);
  expect(await ended(database.db, id)).toMatchObject({ state: 'success' });
  await other.end();
});
