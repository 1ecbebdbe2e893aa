import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { webServer } from '@/lib/api/testing/services';
import { deploy, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { archiveOf } from '@/lib/catalog/testing/archives';
import type { JsonObject } from '@/lib/model/json';

/** Which workflows of the lifecycle are offered for a service of a blueprint: those that have something to do now. */
const product = productForTests({ conductor: { operationRetries: { count: 0, seconds: 0 } } });
const FOLDER = path.resolve('lib/conductor/runtime/testing/packages/com.example.Parameters');
const parts = (hosts: string) => ({
  ...{ type: 'com.example.Parameters', name: 'parts', adminPassword: 'Passw0rd!one', flavor: 'm1.small' },
  osImage: { name: 'ws-2022-std', title: 'Windows Server 2022 Standard', type: 'windows.2022' },
  unitNamingPattern: hosts,
  units: ['front_host', 'back_host', 'left_host', 'right_host'].map((node) => ({ node })),
});

beforeAll(async () => {
  const response = await fetch(`${product.url}/v1/catalog/packages`, {
    method: 'POST',
    headers: { 'x-auth-token': product.admin.token, 'content-type': 'application/zip' },
    body: Buffer.from(archiveOf(FOLDER)),
  });
  expect(await response.text()).toContain('com.example.Parameters');
});

/** Deploys services; the commands named first fail so many times. */
async function deployedWith(services: JsonObject[], faults: Record<string, number> = {}) {
  const { id, at } = await newEnvironment(product.member);
  for (const [target, times] of Object.entries(faults)) {
    const body = { kind: 'command', target, environment_id: id, message: 'It hangs.', times };
    await product.admin.ok('POST', '/v1/simulation/faults', { body });
  }
  const session = await open(product.member, at);
  await product.member.ok('POST', `${at}/services`, { session, body: services });
  await deploy(product.member, at, session);
  return { at, environment: await settled(product.member, at) };
}

/** The names of workflows that are offered for a service. */
async function offered(at: string, service = 'parts'): Promise<string[]> {
  const services = list((await product.reader.call('GET', `${at}/services`)).json).map(object);
  const id = text(services.find(({ name }) => name === service)?.id);
  const { workflows } = await product.reader.ok('GET', `${at}/workflows`);
  return list(workflows)
    .map(object)
    .flatMap(({ name, services: of }) => (Array.isArray(of) && of.includes(id) ? [text(name)] : []));
}

async function run(at: string, body: JsonObject) {
  const { execution_id } = await product.member.ok('POST', `${at}/executions`, { body });
  await settled(product.member, at);
  const { events } = await product.member.ok('GET', `${at}/executions/${text(execution_id)}/events?limit=1000`);
  const plans = list(events)
    .map(object)
    .filter(({ kind, data }) => kind === 'effect.started' && object(data).effect === 'plan');
  return {
    outcome: object((await product.member.ok('GET', `${at}/executions/${text(execution_id)}`)).run).outcome,
    commands: plans.flatMap(({ data }) => list(object(data).commands).map((one) => text(object(one).name))),
  };
}

const plan = (at: string, body: JsonObject) => product.reader.ok('POST', `${at}/executions/plan`, { body });

it('of what stands complete all but an installation and a rollback; of services of the catalog none', async () => {
  const { at } = await deployedWith([parts('full#'), webServer({ name: 'shop', unitNamingPattern: 'shop1' })]);
  expect(await offered(at)).toEqual(['reinstall', 'pull', 'install_new_agents']);
  expect(await offered(at, 'shop')).toEqual([]);
  const service_id = list((await product.reader.call('GET', `${at}/services`)).json).map(object)[0]?.id as string;
  for (const [workflow, because] of [
    ['install', 'running'],
    ['rollback', 'settled'],
  ] as const) {
    const { units, instances } = await plan(at, { workflow, service_id });
    expect(instances).toEqual([]);
    expect(list(units).map(object)).toEqual(list(units).map(() => expect.objectContaining({ because })));
  }
});

it('what an installation left half done is taken back, then installed', async () => {
  const { at, environment } = await deployedWith([parts('half#')], { 'New-Part': 1 });
  expect(environment).toMatchObject({ status: 'failed' });
  expect(await offered(at)).toEqual(['install', 'reinstall', 'rollback', 'pull', 'install_new_agents']);
  const { instances } = await plan(at, { workflow: 'rollback' });
  const [half, ...others] = list(instances).map(object);
  expect([half?.does, others]).toEqual(['rollBack', []]);
  expect(await run(at, { workflow: 'rollback' })).toEqual({ outcome: 'success', commands: ['Remove-Part'] });
  expect(await offered(at)).not.toContain('rollback');
  const missing = list((await plan(at, { workflow: 'install' })).instances).map(object);
  expect(missing.map(({ does }) => does)).toEqual(missing.map(() => 'setUp'));
  const installed = await run(at, { workflow: 'install' });
  expect(installed.outcome).toBe('success');
  expect(installed.commands).toContain('New-Part');
  expect(await offered(at)).toEqual(['reinstall', 'pull', 'install_new_agents']);
  expect(list((await plan(at, { workflow: 'rollback', full_rollback: true })).instances).map(object)).toContainEqual(
    expect.objectContaining({ does: 'remove' }),
  );
});

it('a part whose installation failed begins from nothing again as often as it may', async () => {
  const { at } = await deployedWith([parts('anew#')], { 'New-Part': 3 });
  expect((await run(at, { workflow: 'install' })).outcome).toBe('failed');
  const again = await run(at, { workflow: 'install', subgraph_retries: 2 });
  expect(again.outcome).toBe('success');
  expect(again.commands).toContain('Remove-Part');
  const refused = await product.member.call('POST', `${at}/executions`, {
    body: { workflow: 'stop', subgraph_retries: 1 },
  });
  expect(refused.json).toMatchObject({ fields: [{ path: 'subgraph_retries', code: 'unknown_parameter' }] });
});
