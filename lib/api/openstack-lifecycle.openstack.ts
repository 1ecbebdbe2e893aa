import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startRabbit } from '@/lib/cloud/agents/testing/rabbit';
import type { OpenStackCredential } from '@/lib/cloud/openstack/settings';
import { projectOfTests, settingsOfTests } from '@/lib/cloud/openstack/testing';
import { startHypervisor } from '@/lib/cloud/openstack/testing/hypervisor';
import { probeMachines } from '@/lib/environments/health/probe';
import type { Json, JsonObject } from '@/lib/model/json';
import { partsOf } from './testing/by-itself';
import type { Client } from './testing/product';
import { productForTests } from './testing/product-for-tests';
import { list, object, text } from './testing/responses';
import { activeDirectory, webServer, webServerFarm } from './testing/services';
import { add, deploy, deployed, open, settled } from './testing/stories';

const settings = settingsOfTests();
const serverUrl = process.env.TEST_DATABASE_URL;

/** What a command gives back, where a service goes on by it. */
const RETURNS: Record<string, Json[]> = { 'Get-DnsListeningIpAddress': ['10.20.0.5'] };

const rabbit = await startRabbit();
/** Who sees the user data of servers: the administrator of the small OpenStack that is started for tests. */
const administrator = { ...settings.credential, userName: 'admin', project: 'admin' } as OpenStackCredential;

/** Whom this installation takes from Keystone, and as what. */
const identity = { domain: 'Default', roles: { member: 'member' }, adminRoles: ['admin'] } as const;

/**
 * The life of an environment on a real OpenStack: the whole product with people of Keystone, real stacks with a balancer of
 * Octavia, a RabbitMQ, and agents as processes, each started from the user data of its server. Their PowerShell notes what it
 * is told to do.
 */
describe('an environment on a real OpenStack', () => {
  const product = productForTests({
    ...{ cloud: 'openstack', openStack: { ...settings, broker: rabbit.settings, identity: { ...identity } } },
    // it makes its database itself: there is no template here
    ...(serverUrl === undefined ? {} : { serverUrl }),
  });
  const { project, close } = projectOfTests(settings);
  const hypervisor = startHypervisor({ ...settings, credential: administrator }, RETURNS);
  const chosen = { flavor: 'm1.small', osImage: { name: 'ws-2022-std' } };
  let member: Client;
  let tenantId = '';
  let at = '';

  beforeAll(async () => {
    const { token, projectId } = await project.keystone.session();
    member = product.anonymous(token);
    tenantId = projectId;
    const domain = activeDirectory({ ...chosen, unitNamingPattern: 'real#' });
    const farm = webServerFarm({ ...chosen, domain: 'acme.local', unitNamingPattern: 'page#' });
    ({ at } = await deployed(member, [domain, farm]));
  });
  afterAll(async () => {
    await hypervisor.close();
    await close();
    await rabbit.close();
  });

  const environment = async (): Promise<JsonObject> => member.ok('GET', at);
  const service = async () => object(list((await environment()).services)[0] as Json);
  const units = async () => list((await service()).units).map(object);
  const serverOf = async (host: string) => (await project.nova.servers()).find(({ name }) => name === host);
  async function run(body: JsonObject): Promise<JsonObject> {
    const { execution_id } = await member.ok('POST', `${at}/executions`, { body });
    await settled(member, at);
    return object((await member.ok('GET', `${at}/executions/${text(execution_id)}`)).run);
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

  test('is chosen from what its project has, by somebody whom Keystone knows', async () => {
    const offer = await member.ok('GET', '/v1/offer');
    expect(offer.images).toContainEqual(expect.objectContaining({ name: 'ws-2022-std' }));
    expect(offer.flavors).toContainEqual(expect.objectContaining({ name: 'm1.small' }));
    expect((await product.anonymous('not-a-token').call('GET', '/v1/offer')).status).toBe(401);
  });

  test('is deployed: two domain controllers and a farm of two behind a balancer, each by the agent on its machine', async () => {
    expect(await environment()).toMatchObject({ status: 'ready', version: 1 });
    for (const host of ['real1', 'real2', 'page1', 'page2'])
      expect(await serverOf(host)).toMatchObject({ status: 'ACTIVE' });
    const stacks = await product.container.cloud.stacks.list({ tenantId });
    for (const name of stacks) expect((await project.heat.find(name))?.status).toMatch(/^(CREATE|UPDATE)_COMPLETE$/);
    expect(stacks).toHaveLength(1);
    expect(hypervisor.hosts()).toEqual(['page1', 'page2', 'real1', 'real2']);
    expect(called('real1')).toContain('Install-RolePrimaryDomainController');
    expect(called('real2')).toContain('Install-RoleSecondaryDomainController');
    expect(called('page2')).toEqual(expect.arrayContaining(['Join-Domain', 'Install-WebServer']));
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

  test('is updated: another web server is added, and what was there is left alone', async () => {
    const before = await serverOf('page1');
    const session = await open(member, at);
    await add(member, at, session, webServer({ ...chosen, name: 'extra', unitNamingPattern: 'extra1' }));
    await deploy(member, at, session);
    expect(await settled(member, at)).toMatchObject({ status: 'ready' });
    expect(called('extra1')).toContain('Install-WebServer');
    expect((await serverOf('page1'))?.id).toBe(before?.id);
  });

  test('gives its farm and its web server public addresses of Neutron, and takes them back, beside machines that stay', async () => {
    const floating = async () =>
      (await project.network.list('/floatingips', 'floatingips')).map(({ floating_ip_address: address }) =>
        text(address),
      );
    const servicesNow = async () => list((await environment()).services).map((one) => object(one));
    const ask = async (assignFloatingIp: boolean) => {
      const session = await open(member, at);
      for (const { id, type } of await servicesNow()) {
        if (type === 'activeDirectory') continue;
        await member.ok('PUT', `${at}/services/${text(id)}/assignFloatingIp`, { session, body: assignFloatingIp });
      }
      await deploy(member, at, session);
      expect(await settled(member, at)).toMatchObject({ status: 'ready' });
      return (await servicesNow()).flatMap(({ uri }) => (typeof uri === 'string' ? [new URL(uri).hostname] : []));
    };
    const quota = async () => object(object((await member.ok('GET', '/v1/offer')).quota).publicAddresses);
    const before = await serverOf('extra1');
    const outside = await ask(true);
    expect(outside.every((host) => host.startsWith('198.51.100.'))).toBe(true);
    expect(outside).toHaveLength(2);
    expect((await floating()).sort()).toEqual(outside.sort());
    expect(await quota()).toMatchObject({ used: 2 });
    const inside = await ask(false);
    expect(inside.every((host) => host.startsWith('10.20.'))).toBe(true);
    expect(await floating()).toEqual([]);
    expect((await serverOf('extra1'))?.id).toBe(before?.id);
  });

  test('is deleted, and neither stack, machine nor login of it is left', async () => {
    await member.call('DELETE', at);
    expect(await settled(member, at)).toBeNull();
    // Heat says that a stack is deleted a moment before it leaves its list
    await expect.poll(() => product.container.cloud.stacks.list({ tenantId }), soon).toEqual([]);
    for (const host of ['real1', 'real3', 'page1', 'extra1']) expect(await serverOf(host)).toBeUndefined();
    const { managementUrl, user, password } = rabbit.settings;
    const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
    const logins = await (await fetch(`${managementUrl}/api/users`, { headers: { authorization } })).json();
    expect(logins).toMatchObject([{ name: 'vetro' }]);
  });
});
