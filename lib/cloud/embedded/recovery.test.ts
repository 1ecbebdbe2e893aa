import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { machineResources, UNHURRIED } from '@/lib/cloud/testing/test-stacks';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';
import type { JsonObject } from '@/lib/model/json';
import { type BundledProgram, bundleProgram } from '@/lib/testing/bundle-program';
import { eventually } from '@/lib/testing/patience';
import { createEmbeddedCloud } from './index';
import { call, planOf, shippedPackages, startTestCloud, testSecrets } from './testing';

const scope = { tenantId: 'a'.repeat(32) };
const HOSTS = ['one', 'two', 'three'];
const SCALE = 0.15;
/** Process after process has to start, on a machine that is busy with other things too. */
const COMMANDS = ['Get-First', 'Get-Second', 'Get-Third'];

const machines = (hosts: string[]): JsonObject => ({
  heat_template_version: '2018-08-31',
  resources: machineResources(hosts, (name) => `q-${name}`),
});

describe('a cloud whose process is killed', () => {
  let database: TestDatabase;
  let program: BundledProgram;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    program = await bundleProgram(path.join(import.meta.dirname, 'recovery.process.ts'));
  });
  afterEach(async () => {
    for (const child of children.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });
  afterAll(async () => {
    program.remove();
    await database.drop();
  });

  /** A cloud that only writes requests down; other processes carry them out. */
  const openCloud = () =>
    createEmbeddedCloud({
      db: database.db,
      url: database.url,
      timeScale: SCALE,
      ...testSecrets,
      packages: shippedPackages,
    });
  const ask = async (name: string, requestId: string, template: JsonObject) => {
    const operation = { id: requestId, scope, name, content: { template, parameters: {} } };
    await openCloud().stacks.begin(operation, new AbortController().signal);
  };

  async function startProcess(): Promise<ChildProcess> {
    const child = spawn(process.execPath, [program.file, database.url, String(SCALE)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    await once(child.stdout ?? child, 'data');
    return child;
  }

  /** Kills process after process until the work is done, then lets the last one finish. */
  async function killUntil(done: () => Promise<boolean>, delays: number[]): Promise<number> {
    let kills = 0;
    for (const delay of delays) {
      const child = await startProcess();
      await new Promise((resolve) => setTimeout(resolve, delay));
      child.kill('SIGKILL');
      await once(child, 'exit');
      kills++;
      if (await done()) return kills;
    }
    await startProcess();
    await eventually('the end of the work', done);
    return kills;
  }

  const eventsOf = async (kind: string) => {
    const rows = await database.db.cloudMachineEvent.findMany({ orderBy: { seq: 'asc' } });
    return rows.map((row) => row.event as JsonObject).filter((event) => event.kind === kind);
  };
  const operationIs = (requestId: string, phase: string) => async () =>
    (await database.db.cloudOperation.findFirst({ where: { requestId } }))?.phase === phase;

  test('goes on where it was: every resource is made once and every command carried out once', async () => {
    await ask('env', 'make', machines(HOSTS));
    for (const host of HOSTS) {
      for (const number of [1, 2]) {
        const plan = planOf(
          COMMANDS.map((name) => call(name)),
          1,
        );
        await openCloud().agents.send({ ...UNHURRIED, scope, planId: `${host}-${number}`, queue: `q-${host}`, plan });
      }
    }
    const allAnswered = async () => (await database.db.cloudPlan.count({ where: { status: 'answered' } })) === 6;
    const kills = await killUntil(allAnswered, [150, 600, 900, 1200]);
    expect(kills).toBeGreaterThan(2);

    const commands = (await eventsOf('command')).map((event) => `${event.planId} ${event.index}`);
    expect(commands.length).toBe(HOSTS.length * 2 * COMMANDS.length);
    expect(new Set(commands).size).toBe(commands.length);
    const content = { template: {}, parameters: {} };
    const seen = await openCloud().stacks.observe(
      { id: 'make', scope, name: 'env', content },
      null,
      new AbortController().signal,
    );
    const complete = seen.events.filter(({ action, status }) => `${action}_${status}` === 'CREATE_COMPLETE');
    expect(complete.map(({ resource }) => resource).sort()).toEqual(
      HOSTS.flatMap((host) => [host, `${host}-port`]).sort(),
    );
    const rows = await database.db.cloudMachine.findMany();
    expect(rows.map((row) => row.hostname).sort()).toEqual([...HOSTS].sort());
    const plans = await database.db.cloudPlan.findMany();
    expect(plans.map((plan) => plan.executions)).toEqual(plans.map(() => COMMANDS.length));
    expect(await database.db.cloudAddress.count()).toBe(HOSTS.length);
  });

  test('finishes a rollback, and leaves nothing behind that no stack has', async () => {
    const before = await database.db.cloudMachine.count({ where: { deletedAt: null } });
    await openCloud().simulation.faults.add({
      kind: 'stack',
      target: 'last',
      message: 'No valid host was found.',
      times: 1,
    });
    const template = machines(['four', 'five']);
    const last = {
      type: 'OS::Nova::Server',
      properties: { image: 'ws-2022-std', flavor: 'm1.small' },
      depends_on: ['four', 'five'],
    };
    await ask('failing', 'fail', { ...template, resources: { ...(template.resources as JsonObject), last } });
    await killUntil(operationIs('fail', 'done'), [300, 1100]);
    const operation = await database.db.cloudOperation.findFirstOrThrow({ where: { requestId: 'fail' } });
    expect(operation.result).toMatchObject({ ok: false, resource: 'last', reason: 'No valid host was found.' });
    expect(await database.db.cloudMachine.count({ where: { deletedAt: null } })).toBe(before);
    expect(await database.db.cloudResource.count({ where: { stack: { name: 'failing' } } })).toBe(0);
    expect(await database.db.cloudAddress.count()).toBe(HOSTS.length);
  });

  test('finishes a deletion, and whoever asks again with the same request gets the same answer', async () => {
    const request = { scope, name: 'env', requestId: 'remove' };
    await openCloud().stacks.begin({ id: request.requestId, ...request, content: null }, new AbortController().signal);
    await killUntil(operationIs('remove', 'done'), [200]);
    const { cloud, stacks } = await startTestCloud(database);
    expect(await stacks.delete(request, new AbortController().signal)).toEqual({ ok: true, outputs: {} });
    const again = { scope, name: 'env', requestId: 'make', template: {}, parameters: {} };
    expect(await stacks.apply(again, new AbortController().signal)).toEqual({ ok: true, outputs: {} });
    expect(await cloud.stacks.get(scope, 'env')).toBeNull();
    expect(await database.db.cloudMachine.count({ where: { deletedAt: null } })).toBe(0);
    await cloud.stop();
  });
});
