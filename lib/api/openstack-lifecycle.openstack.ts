import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startRabbit } from '@/lib/cloud/agents/testing/rabbit';
import type { OpenStackCredential } from '@/lib/cloud/openstack/settings';
import { projectOfTests, settingsOfTests } from '@/lib/cloud/openstack/testing';
import { startHypervisor } from '@/lib/cloud/openstack/testing/hypervisor';
import { probeMachines } from '@/lib/environments/health/probe';
import type { Json, JsonObject } from '@/lib/model/json';
import { partsOf } from './testing/by-itself';
import { productForTests } from './testing/product-for-tests';
import { list, object, text } from './testing/responses';
import { activeDirectory, webServer } from './testing/services';
import { deployed, settled } from './testing/stories';

const settings = settingsOfTests();
const serverUrl = process.env.TEST_DATABASE_URL;

/** What a command gives back, where a service goes on by it. */
const RETURNS: Record<string, Json[]> = { 'Get-DnsListeningIpAddress': ['10.20.0.5'] };

const rabbit = await startRabbit();
/** Who sees the user data of servers: the administrator of the small OpenStack that is started for tests. */
const administrator = { ...settings.credential, userName: 'admin', project: 'admin' } as OpenStackCredential;

/**
 * The life of an environment on a real OpenStack: the whole product with real stacks, a RabbitMQ, and agents as processes,
 * each started from the user data of its server. Their PowerShell notes what it is told to do.
 */
describe('an environment on a real OpenStack', () => {
  const product = productForTests({
    ...{ cloud: 'openstack', openStack: { ...settings, broker: rabbit.settings } },
    // it makes its database itself: there is no template here
    ...(serverUrl === undefined ? {} : { serverUrl }),
  });
  const { project, close } = projectOfTests(settings);
  const hypervisor = startHypervisor({ ...settings, credential: administrator }, RETURNS);
  let at = '';

  beforeAll(async () => {
    const more = { flavor: 'm1.small', osImage: { name: 'ws-2022-std' } };
    const domain = activeDirectory({ ...more, unitNamingPattern: 'real#' });
    const pages = ['page1', 'page2'].map((name) => webServer({ ...more, name, unitNamingPattern: name }));
    ({ at } = await deployed(product.member, [domain, ...pages]));
  });
  afterAll(async () => {
    await hypervisor.close();
    await close();
    await rabbit.close();
  });

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

  const called = (host: string) =>
    hypervisor
      .machine(host)
      ?.calls()
      .map(({ name }) => name) ?? [];

  test('is deployed: two domain controllers and two web servers, each by the agent on its machine', async () => {
    expect(await environment()).toMatchObject({ status: 'ready', version: 1 });
    for (const host of ['real1', 'real2', 'page1', 'page2'])
      expect(await serverOf(host)).toMatchObject({ status: 'ACTIVE' });
    expect(hypervisor.hosts()).toEqual(['page1', 'page2', 'real1', 'real2']);
    expect(called('real1')).toContain('Install-RolePrimaryDomainController');
    expect(called('real2')).toContain('Install-RoleSecondaryDomainController');
    expect(called('page2')).toContain('Install-WebServer');
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
    expect((await units()).map((unit) => object(unit.state).hostname)).toEqual(['real1', 'real2', 'real3']);
    expect((await serverOf('real1'))?.id).toBe(before?.id);
    expect(await serverOf('real3')).toMatchObject({ status: 'ACTIVE' });
  });

  test('is deleted, and neither stack, machine nor login of it is left', async () => {
    await product.member.call('DELETE', at);
    expect(await settled(product.member, at)).toBeNull();
    const { tenantId } = product.member;
    expect(await product.container.cloud.stacks.list({ tenantId })).toEqual([]);
    for (const host of ['real1', 'real3', 'page1']) expect(await serverOf(host)).toBeUndefined();
    const { managementUrl, user, password } = rabbit.settings;
    const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
    const logins = await (await fetch(`${managementUrl}/api/users`, { headers: { authorization } })).json();
    expect(logins).toMatchObject([{ name: 'vetro' }]);
  });
});
