import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { webServer, webServerFarm } from '@/lib/api/testing/services';
import { deployed, settled } from '@/lib/api/testing/stories';
import { archiveOf } from '@/lib/catalog/testing/archives';
import type { JsonObject } from '@/lib/model/json';
import { LIFECYCLE_WORKFLOWS } from '@/lib/model/runs/lifecycle-workflows';
import { WORKFLOW_PARAMETERS } from '@/lib/model/runs/workflow-parameters';

/**
 * Every parameter of every workflow through the API, on services of the catalog and on a blueprint: what it changes in what
 * machines were told, or in what they are, is not there without it.
 */
const product = productForTests({ conductor: { operationRetries: { count: 1, seconds: 0 } } });
const FOLDER = path.resolve('lib/conductor/runtime/testing/packages/com.example.Parameters');
const WINDOWS = { name: 'ws-2022-std', title: 'Windows Server 2022 Standard', type: 'windows.2022' };

let at = '';

beforeAll(async () => {
  const response = await fetch(`${product.url}/v1/catalog/packages`, {
    method: 'POST',
    headers: { 'x-auth-token': product.admin.token, 'content-type': 'application/zip' },
    body: Buffer.from(archiveOf(FOLDER)),
  });
  expect(await response.text()).toContain('com.example.Parameters');
  ({ at } = await deployed(product.member, [
    webServer({ name: 'shop', unitNamingPattern: 'shop1' }),
    webServer({ name: 'wiki', unitNamingPattern: 'wiki1' }),
    webServerFarm({ name: 'farm', unitNamingPattern: 'farm#', units: [{}, {}] }),
    {
      ...{ type: 'com.example.Parameters', name: 'parts', adminPassword: 'Passw0rd!one', flavor: 'm1.small' },
      ...{ osImage: WINDOWS, unitNamingPattern: 'part#' },
      units: ['front_host', 'back_host', 'left_host', 'right_host'].map((node) => ({ node })),
    },
  ]));
  expect(await product.member.ok('GET', at)).toMatchObject({ status: 'ready', version: 1 });
});

interface Done {
  run: JsonObject;
  outcome: unknown;
  result: JsonObject;
  /** `host command node other arguments` in the order in which they went to machines */
  trace: string[];
}

/** Starts a workflow and waits for its end. */
async function run(workflow: string, more: JsonObject = {}): Promise<Done> {
  const { execution_id } = await product.member.ok('POST', `${at}/executions`, { body: { workflow, ...more } });
  await settled(product.member, at);
  return doneOf(text(execution_id));
}

async function doneOf(id: string): Promise<Done> {
  const answer = object((await product.member.ok('GET', `${at}/executions/${id}`)).run);
  const { events } = await product.member.ok('GET', `${at}/executions/${id}/events?limit=1000`);
  const plans = list(events)
    .map(object)
    .filter(({ kind, data }) => kind === 'effect.started' && object(data).effect === 'plan');
  const trace = plans.flatMap(({ data }) =>
    list(object(data).commands).map((command) => {
      const { name, arguments: given } = object(command);
      // the log does not keep the order of arguments
      const { Node: node = '', ...more } = object(given);
      const values = [node, ...Object.values(more)].filter((value) => value !== '');
      return [object(data).host, name, ...values].join(' ');
    }),
  );
  return { run: answer, outcome: answer.outcome, result: object(answer.result ?? {}), trace };
}

interface Machine {
  id: string;
  host: string;
  node: unknown;
  service: string;
}

async function units(): Promise<Machine[]> {
  const services = list((await product.member.call('GET', `${at}/services`)).json).map(object);
  return services.flatMap((service) =>
    list(service.units).map((one) => {
      const unit = object(one);
      const host = text(object(unit.state ?? {}).hostname ?? unit.name);
      return { id: text(unit.id), host, node: unit.node, service: text(service.name) };
    }),
  );
}

const hostsOf = async (service: string) =>
  (await units()).filter((unit) => unit.service === service).map(({ host }) => host);

/** What is refused, as `path code`; or the code alone. */
async function refused(body: JsonObject): Promise<string[]> {
  const { status, json } = await product.member.call('POST', `${at}/executions`, { body });
  expect(status).toBeGreaterThanOrEqual(400);
  const { fields, code } = object(json);
  const all = list(fields ?? []).map((field) => `${object(field).path} ${object(field).code}`);
  return all.length > 0 ? all : [String(code)];
}

