import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UNHURRIED } from '@/lib/cloud/testing/test-stacks';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';
import type { JsonObject } from '@/lib/model/json';
import type { MachinePage } from '@/lib/ports/cloud/simulation';
import { call, planOf, startTestCloud, type TestCloud } from './testing';

const scope = { tenantId: 'a'.repeat(32) };
const never = new AbortController().signal;
const web = (name: string): JsonObject => ({
  [`${name}-port`]: { type: 'OS::Neutron::Port' },
  [name]: {
    type: 'OS::Nova::Server',
    properties: {
      name,
      image: 'ws-2022-std',
      flavor: 'm1.small',
      networks: [{ port: { get_resource: `${name}-port` } }],
      metadata: { agent_queue: `q-${name}` },
    },
  },
});
const member = (name: string): JsonObject => ({
  [`${name}-member`]: {
    type: 'OS::Octavia::PoolMember',
    properties: { pool: { get_resource: 'pool' }, address: { get_attr: [name, 'first_address'] }, protocol_port: 80 },
  },
});

describe('addresses that lead to a machine', () => {
  let database: TestDatabase;
  let under: TestCloud;
  let outputs: JsonObject = {};

  beforeAll(async () => {
    database = await createTestDatabase();
    under = await startTestCloud(database);
    const template = {
      heat_template_version: '2018-08-31',
      resources: {
        ...web('one'),
        ...web('two'),
        floating: { type: 'OS::Neutron::FloatingIP', properties: { floating_network: 'public' } },
        tie: {
          type: 'OS::Neutron::FloatingIPAssociation',
          properties: { floatingip_id: { get_resource: 'floating' }, port_id: { get_resource: 'one-port' } },
        },
        balancer: { type: 'OS::Octavia::LoadBalancer', properties: { vip_subnet: 'private-subnet' } },
        outside: {
          type: 'OS::Neutron::FloatingIP',
          properties: { floating_network: 'public', port_id: { get_attr: ['balancer', 'vip_port_id'] } },
        },
        listener: {
          type: 'OS::Octavia::Listener',
          properties: { loadbalancer: { get_resource: 'balancer' }, protocol: 'HTTP', protocol_port: 80 },
        },
        pool: {
          type: 'OS::Octavia::Pool',
          properties: { listener: { get_resource: 'listener' }, protocol: 'HTTP', lb_algorithm: 'ROUND_ROBIN' },
        },
        monitor: {
          type: 'OS::Octavia::HealthMonitor',
          properties: {
            pool: { get_resource: 'pool' },
            type: 'HTTP',
            url_path: '/',
            expected_codes: '200-399',
            delay: 5,
            timeout: 4,
            max_retries: 3,
          },
        },
        ...member('one'),
        ...member('two'),
      },
      outputs: {
        floating: { value: { get_attr: ['floating', 'floating_ip_address'] } },
        vip: { value: { get_attr: ['balancer', 'vip_address'] } },
        outside: { value: { get_attr: ['outside', 'floating_ip_address'] } },
        one: { value: { get_resource: 'one' } },
      },
    };
    const request = { scope, name: 'farm', requestId: randomUUID(), template, parameters: {} };
    const result = await under.stacks.apply(request, never);
    if (!result.ok) throw new Error(result.reason);
    outputs = result.outputs;
  });
  afterAll(async () => {
    await under.cloud.stop();
    await database.drop();
  });

  const installOn = async (host: string) => {
    const planId = randomUUID();
    const plan = planOf([call('Install-WebServer', { SiteTitle: `Site of ${host}` })]);
    await under.cloud.agents.send({ ...UNHURRIED, scope, planId, queue: `q-${host}`, plan });
    await under.replyTo(planId);
  };
  const pageAt = async (url: string) => {
    const link = (await under.cloud.simulation.pages.linkFor(scope, url)) ?? '';
    const [, id = '', path = ''] = /^\/machines\/([0-9a-f]{32})\/?(.*)$/.exec(link) ?? [];
    return under.cloud.simulation.pages.page(id, path);
  };

  const answererIn = (page: MachinePage | null | undefined) =>
    /<strong>(\w+)<\/strong> answered/.exec(page?.html ?? '')?.[1] ?? '';

  test('a floating address leads to the machine behind its port', async () => {
    const link = await under.cloud.simulation.pages.linkFor(scope, `http://${outputs.floating}/some/page`);
    expect(link).toBe(`/machines/${outputs.one}/some/page`);
  });

  test('an address of another tenant, an unknown one and nonsense have no link', async () => {
    const stranger = { tenantId: 'e'.repeat(32) };
    expect(await under.cloud.simulation.pages.linkFor(stranger, `http://${outputs.vip}`)).toBeNull();
    expect(await under.cloud.simulation.pages.linkFor(stranger, `http://${outputs.floating}`)).toBeNull();
    expect(await under.cloud.simulation.pages.linkFor(scope, 'http://203.0.113.9/')).toBeNull();
    expect(await under.cloud.simulation.pages.linkFor(scope, 'not a url')).toBeNull();
  });

  test('a floating address of a load balancer leads where that one does, port by port', async () => {
    const { pages } = under.cloud.simulation;
    const at = (port: number) =>
      Promise.all([outputs.outside, outputs.vip].map((host) => pages.linkFor(scope, `http://${host}:${port}/x`)));
    const [outside, inside] = await at(80);
    expect(outside).toMatch(/^\/machines\/[0-9a-f]{32}\/x$/);
    expect(outside).toBe(inside);
    expect(new Set(await at(81)).size).toBe(1);
  });

  test('a load balancer lets nobody through to a machine without a site', async () => {
    expect(await pageAt(`http://${outputs.vip}:80`)).toMatchObject({ status: 503 });
    await installOn('two');
    for (let i = 0; i < 3; i++) expect((await pageAt(`http://${outputs.vip}`))?.html).toContain('Site of two');
  });

  test('a load balancer asks every healthy machine in turn, and its page names the one that answered', async () => {
    await installOn('one');
    const seen: string[] = [];
    for (let i = 0; i < 4; i++) seen.push(answererIn(await pageAt(`http://${outputs.vip}:80/`)));
    expect(seen).toEqual(seen[0] === 'one' ? ['one', 'two', 'one', 'two'] : ['two', 'one', 'two', 'one']);
  });

  test('a machine that is switched off gets no requests until it is on again', async () => {
    const fault = await under.cloud.simulation.faults.add({ kind: 'off', tenantId: scope.tenantId, target: 'ONE' });
    for (let i = 0; i < 3; i++) expect(answererIn(await pageAt(`http://${outputs.vip}`))).toBe('two');
    const page = await pageAt(`http://${outputs.vip}`);
    expect(page?.html).toContain('is switched off');
    expect(page?.html).toContain('1 of 2 machines take requests');
    await under.cloud.simulation.faults.remove(fault);
    const up = async () =>
      new Set([answererIn(await pageAt(`http://${outputs.vip}`)), answererIn(await pageAt(`http://${outputs.vip}`))]);
    await expect.poll(up).toEqual(new Set(['one', 'two']));
  });

  test('with every machine off there is a reason for each instead of a page', async () => {
    const fault = await under.cloud.simulation.faults.add({ kind: 'off', tenantId: scope.tenantId });
    const page = await pageAt(`http://${outputs.vip}`);
    expect(page).toMatchObject({ status: 503, html: expect.stringContaining('Nobody answered; 0 of 2 machines') });
    await under.cloud.simulation.faults.remove(fault);
    await expect.poll(async () => (await pageAt(`http://${outputs.vip}`))?.status).toBe(200);
  });

  test('a port on which it does not listen is refused', async () => {
    expect(await pageAt(`http://${outputs.vip}:8080/`)).toMatchObject({
      status: 502,
      html: expect.stringContaining('does not listen on that port'),
    });
  });

  test('an application shows the repository that it came from', async () => {
    const planId = randomUUID();
    const deploy = call('Deploy-WebAppFromGit', {
      Url: 'https://git.example.com/shop.git',
      Revision: 'v2',
      Name: 'shop',
    });
    await under.cloud.agents.send({ ...UNHURRIED, scope, planId, queue: 'q-one', plan: planOf([deploy]) });
    expect(await under.replyTo(planId)).toMatchObject({ IsException: false });
    const pages = [await pageAt(`http://${outputs.vip}`), await pageAt(`http://${outputs.vip}`)];
    const ours = pages.find((page) => answererIn(page) === 'one')?.html;
    for (const words of ['<h1>shop</h1>', 'https://git.example.com/shop.git', 'v2']) expect(ours).toContain(words);
  });
});

describe('a load balancer that makes no sense', () => {
  test.each([
    ['a port beyond 65535', { protocol_port: 65_536 }, 'protocol_port: 65536 is out of range (min: 1, max: 65535)'],
    ['a protocol that there is not', { protocol: 'GOPHER' }, 'protocol: "GOPHER" is not an allowed value'],
  ])('is refused before anything is made: %s', async (_what, wrong, words) => {
    const database = await createTestDatabase();
    const under = await startTestCloud(database);
    const template = {
      heat_template_version: '2018-08-31',
      resources: {
        balancer: { type: 'OS::Octavia::LoadBalancer', properties: { vip_subnet: 'private-subnet' } },
        listener: {
          type: 'OS::Octavia::Listener',
          properties: { loadbalancer: { get_resource: 'balancer' }, protocol: 'HTTP', protocol_port: 80, ...wrong },
        },
      },
    };
    const request = { scope, name: 'wrong', requestId: randomUUID(), template, parameters: {} };
    const result = await under.stacks.apply(request, never);
    expect(result).toMatchObject({ ok: false, resource: 'listener', reason: expect.stringContaining(words) });
    await under.cloud.stop();
    await database.drop();
  });
});
