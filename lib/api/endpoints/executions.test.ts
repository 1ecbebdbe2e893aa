import { describe, expect, it } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { add, deploy, listedMachines, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import type { JsonObject } from '@/lib/model/json';

const product = productForTests();

const SERVER: JsonObject = {
  type: 'webServer',
  name: 'web',
  adminPassword: 'Adm1n-Passw0rd!',
  flavor: 'm1.small',
  osImage: { name: 'ws-2022-std', title: 'Windows Server 2022', type: 'windows.2022' },
  unitNamingPattern: 'exec1',
  units: [{}],
};

/** An environment with a web server, deployed. */
async function withServer() {
  const { member } = product;
  const { id, at } = await newEnvironment(member);
  const session = await open(member, at);
  await add(member, at, session, SERVER);
  await deploy(member, at, session);
  expect(await settled(member, at)).toMatchObject({ status: 'ready', version: 1 });
  return { id, at };
}

/** Starts a workflow and waits for its end. */
async function run(at: string, workflow: string, more: JsonObject = {}): Promise<JsonObject> {
  const { execution_id } = await product.member.ok('POST', `${at}/executions`, { body: { workflow, ...more } });
  await settled(product.member, at);
  return object((await product.member.ok('GET', `${at}/executions/${text(execution_id)}`)).run);
}

const planned = async (at: string, workflow: string) =>
  list((await product.member.ok('POST', `${at}/executions/plan`, { body: { workflow } })).units).map(object);

describe('a workflow over machines', () => {
  it('stops and starts what is there, tells before what it will do, and makes no version', async () => {
    const { at } = await withServer();
    expect(await planned(at, 'start')).toMatchObject([{ host: 'exec1', does: 'nothing', because: 'running' }]);
    expect(await planned(at, 'stop')).toMatchObject([{ host: 'exec1', does: 'stop', because: null }]);
    expect(await run(at, 'stop')).toMatchObject({ kind: 'stop', outcome: 'success', version: null });
    expect(await planned(at, 'heal')).toMatchObject([{ does: 'nothing', because: 'stopped' }]);
    const again = await product.member.call('POST', `${at}/executions`, { body: { workflow: 'stop' } });
    expect(again.status).toBe(409);
    expect(await run(at, 'start')).toMatchObject({ outcome: 'success', result: { done: ['exec1'] } });
    expect(await run(at, 'restart')).toMatchObject({ outcome: 'success', version: null });
  });

  it('finds what does not work any more, and repairs that', async () => {
    const { id, at } = await withServer();
    const fault = { kind: 'command', target: 'exec1/Start-WebServer', environment_id: id, message: 'It hangs.' };
    await product.admin.ok('POST', '/v1/simulation/faults', { body: fault });
    expect(await run(at, 'restart')).toMatchObject({ outcome: 'failed', result: { failed: ['exec1'] } });
    expect(await run(at, 'check_status')).toMatchObject({ outcome: 'failed' });
    expect(await planned(at, 'heal')).toMatchObject([{ does: 'repair' }]);
    expect(await run(at, 'heal')).toMatchObject({ outcome: 'success', result: { repaired: ['exec1'], failed: [] } });
    expect(await run(at, 'check_status')).toMatchObject({ outcome: 'success' });
  });

  it('fails at once on a machine that its deployment never made, and says what to do', async () => {
    const { member } = product;
    const { at } = await newEnvironment(member);
    const fault = { kind: 'stack', target: 'never1', message: 'No valid host was found.', times: 1 };
    await product.admin.ok('POST', '/v1/simulation/faults', { body: fault });
    const session = await open(member, at);
    await add(member, at, session, { ...SERVER, unitNamingPattern: 'never1' });
    await deploy(member, at, session);
    await settled(member, at);
    const operation = { operation: 'maintenance.clear_logs', parameters: { days: 30 } };
    for (const [workflow, more] of [['check_status'], ['restart'], ['execute_operation', operation]] as const) {
      const ended = await run(at, workflow, more);
      expect(ended).toMatchObject({ outcome: 'failed', result: { failed: ['never1'] } });
      const { reports } = await member.ok('GET', `${at}/executions/${text(ended.id)}`);
      expect(JSON.stringify(reports)).toContain('the machine never1 was never made. Deploy the environment');
    }
  });

  it('that fails is a warning where that was asked for, and only where a workflow has that choice', async () => {
    const { id, at } = await withServer();
    const fault = {
      kind: 'command',
      target: 'exec1/Stop-WebServer',
      environment_id: id,
      message: 'It hangs.',
      times: 1,
    };
    await product.admin.ok('POST', '/v1/simulation/faults', { body: fault });
    // the stop fails, and the start has its turn all the same
    expect(await run(at, 'restart', { ignore_failure: true })).toMatchObject({
      ...{ outcome: 'success', state: 'completed_w_warnings', warnings: 1, errors: 0 },
      result: { failed: ['exec1'] },
    });
    expect(await run(at, 'check_status')).toMatchObject({ outcome: 'success' });
    const body = { workflow: 'check_status', ignore_failure: true };
    const refused = await product.member.call('POST', `${at}/executions`, { body });
    expect({ status: refused.status, ...object(refused.json) }).toMatchObject({
      ...{ status: 400, fields: [{ path: 'ignore_failure', code: 'unknown_parameter' }] },
    });
  });

  it('is told in lists of environments: what rests is no failure', async () => {
    const { id, at } = await withServer();
    const machines = () => listedMachines(product.member, id);
    expect(await planned(at, 'stop')).toMatchObject([{ does: 'stop', turn: 1 }]);
    await run(at, 'stop');
    expect(await machines()).toMatchObject({ count: 1, up: 0, failed: 0, resting: 1, health: 'resting' });
    await run(at, 'start');
    expect(await machines()).toMatchObject({ up: 1, resting: 0, health: 'up' });
    const fault = { kind: 'command', target: 'exec1/Start-WebServer', environment_id: id, message: 'It hangs.' };
    await product.admin.ok('POST', '/v1/simulation/faults', { body: fault });
    await run(at, 'restart');
    expect(await machines()).toMatchObject({ failed: 1, health: 'failed' });
  });

  it('is for members, and for machines that there are', async () => {
    const { at } = await withServer();
    const refused = await product.reader.call('POST', `${at}/executions`, { body: { workflow: 'stop' } });
    expect(refused.status).toBe(403);
    const body = { workflow: 'stop', unit_ids: ['f'.repeat(32)] };
    expect((await product.member.call('POST', `${at}/executions`, { body })).status).toBe(404);
  });

  it('says that there is nothing to do where services have no machines, and what is not there when it is named', async () => {
    const { member } = product;
    const { at } = await newEnvironment(member);
    const nothing = await member.call('POST', `${at}/executions`, { body: { workflow: 'restart' } });
    expect(nothing.status).toBe(409);
    expect(object(nothing.json)).toMatchObject({
      code: 'nothing_to_do',
      detail: expect.stringContaining('no machines'),
    });
    const named = { workflow: 'restart', unit_ids: ['0'.repeat(32)] };
    expect((await member.call('POST', `${at}/executions`, { body: named })).status).toBe(404);
  });

  it('runs an operation of a package, with parameters that are judged at once and secrets that nobody sees again', async () => {
    const { member } = product;
    const { at } = await withServer();
    const asked = { workflow: 'execute_operation', operation: 'maintenance.clear_logs' };
    const refused = async (body: JsonObject) => {
      const { status, json } = await member.call('POST', `${at}/executions`, { body });
      return { status, ...object(json) };
    };
    expect(await refused({ ...asked, parameters: { days: 0, rate: 3 } })).toMatchObject({
      ...{ status: 400, code: 'invalid_arguments' },
      fields: [
        { path: 'parameters.rate', code: 'unknown' },
        { path: 'parameters.days', code: 'out_of_range' },
      ],
    });
    expect(await refused({ ...asked, operation: 'a.b' })).toMatchObject({
      status: 400,
      fields: [{ path: 'operation' }],
    });
    const { units } = await member.ok('POST', `${at}/executions/plan`, { body: asked });
    expect(list(units)).toMatchObject([{ host: 'exec1', does: 'run' }]);
    const parameters = { days: 40 };
    expect(await run(at, 'execute_operation', { ...asked, parameters })).toMatchObject({
      ...{ outcome: 'success', version: null, result: { done: ['exec1'], outputs: { exec1: [2] } } },
      action: { title: 'Clear old logs', method: 'maintenance.clear_logs', arguments: parameters },
    });
  });

  it('finds what was changed by hand, and sets that alone as the service says', async () => {
    const { id, at } = await withServer();
    await product.admin.ok('POST', '/v1/simulation/faults', {
      body: { kind: 'settings', target: 'exec1', environment_id: id, times: 1 },
    });
    expect(await run(at, 'check_drift')).toMatchObject({ kind: 'check_drift', outcome: 'success', version: null });
    expect(await planned(at, 'update')).toMatchObject([{ host: 'exec1', does: 'update' }]);
    expect(await run(at, 'update')).toMatchObject({ outcome: 'success', result: { done: ['exec1'] } });
    expect(await run(at, 'check_drift')).toMatchObject({ outcome: 'success' });
    expect(await planned(at, 'update')).toMatchObject([{ host: 'exec1', does: 'compare' }]);
    const known = { workflow: 'update', skip_drift_check: true };
    expect((await product.member.call('POST', `${at}/executions`, { body: known })).status).toBe(409);
  });
});
