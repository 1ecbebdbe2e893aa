import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { webServer, webServerFarm } from '@/lib/api/testing/services';
import { add, deploy, deployed, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { archiveOf } from '@/lib/catalog/testing/archives';
import type { JsonObject } from '@/lib/model/json';
import { uploadPackage } from '../testing/upload-package';

/** What instances and machines are after runs that fail half-way, and what goes on from there. */
const product = productForTests({ conductor: { operationRetries: { count: 0, seconds: 0 } } });
const FOLDER = path.resolve('lib/conductor/runtime/testing/packages/com.example.Parameters');
const WINDOWS = { name: 'ws-2022-std', title: 'Windows Server 2022 Standard', type: 'windows.2022' };

beforeAll(async () => {
  expect((await uploadPackage(product, archiveOf(FOLDER))).answer).toContain('com.example.Parameters');
});

const parts = (pattern: string): JsonObject => ({
  ...{ type: 'com.example.Parameters', name: 'parts', adminPassword: 'Passw0rd!one', flavor: 'm1.small' },
  ...{ osImage: WINDOWS, unitNamingPattern: pattern },
  units: ['front_host', 'back_host', 'left_host', 'right_host'].map((node) => ({ node })),
});

const failing = (at: string, target: string, message: string) =>
  product.admin.ok('POST', '/v1/simulation/faults', {
    body: { kind: 'command', target, environment_id: at.split('/').at(-1) ?? '', message, times: 1 },
  });

/** What a run told machines, as `host command node`. */
async function traceOf(at: string, runId: string): Promise<string[]> {
  const { events } = await product.member.ok('GET', `${at}/executions/${runId}/events?limit=1000`);
  return plansIn(list(events).map(object));
}

function plansIn(events: readonly JsonObject[]): string[] {
  const plans = events.filter(({ kind, data }) => kind === 'effect.started' && object(data).effect === 'plan');
  return plans.flatMap(({ data }) =>
    list(object(data).commands).map((command) => {
      const { name, arguments: given } = object(command);
      return [object(data).host, name, object(given).Node].filter((one) => one !== undefined).join(' ');
    }),
  );
}

async function execute(at: string, to: string, body?: JsonObject): Promise<JsonObject> {
  const { execution_id: id } = await product.member.ok('POST', `${at}/executions${to}`, body ? { body } : {});
  await settled(product.member, at);
  return object((await product.member.ok('GET', `${at}/executions/${text(id)}`)).run);
}

async function conditions(at: string): Promise<Record<string, unknown>> {
  const services = list((await product.member.call('GET', `${at}/services`)).json).map(object);
  const units = services.flatMap((service) => list(service.units).map(object));
  return Object.fromEntries(
    units.map(({ state }) => [text(object(state).hostname), object(object(state).lifecycle ?? {}).state ?? 'started']),
  );
}

const resultsIn = (run: JsonObject) =>
  Object.fromEntries(list(object(run.conclusion).machines).map((one) => [text(object(one).host), object(one).result]));

describe('a workflow that fails half-way', () => {
  it('tells what is done, failed and not reached, marks it so, and goes on with the last two alone', async () => {
    const { at } = await deployed(product.member, [
      webServer({ name: 'shop', unitNamingPattern: 'shop1' }),
      parts('stop#'),
    ]);
    await failing(at, 'stop1/Stop-Part', 'Sessions are open.');
    const all = { workflow: 'stop', node_ids: ['shop', 'page', 'front', 'back'] };
    const failed = await execute(at, '', all);
    expect(failed).toMatchObject({
      outcome: 'failed',
      result: { done: ['shop1'], failed: ['stop1'], unreached: ['stop2'] },
    });
    expect(resultsIn(failed)).toMatchObject({ shop1: 'stop', stop1: 'failed', stop2: 'unreached' });
    expect(await conditions(at)).toMatchObject({ shop1: 'stopped', stop2: 'started' });
    const resumed = await execute(at, `/${text(failed.id)}/resume`);
    expect(resumed).toMatchObject({ outcome: 'success', result: { failed: [], unreached: [] } });
    expect(await traceOf(at, text(resumed.id))).toEqual([
      ...['stop1 Stop-Part page', 'stop1 Stop-Part front', 'stop2 Stop-Part back'],
    ]);
    const { status, json } = await product.member.call('POST', `${at}/executions/${text(failed.id)}/resume`);
    expect([status, object(json).code]).toEqual([409, 'not_resumable']);
  });

  it('that stops and starts does not stop again what it has stopped', async () => {
    const { at } = await deployed(product.member, [parts('again#')]);
    await failing(at, 'again2/Start-Part', 'It hangs.');
    const failed = await execute(at, '', { workflow: 'restart', node_ids: ['page', 'front', 'back'] });
    expect(failed).toMatchObject({ outcome: 'failed', result: { failed: ['again2'], unreached: ['again1'] } });
    expect(await conditions(at)).toMatchObject({ again1: 'starting', again2: 'starting' });
    const resumed = await execute(at, `/${text(failed.id)}/resume`);
    expect(resumed).toMatchObject({ outcome: 'success', result: { failed: [], unreached: [] } });
    expect(await traceOf(at, text(resumed.id))).toEqual([
      ...['again2 Start-Part back', 'again1 Start-Part front', 'again1 Start-Part page'],
    ]);
    expect(await conditions(at)).toMatchObject({ again1: 'started', again2: 'started' });
  });
});

describe('a deployment that fails half-way', () => {
  it('installs nothing whose dependency is not started, and later what is missing and nothing else', async () => {
    const { at } = await newEnvironment(product.member);
    const first = await open(product.member, at);
    await add(product.member, at, first, parts('dep#'));
    await failing(at, 'dep2/Start-Part', 'It hangs.');
    const failedId = await deploy(product.member, at, first);
    await settled(product.member, at);
    const eventsOf = async (runId: string) => {
      const { events } = await product.member.ok('GET', `${at}/events?deployment_id=${runId}&limit=1000`);
      return plansIn(list(events).map(object)).filter((line) => line.includes('-Part'));
    };
    expect(await eventsOf(failedId)).toEqual(['dep2 New-Part back', 'dep2 Start-Part back']);
    const second = await open(product.member, at);
    const againId = await deploy(product.member, at, second);
    await settled(product.member, at);
    expect(await eventsOf(againId)).toEqual([
      ...['dep2 Start-Part back', 'dep1 New-Part front', 'dep1 Start-Part front'],
      ...['dep1 New-Part page', 'dep1 Start-Part page'],
    ]);
    expect(await product.member.ok('GET', at)).toMatchObject({ status: 'ready' });
  });
});

describe('a repair', () => {
  it('names the five sets, machines of the catalog among them', async () => {
    const { at } = await deployed(product.member, [
      webServerFarm({ name: 'farm', unitNamingPattern: 'heal#', units: [{}, {}] }),
    ]);
    await failing(at, 'heal1/Test-WebServer', 'It does not answer.');
    const { result } = await execute(at, '', { workflow: 'heal' });
    expect(object(object(result).sets).farm).toEqual({
      ...{ checked: ['heal1', 'heal2'], healed: ['heal1'], healFailed: [], reinstalled: [], untouched: ['heal2'] },
    });
  });
});

describe('a shrinking without names', () => {
  it('never takes the last instance of a node that has a minimum', async () => {
    const { at } = await deployed(product.member, [parts('size#')]);
    const before = Object.keys(await conditions(at));
    for (const body of [{ delta: -1 }, { scalable_entity_name: 'front_host', delta: -1 }, { delta: -3 }]) {
      const services = list((await product.member.call('GET', `${at}/services`)).json).map(object);
      const service_id = text(object(services[0]).id);
      const answer = await product.member.call('POST', `${at}/executions`, {
        body: { workflow: 'scale', service_id, ...body },
      });
      expect([body, answer.status >= 400]).toEqual([body, true]);
    }
    expect(Object.keys(await conditions(at))).toEqual(before);
  });
});

describe('the workflows of an environment', () => {
  it('declare their parameters: kinds, what they are when left out, and what there is to choose from', async () => {
    const { at } = await deployed(product.member, [webServer({ name: 'shop', unitNamingPattern: 'decl1' })]);
    const { workflows } = await product.reader.ok('GET', `${at}/workflows`);
    const parametersOf = (name: string) => {
      const found = list(workflows)
        .map(object)
        .find((one) => one.name === name);
      return Object.fromEntries(
        list(found?.parameters)
          .map(object)
          .map((one) => [text(one.name), one]),
      );
    };
    expect(parametersOf('heal')).toMatchObject({
      check_status: { kind: 'boolean', default: true },
      allow_reinstall: { kind: 'boolean', default: null },
      node_ids: { kind: 'list', default: null, choices: ['shop'] },
      node_instance_ids: { choices: ['decl1'] },
      diagnose_value: { kind: 'text', choices: [] },
      task_retries: { kind: 'integer', min: -1, max: 1000 },
    });
    expect(parametersOf('restart')).toMatchObject({
      run_by_dependency_order: { default: true },
      stop_parms: { kind: 'map', default: null },
    });
    expect(parametersOf('check_status').run_by_dependency_order).toMatchObject({ default: false });
    expect(parametersOf('scale')).toMatchObject({ scalable_entity_name: { kind: 'choice', choices: ['shop'] } });
    expect((await product.member.call('GET', `${at}/workflows?service_id=${'0'.repeat(32)}`)).status).toBe(200);
  });
});