/** Lets parts break, so that they can be repaired or not, or drift. */
const spoil = async (node: string, how: string) =>
  expect(
    await run('execute_operation', {
      ...{ operation: 'maintenance.spoil', node_ids: [node], operation_kwargs: { how }, allow_kwargs_override: true },
    }),
  ).toMatchObject({ outcome: 'success', trace: [expect.stringContaining(`Edit-Part ${node} ${how}`)] });

const fault = (target: string, times: number) =>
  product.admin.ok('POST', '/v1/simulation/faults', {
    body: { kind: 'command', target, environment_id: at.split('/').at(-1) ?? '', message: 'It hangs.', times },
  });

const commandsIn = ({ trace }: Done) => trace.map((line) => line.split(' ').slice(1).join(' ')).sort();
const hostsIn = ({ trace }: Done) => [...new Set(trace.map((line) => line.split(' ')[0]))].sort();
const setsOf = ({ result }: Done, service: string) => {
  const sets = object(object(result.sets ?? {})[service] ?? {});
  return Object.fromEntries(
    Object.entries(sets).map(([name, ids]) => [name, (ids as string[]).map((id) => id.replace(/_[^_]+$/, ''))]),
  );
};

describe('type_names, node_ids and node_instance_ids', () => {
  const PLAIN: Record<string, JsonObject> = {
    ...{ restart: {}, stop: {}, start: {}, check_status: {}, check_drift: {}, heal: {}, update: {} },
    execute_operation: { operation: 'cloudify.interfaces.lifecycle.check_drift' },
  };

  it.each(Object.entries(PLAIN))('of %s choose services of the catalog', async (workflow, more) => {
    const byNode = await run(workflow, { ...more, node_ids: ['shop'] });
    expect(hostsIn(byNode)).toEqual(['shop1']);
    const byInstance = await run(workflow, { ...more, node_instance_ids: ['wiki1'] });
    expect(hostsIn(byInstance)).toEqual(['wiki1']);
    const type = { node_ids: ['shop', 'front'], type_names: ['cloudify.nodes.WebServer'] };
    expect(hostsIn(await run(workflow, { ...more, ...type }))).toEqual(['shop1']);
  });

  it.each(Object.entries(PLAIN))('of %s choose parts of blueprints', async (workflow, more) => {
    const byNode = await run(workflow, { ...more, node_ids: ['page'] });
    expect(byNode.trace.length).toBeGreaterThan(0);
    expect(byNode.trace.every((line) => line.includes(' page'))).toBe(true);
    const wider = await run(workflow, { ...more, node_ids: ['page', 'back'] });
    expect(wider.trace.some((line) => line.includes(' back'))).toBe(true);
    const type = { node_ids: ['page', 'shop'], type_names: ['com.example.nodes.Part'] };
    const byType = await run(workflow, { ...more, ...type });
    expect(byType.trace.every((line) => line.includes(' page'))).toBe(true);
    const { instances } = await product.member.ok('POST', `${at}/executions/plan`, { body: { workflow: 'pull' } });
    const back = text(
      list(instances)
        .map(object)
        .find(({ node }) => node === 'back')?.instanceId,
    );
    const byInstance = await run(workflow, { ...more, node_instance_ids: [back] });
    expect(byInstance.trace.every((line) => line.includes(' back'))).toBe(true);
  });

  it('of suspend and wake choose machines', async () => {
    expect((await run('suspend', { node_ids: ['shop'] })).result).toMatchObject({ done: ['shop1'] });
    expect((await run('wake', { type_names: ['cloudify.nodes.WebServer'] })).result).toMatchObject({ done: ['shop1'] });
  });

  it('leave nothing else alone: what is not named is done where nothing is', async () => {
    expect(hostsIn(await run('check_status')).length).toBeGreaterThan(5);
  });

  it('are refused with every name that there is not', async () => {
    expect(
      await refused({ workflow: 'stop', node_ids: ['shop', 'nobody'], node_instance_ids: ['x'], type_names: ['y'] }),
    ).toEqual(['type_names unknown_name', 'node_ids unknown_name', 'node_instance_ids unknown_name']);
  });
});

