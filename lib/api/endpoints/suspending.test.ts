import { describe, expect, it } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { add, deploy, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import type { JsonObject } from '@/lib/model/json';

const product = productForTests();

const server = (name: string): JsonObject => ({
  type: 'webServer',
  name,
  adminPassword: 'Adm1n-Passw0rd!',
  flavor: 'm1.small',
  osImage: { name: 'ws-2022-std', title: 'Windows Server 2022', type: 'windows.2022' },
  unitNamingPattern: name,
  units: [{}],
});

/** An environment with two web servers, deployed. */
async function withServers() {
  const { member } = product;
  const { id, at } = await newEnvironment(member);
  const session = await open(member, at);
  for (const name of ['rest1', 'rest2']) await add(member, at, session, server(name));
  await deploy(member, at, session);
  expect(await settled(member, at)).toMatchObject({ status: 'ready', version: 1 });
  const { services } = await member.ok('GET', at);
  return { id, at, services: list(services).map((one) => text(object(one).id)) };
}

async function run(at: string, workflow: string, more: JsonObject = {}): Promise<JsonObject> {
  const { execution_id } = await product.member.ok('POST', `${at}/executions`, { body: { workflow, ...more } });
  await settled(product.member, at);
  const found = await product.member.ok('GET', `${at}/executions/${text(execution_id)}`);
  expect(found.reports, JSON.stringify(found)).not.toContainEqual(expect.objectContaining({ level: 'error' }));
  return object(found.run);
}

const planned = async (at: string, workflow: string) =>
  list((await product.member.ok('POST', `${at}/executions/plan`, { body: { workflow } })).units).map(object);

const machines = async (id: string) =>
  list((await product.member.ok('GET', '/v1/environments')).environments)
    .map(object)
    .find((one) => one.id === id)?.machines;

describe('suspending', () => {
  it('lets a whole environment rest, which nothing is ill by, and wakes it up', async () => {
    const { id, at } = await withServers();
    expect(await planned(at, 'wake')).toMatchObject([{ because: 'awake' }, { because: 'awake' }]);
    expect(await run(at, 'suspend')).toMatchObject({ outcome: 'success', version: null });
    expect(await machines(id)).toMatchObject({ count: 2, up: 0, failed: 0, resting: 2, health: 'resting' });
    expect(await planned(at, 'heal')).toMatchObject([{ because: 'suspended' }, { because: 'suspended' }]);
    const refused = await product.member.call('POST', `${at}/executions/plan`, { body: { workflow: 'uninstall' } });
    expect(refused.status).toBe(409);
    expect(JSON.stringify(refused.json)).toContain('Suspended: rest1 and rest2. Nothing can be deployed');
    expect(await run(at, 'wake')).toMatchObject({ outcome: 'success', result: { done: ['rest1', 'rest2'] } });
    expect(await machines(id)).toMatchObject({ up: 2, resting: 0, health: 'up' });
    expect(await run(at, 'check_status')).toMatchObject({ outcome: 'success' });
  });

  it('leaves earlier runs what they were: each keeps the document as it has left it', async () => {
    const { at } = await withServers();
    await run(at, 'check_status');
    await run(at, 'suspend');
    const { runs } = await product.member.ok('GET', `${at}/runs`);
    const reached = async (kind: string) => {
      const one = list(runs)
        .map(object)
        .find((row) => row.kind === kind);
      const answer = await product.reader.ok('GET', `${at}/runs/${text(one?.id)}`);
      expect(JSON.stringify(answer)).not.toContain('Adm1n-Passw0rd!');
      return answer.reached;
    };
    const units = list(object(await reached('deploy')).services).flatMap((one) => list(object(one).units).map(object));
    expect(units.map(({ state }) => text(object(state).hostname))).toEqual(['rest1', 'rest2']);
    expect(JSON.stringify(units)).not.toContain('suspended');
    // workflows change nothing of the document but how machines are
    expect([await reached('check_status'), await reached('suspend')]).toEqual([null, null]);
  });

  it('of one service leaves the others awake; the environment can be deleted all the same', async () => {
    const { id, at, services } = await withServers();
    expect(await run(at, 'suspend', { service_id: services[0] ?? '' })).toMatchObject({ outcome: 'success' });
    expect(await machines(id)).toMatchObject({ up: 1, resting: 1 });
    expect(await run(at, 'wake')).toMatchObject({ outcome: 'success', result: { done: ['rest1'] } });
    await run(at, 'suspend');
    await product.member.ok('DELETE', at);
    await expect.poll(async () => (await product.member.call('GET', at)).status).toBe(404);
  });
});
