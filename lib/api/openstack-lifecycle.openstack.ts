import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectOfTests, settingsOfTests } from '@/lib/cloud/openstack/testing';
import { probeMachines } from '@/lib/environments/health/probe';
import type { Json, JsonObject } from '@/lib/model/json';
import type { AgentMessage, AgentReply, Cloud } from '@/lib/ports/cloud/cloud';
import { partsOf } from './testing/by-itself';
import { productForTests } from './testing/product-for-tests';
import { list, object, text } from './testing/responses';
import { activeDirectory } from './testing/services';
import { deployed, settled } from './testing/stories';

const settings = settingsOfTests();
const serverUrl = process.env.TEST_DATABASE_URL;

/** What a command gives back, where a service goes on by it. */
const RETURNS: Record<string, Json[]> = { 'Get-DnsListeningIpAddress': ['10.20.0.5'] };

/** Stands in for the agents, which no machine of this OpenStack runs: plans are done as soon as their machine is on. */
function withAgents(cloud: Cloud): Cloud {
  const sent = new Set<string>();
  const handlers = new Set<(reply: AgentReply) => Promise<void>>();
  async function carryOut({ planId, plan, queue, scope, expiresAt }: AgentMessage): Promise<void> {
    for (;;) {
      const power = (await cloud.inspection?.machines(scope, [queue]))?.get(queue)?.power;
      if (power === 'ready') break;
      if (expiresAt.getTime() < Date.now()) return;
      await pause(1_000);
    }
    const Result: Json[] = plan.Commands.map(({ Name }) => ({ IsException: false, Result: RETURNS[Name] ?? [] }));
    const reply = { planId, result: { IsException: false, Result } } as AgentReply;
    for (const handle of handlers) await handle(reply);
  }
  return {
    ...cloud,
    agents: {
      send: async (message) => {
        if (!sent.has(message.planId)) void carryOut(message);
        sent.add(message.planId);
      },
      subscribe: (handler) => {
        handlers.add(handler);
        return () => handlers.delete(handler);
      },
    },
  };
}

/** The life of a service on a real OpenStack: the whole product with real stacks and machines; agents are stood in for. */
describe('a service on a real OpenStack', { timeout: 300_000 }, () => {
  const product = productForTests({
    ...{ cloud: 'openstack', openStack: settings, wrapCloud: withAgents },
    // it makes its database itself: there is no template here
    ...(serverUrl === undefined ? {} : { serverUrl }),
  });
  const { project, close } = projectOfTests(settings);
  let at = '';

  beforeAll(async () => {
    const image = { name: 'ws-2022-std' };
    const first = { isMaster: true, recoveryPassword: 'R3covery-One!' };
    const more = { flavor: 'm1.small', osImage: image, unitNamingPattern: 'real#', units: [first] };
    ({ at } = await deployed(product.member, [activeDirectory(more)]));
  }, 300_000);
  afterAll(async () => {
    await product.member.call('DELETE', at);
    await settled(product.member, at);
    await close();
  }, 300_000);

  const environment = async (): Promise<JsonObject> => product.member.ok('GET', at);
  const service = async () => object(list((await environment()).services)[0] as Json);
  const units = async () => list((await service()).units).map(object);
  const serverOf = async (host: string) => (await project.nova.servers()).find(({ name }) => name === host);
  async function run(body: JsonObject): Promise<JsonObject> {
    const { execution_id } = await product.member.ok('POST', `${at}/executions`, { body });
    await settled(product.member, at);
    return object((await product.member.ok('GET', `${at}/executions/${text(execution_id)}`)).run);
  }
  let clock = Date.now();
  const probe = async () => {
    clock += 120_000;
    await probeMachines({ ...partsOf(product), cloud: product.container.cloud }, new Date(clock));
    const [unit] = await units();
    return object(object(unit?.state).lifecycle as Json).status as JsonObject | null;
  };
  const soon = { timeout: 120_000, interval: 2_000 };

  test('is deployed on a machine that Nova runs', async () => {
    expect(await environment()).toMatchObject({ status: 'ready', version: 1 });
    expect(await serverOf('real1')).toMatchObject({ status: 'ACTIVE' });
  });

  test('is seen to be off when its machine is, and healed: switched on again, and in order', async () => {
    const { id } = (await serverOf('real1')) ?? { id: '' };
    await project.nova.act(id, 'os-stop');
    await expect.poll(probe, soon).toMatchObject({ ok: false, message: 'real1 is switched off.' });
    expect(await run({ workflow: 'heal' })).toMatchObject({ outcome: 'success' });
    await expect.poll(async () => (await serverOf('real1'))?.status, soon).toBe('ACTIVE');
    expect((await serverOf('real1'))?.id).toBe(id);
    await expect.poll(probe, soon).toMatchObject({ ok: true });
  });

  test('grows by a machine, and the one that is there is left alone', async () => {
    const before = await serverOf('real1');
    const grown = await run({
      workflow: 'scale',
      service_id: text((await service()).id),
      delta: 1,
      unit: { recoveryPassword: 'R3covery-Two!' },
    });
    expect(grown).toMatchObject({ outcome: 'success' });
    expect((await units()).map((unit) => object(unit.state).hostname)).toEqual(['real1', 'real2']);
    expect((await serverOf('real1'))?.id).toBe(before?.id);
    expect(await serverOf('real2')).toMatchObject({ status: 'ACTIVE' });
  });
});