describe('inputs of operations', () => {
  it('of start, stop and restart go to the operation', async () => {
    const front = { node_ids: ['front', 'shop'] };
    expect(commandsIn(await run('stop', front))).toEqual(['Stop-Part front usual', 'Stop-WebServer']);
    expect(commandsIn(await run('stop', { ...front, operation_parms: { mode: 'quick' } }))).toContain(
      'Stop-Part front quick',
    );
    expect(commandsIn(await run('start', front))).toEqual(['Start-Part front usual', 'Start-WebServer']);
    expect(commandsIn(await run('start', { ...front, operation_parms: { mode: 'slow', path: '/up' } }))).toEqual([
      'Start-Part front slow',
      'Start-WebServer /up',
    ]);
    const parms = { stop_parms: { mode: 'hard' }, start_parms: { mode: 'soft', path: '/again' } };
    const { trace } = await run('restart', { ...front, ...parms });
    expect(trace.map((line) => line.split(' ').slice(1).join(' '))).toEqual(
      expect.arrayContaining(['Stop-Part front hard', 'Start-Part front soft', 'Start-WebServer /again']),
    );
  });

  it('of an operation: declared ones are replaced with leave alone', async () => {
    const body = { operation: 'lifecycle.update_config', node_ids: ['front'] };
    expect((await run('execute_operation', body)).trace).toEqual(['part1 Set-Part front usual']);
    const kwargs = { ...body, operation_kwargs: { mode: 'new' } };
    const without = await run('execute_operation', kwargs);
    expect(without).toMatchObject({ outcome: 'failed', trace: [] });
    const replaced = await run('execute_operation', { ...kwargs, allow_kwargs_override: true });
    expect(replaced.trace).toEqual(['part1 Set-Part front new']);
    const logs = { operation: 'maintenance.clear_logs', node_ids: ['shop'] };
    const days = await run('execute_operation', { ...logs, operation_kwargs: { days: 40 } });
    expect(days.trace).toEqual(['shop1 Clear-WebServerLog 40']);
    const check = { operation: 'validation.check_status', node_ids: ['shop'], operation_kwargs: { path: '/up' } };
    expect(await run('execute_operation', check)).toMatchObject({ outcome: 'failed', trace: [] });
    expect((await run('execute_operation', { ...check, allow_kwargs_override: true })).trace).toEqual([
      'shop1 Test-WebServer /up',
    ]);
  });

  it('an operation goes by dependencies where that is wanted', async () => {
    const body = { operation: 'lifecycle.pull', node_ids: ['front', 'page', 'back'] };
    const { trace } = await run('execute_operation', { ...body, run_by_dependency_order: true });
    expect(trace).toEqual(['part2 Read-Part back usual', 'part1 Read-Part front usual', 'part1 Read-Part page usual']);
    const stopped = await run('stop', { node_ids: ['front', 'page'] });
    expect(stopped.trace).toEqual(['part1 Stop-Part page usual', 'part1 Stop-Part front usual']);
    await run('start', { node_ids: ['front', 'page'] });
  });
});

describe('task_retries and task_retry_interval', () => {
  it.each([
    ['of the catalog', 'shop', 'shop1', 'Stop-WebServer'],
    ['of a blueprint', 'front', 'part1', 'Stop-Part'],
  ])('say how often what failed in passing is tried again on a machine %s', async (_what, node, host, command) => {
    const attempts = ({ trace }: Done) => trace.filter((line) => line.includes(command)).length;
    const body = { node_ids: [node] };
    await fault(`${host}/${command}`, 1);
    const usual = await run('stop', body);
    expect([usual.outcome, attempts(usual)]).toEqual(['success', 2]);
    const { reports } = await product.member.ok('GET', `${at}/executions/${text(usual.run.id)}`);
    expect(JSON.stringify(reports)).toContain('It is tried again in 0 seconds (1/1).');
    await run('start', body);
    await fault(`${host}/${command}`, 1);
    const once = await run('stop', { ...body, task_retries: 0 });
    expect([once.outcome, attempts(once)]).toEqual(['failed', 1]);
    await fault(`${host}/${command}`, 3);
    const often = await run('stop', { ...body, task_retries: 3, task_retry_interval: 0 });
    expect([often.outcome, attempts(often)]).toEqual(['success', 4]);
    await run('start', body);
  });
});

describe('heal', () => {
  const PARTS = { type_names: ['com.example.nodes.Part'] };

  it('looks at the machine of an instance with all that is on it, and says why', async () => {
    const { instances } = await product.member.ok('POST', `${at}/executions/plan`, { body: { workflow: 'pull' } });
    const page = text(
      list(instances)
        .map(object)
        .find(({ node }) => node === 'page')?.instanceId,
    );
    const done = await run('heal', { node_instance_id: page, diagnose_value: 'It is slow today.' });
    expect(commandsIn(done)).toEqual(['Test-Part front', 'Test-Part machine', 'Test-Part page']);
    const { reports } = await product.member.ok('GET', `${at}/executions/${text(done.run.id)}`);
    expect(JSON.stringify(reports)).toContain('It is slow today.');
    const shop = await run('heal', { node_instance_id: 'shop1' });
    expect(hostsIn(shop)).toEqual(['shop1']);
    expect(setsOf(shop, 'shop')).toMatchObject({
      checked: ['shop1'],
      healed: [],
      reinstalled: [],
      untouched: ['shop1'],
    });
    const { reports: none } = await product.member.ok('GET', `${at}/executions/${text(shop.run.id)}`);
    expect(JSON.stringify(none)).not.toContain('It is slow today.');
  });

  it('goes by the last look where it is not to look', async () => {
    await spoil('back', 'broken');
    const blind = await run('heal', { ...PARTS, check_status: false, allow_reinstall: false, node_ids: ['back'] });
    expect(commandsIn(blind).filter((line) => line.startsWith('Test'))).toEqual([]);
    expect(setsOf(await run('heal', { ...PARTS, node_ids: ['back'] }), 'parts')).toMatchObject({ checked: ['back'] });
    const shop = await run('heal', { node_ids: ['shop'], check_status: false });
    expect(shop.trace.filter((line) => line.includes('Test-WebServer'))).toEqual([]);
  });

  it('sets up anew only where it may, and at once where it is forced', async () => {
    await spoil('page', 'hopeless');
    const kept = await run('heal', { node_ids: ['page'], allow_reinstall: false });
    expect(kept).toMatchObject({ outcome: 'failed', result: { failed: ['part1'] } });
    expect(setsOf(kept, 'parts')).toMatchObject({ checked: ['page'], healFailed: ['page'], reinstalled: [] });
    // what cannot even be taken down is set up anew all the same, unless that is to count
    const strict = await run('heal', { node_ids: ['page'], ignore_failure: false });
    expect(strict).toMatchObject({ outcome: 'failed' });
    const anew = await run('heal', { node_ids: ['page'] });
    expect(anew).toMatchObject({ outcome: 'success' });
    expect(setsOf(anew, 'parts')).toMatchObject({ reinstalled: ['page'] });
    const forced = await run('heal', { node_ids: ['page'], force_reinstall: true });
    expect(commandsIn(forced)).toEqual([
      'New-Part page',
      'Remove-Part page',
      'Start-Part page usual',
      'Stop-Part page usual',
    ]);
  });

  it('sets a machine of the catalog up anew only where it may, and at once where it is forced', async () => {
    await fault('wiki1/Test-WebServer', 1);
    await fault('wiki1/Repair-WebServer', 1);
    const wiki = { node_ids: ['wiki'], task_retries: 0 };
    const kept = await run('heal', wiki);
    expect(kept).toMatchObject({ outcome: 'failed', result: { failed: ['wiki1'], reinstalled: [] } });
    await fault('wiki1/Test-WebServer', 1);
    await fault('wiki1/Repair-WebServer', 1);
    const anew = await run('heal', { ...wiki, allow_reinstall: true });
    expect(anew).toMatchObject({ outcome: 'success', result: { reinstalled: ['wiki1'] } });
    expect(anew.trace.some((line) => line.includes('Install-WebServer'))).toBe(true);
    expect(setsOf(anew, 'wiki')).toMatchObject({ healFailed: ['wiki1'], reinstalled: ['wiki1'], untouched: [] });
    const forced = await run('heal', { node_ids: ['wiki'], force_reinstall: true });
    expect(forced.trace.filter((line) => /Test-WebServer|Repair-WebServer/.test(line))).toEqual([]);
    expect(forced).toMatchObject({ outcome: 'success', result: { reinstalled: ['wiki1'] } });
    expect(await run('check_status', { node_ids: ['wiki'] })).toMatchObject({ outcome: 'success' });
  });
});

describe('update', () => {
  it('compares, heals, updates and sets up anew as it is asked to', async () => {
    const front = { node_ids: ['front'] };
    expect(commandsIn(await run('update', front))).toEqual(['Compare-Part front']);
    await spoil('front', 'drifted');
    await run('check_drift', front);
    expect(commandsIn(await run('update', { ...front, skip_drift_check: true }))).toEqual([
      'Set-Part front usual',
      'Update-Part front',
    ]);
    await spoil('front', 'drifted');
    const unhealed = await run('update', { ...front, skip_heal: true });
    expect(commandsIn(unhealed).filter((line) => line.startsWith('Test'))).toEqual([]);
    await spoil('front', 'drifted');
    expect(commandsIn(await run('update', front))).toEqual(
      expect.arrayContaining(['Compare-Part front', 'Test-Part front', 'Update-Part front']),
    );
    await spoil('front', 'drifted');
    const kept = await run('update', { ...front, force_reinstall: true, skip_reinstall: true });
    expect(commandsIn(kept)).toEqual(['Compare-Part front']);
    const anew = await run('update', { ...front, force_reinstall: true });
    expect(commandsIn(anew)).toEqual(expect.arrayContaining(['New-Part front', 'Remove-Part front']));
    const { instances } = await product.member.ok('POST', `${at}/executions/plan`, { body: { workflow: 'pull' } });
    const back = text(
      list(instances)
        .map(object)
        .find(({ node }) => node === 'back')?.instanceId,
    );
    const listed = await run('update', { node_ids: ['back'], reinstall_list: [back] });
    expect(commandsIn(listed)).toEqual(expect.arrayContaining(['New-Part back', 'Remove-Part back']));
  });

  it('does the same on machines of the catalog', async () => {
    const shop = { node_ids: ['shop'] };
    expect(commandsIn(await run('update', shop))).toEqual(['Get-WebServerDrift']);
    const change = () =>
      product.admin.ok('POST', '/v1/simulation/faults', {
        body: { kind: 'settings', target: 'shop1', environment_id: at.split('/').at(-1) ?? '', times: 1 },
      });
    await change();
    await run('check_drift', shop);
    expect(commandsIn(await run('update', { ...shop, skip_drift_check: true }))).toEqual(['Update-WebServer']);
    await change();
    await run('check_drift', shop);
    const unhealed = await run('update', { ...shop, skip_heal: true });
    expect(commandsIn(unhealed)).toEqual(['Get-WebServerDrift', 'Update-WebServer']);
    await change();
    await run('check_drift', shop);
    const anew = await run('update', { ...shop, force_reinstall: true });
    expect(anew).toMatchObject({ outcome: 'success', result: { reinstalled: ['shop1'] } });
  });

  it('runs another workflow in its place', async () => {
    const instead = await run('update', { node_ids: ['page', 'shop'], workflow_id: 'check_status' });
    expect(instead.run).toMatchObject({ kind: 'check_status', outcome: 'success' });
    expect(commandsIn(instead)).toEqual(['Test-Part page', 'Test-WebServer']);
  });

  it.each(['preview', 'skip_install', 'skip_uninstall'])('says why it has no %s here', async (name) => {
    expect(await refused({ workflow: 'update', [name]: true })).toEqual([`${name} unknown_parameter`]);
  });
});

describe('scale', () => {
  it('grows and shrinks a service by its name, a node, the host of a node, and a group', async () => {
    const grown = await run('scale', { scalable_entity_name: 'farm' });
    expect(grown).toMatchObject({ outcome: 'success', result: { added: ['farm3'] } });
    const include = { scalable_entity_name: 'farm', delta: -1, include_instances: ['farm1'] };
    expect(await run('scale', include)).toMatchObject({ result: { removed: ['farm1'] } });
    expect(await run('scale', { scalable_entity_name: 'farm' })).toMatchObject({ outcome: 'success' });
    const [first, , last] = await hostsOf('farm');
    const exclude = { scalable_entity_name: 'farm', delta: -1, exclude_instances: [last ?? ''] };
    const smaller = await run('scale', exclude);
    expect(smaller).toMatchObject({ outcome: 'success' });
    expect(await hostsOf('farm')).toEqual([first, last]);

    const host = await run('scale', { scalable_entity_name: 'front', scale_compute: true });
    expect(host).toMatchObject({ outcome: 'success', result: { added: [expect.any(String)] } });
    expect((await units()).filter(({ node }) => node === 'front_host')).toHaveLength(2);
    expect(await run('scale', { scalable_entity_name: 'front_host', delta: -1 })).toMatchObject({ outcome: 'success' });
    expect(await refused({ workflow: 'scale', scalable_entity_name: 'front_host', delta: -1 })).toEqual([
      'delta too_few_units',
    ]);
    expect(await refused({ workflow: 'scale', scalable_entity_name: 'left_host' })).toEqual(['not_scalable']);
    const pair = await run('scale', { scalable_entity_name: 'pair' });
    expect(pair).toMatchObject({ outcome: 'success', result: { added: [expect.any(String), expect.any(String)] } });
    const nodes = (await units()).flatMap(({ node }) => (node === undefined ? [] : [String(node)])).sort();
    expect(nodes).toEqual(['back_host', 'front_host', 'left_host', 'left_host', 'right_host', 'right_host']);
    const pairless = await run('scale', { scalable_entity_name: 'pair', delta: -1 });
    expect(pairless).toMatchObject({ outcome: 'success' });
    expect((await units()).filter(({ service }) => service === 'parts')).toHaveLength(4);
  });

  it('never guesses which of different machines goes, and begins nothing that is known to fail', async () => {
    const parts = list((await product.member.call('GET', `${at}/services`)).json)
      .map(object)
      .find(({ name }) => name === 'parts');
    const service_id = text(parts?.id);
    expect(await refused({ workflow: 'scale', service_id, delta: -1 })).toEqual(['unit_ids choose_machines']);
    const back = (await units()).find(({ node }) => node === 'back_host');
    expect(await refused({ workflow: 'scale', service_id, unit_ids: [back?.id ?? ''] })).toEqual([
      'unit_ids too_few_units',
    ]);
    const unit = { node: 'left_host' };
    expect(await refused({ workflow: 'scale', service_id, unit })).toEqual(['delta uneven_machines']);
    const both = { scalable_entity_name: 'front', scale_compute: true, delta: -1, include_instances: ['part1'] };
    expect(await refused({ workflow: 'scale', ...both })).toEqual(['include_instances not_here']);
  });

  it('takes back first what an earlier growth left half-way', async () => {
    const before = await hostsOf('farm');
    const next = `farm${Math.max(...before.map((host) => Number(host.slice(4)))) + 1}`;
    await fault(`${next}/Install-WebServer`, 1);
    const left = await run('scale', { scalable_entity_name: 'farm', rollback_if_failed: false });
    expect(left).toMatchObject({ outcome: 'failed' });
    expect(await hostsOf('farm')).toHaveLength(before.length + 1);
    const again = await run('scale', { scalable_entity_name: 'farm', abort_started: true });
    expect(again).toMatchObject({ outcome: 'success' });
    expect(await hostsOf('farm')).toHaveLength(before.length + 1);
    expect(object(again.result).removed).toEqual([next]);
  });
});

describe('scale of a part that comes with no machine', () => {
  const page = { scalable_entity_name: 'page' };

  it('installs more of it on the machines that there are, and takes some away', async () => {
    const before = await units();
    const body = { workflow: 'scale', ...page, delta: 2 };
    const plan = object(await product.member.ok('POST', `${at}/executions/plan`, { body }));
    expect(list(plan.instances).map(object)).toMatchObject(
      [1, 2].map(() => ({ node: 'page', does: 'setUp', host: 'part1' })),
    );
    const grown = await run('scale', { ...page, delta: 2 });
    expect(grown).toMatchObject({ outcome: 'success' });
    expect(commandsIn(grown)).toEqual([
      'New-Part page',
      'New-Part page',
      'Start-Part page usual',
      'Start-Part page usual',
    ]);
    expect(await units()).toEqual(before);
    const smaller = await run('scale', { ...page, delta: -2 });
    expect(commandsIn(smaller)).toEqual([
      'Remove-Part page',
      'Remove-Part page',
      'Stop-Part page usual',
      'Stop-Part page usual',
    ]);
    expect(await refused({ workflow: 'scale', ...page, delta: -2 })).toEqual(['delta not_scalable']);
    expect(await refused({ workflow: 'scale', ...page, delta: 0 })).toEqual(['nothing_to_do']);
  });

  it('takes back what fails, unless it is not to; what was left half-way is gone on with, or taken back first', async () => {
    await fault('New-Part', 2);
    const failed = await run('scale', page);
    expect(failed).toMatchObject({ outcome: 'failed' });
    expect(commandsIn(failed)).toEqual(['New-Part page', 'New-Part page', 'Remove-Part page']);

    await fault('New-Part', 2);
    const left = await run('scale', { ...page, rollback_if_failed: false });
    expect(commandsIn(left)).toEqual(['New-Part page', 'New-Part page']);
    const { execution_id } = await product.member.ok('POST', `${at}/executions/${left.run.id}/resume`);
    await settled(product.member, at);
    const resumed = await doneOf(text(execution_id));
    expect(resumed).toMatchObject({ outcome: 'success' });
    // what the first try may have left goes before the next
    expect(commandsIn(resumed)).toEqual(['New-Part page', 'Remove-Part page', 'Start-Part page usual']);
    expect(await run('scale', { ...page, delta: -1 })).toMatchObject({ outcome: 'success' });

    await fault('New-Part', 2);
    await run('scale', { ...page, rollback_if_failed: false });
    expect(await run('scale', page)).toMatchObject({ outcome: 'failed', trace: [] });
    const anew = await run('scale', { ...page, abort_started: true });
    expect(anew).toMatchObject({ outcome: 'success' });
    expect(commandsIn(anew)).toEqual(['New-Part page', 'Remove-Part page', 'Start-Part page usual']);
    expect(await run('scale', { ...page, delta: -1 })).toMatchObject({ outcome: 'success' });
  });
});

describe('workflows of the lifecycle', () => {
  it('give hosts of blueprints new agents, once all old ones answer', async () => {
    const all = await run('install_new_agents');
    expect(commandsIn(all).filter((line) => line === 'New-Agent')).toHaveLength(2);
    const one = await run('install_new_agents', { node_ids: ['front_host'], manager_ip: '10.0.0.9' });
    expect(one.trace.every((line) => line.startsWith('part1 '))).toBe(true);
    expect(commandsIn(one)).toContain('New-Agent 10.0.0.9');
    const unasked = await run('install_new_agents', { node_ids: ['front_host'], validate: false });
    expect(commandsIn(unasked)).toEqual(['New-Agent', 'Test-Agent']);
    const only = await run('install_new_agents', { node_ids: ['front_host'], install: false });
    expect(commandsIn(only)).toEqual(['Test-Agent']);
    const shop = await product.member.call('POST', `${at}/executions`, {
      body: { workflow: 'install_new_agents', node_ids: ['shop'] },
    });
    expect(object(shop.json)).toMatchObject({ code: 'nothing_to_do', detail: expect.stringContaining('agents') });
  });

  it('reinstall and ask what they are told to', async () => {
    expect(commandsIn(await run('reinstall', { node_ids: ['page'] }))).toEqual([
      ...['New-Part page', 'Remove-Part page', 'Start-Part page usual', 'Stop-Part page usual'],
    ]);
    expect(commandsIn(await run('pull', { node_ids: ['back'], operation_parms: { mode: 'deep' } }))).toEqual([
      'Read-Part back deep',
    ]);
    expect(await run('install', { node_ids: ['page'] })).toMatchObject({ outcome: 'success', trace: [] });
    expect(await run('rollback', { full_rollback: false })).toMatchObject({ outcome: 'success', trace: [] });
  });
});

it('a parameter that a workflow has not is refused by its name', async () => {
  const values: Record<string, JsonObject[string]> = { operation_parms: {}, force_reinstall: true, manager_ip: 'x' };
  for (const workflow of [...LIFECYCLE_WORKFLOWS, 'start', 'heal', 'update', 'suspend'] as const) {
    for (const [name, value] of Object.entries(values)) {
      if (WORKFLOW_PARAMETERS[workflow].some((one) => one === name)) continue;
      expect(await refused({ workflow, [name]: value })).toContain(`${name} unknown_parameter`);
    }
  }
});
