import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';
import type { JsonObject } from '@/lib/model/json';
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
        balancer: { type: 'OS::Octavia::LoadBalancer', properties: { vip_subnet: 'private' } },
        listener: {
          type: 'OS::Octavia::Listener',
          properties: { loadbalancer: { get_resource: 'balancer' }, protocol: 'HTTP', protocol_port: 80 },
        },
        pool: {
          type: 'OS::Octavia::Pool',
          properties: { listener: { get_resource: 'listener' }, protocol: 'HTTP', lb_algorithm: 'ROUND_ROBIN' },
        },
        ...member('one'),
        ...member('two'),
      },
      outputs: {
        floating: { value: { get_attr: ['floating', 'floating_ip_address'] } },
        vip: { value: { get_attr: ['balancer', 'vip_address'] } },
        one: { value: { get_resource: 'one' } },
      },
    };
    const request = { scope, name: 'farm', requestId: randomUUID(), template, parameters: {} };
    const result = await under.cloud.stacks.apply(request, never);
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
    await under.cloud.agents.send({ scope, planId, queue: `q-${host}`, plan });
    await under.answerTo(planId);
  };
  const pageAt = async (url: string) => {
    const link = (await under.cloud.linkFor?.(scope, url)) ?? '';
    const [, id = '', path = ''] = /^\/machines\/([0-9a-f]{32})\/?(.*)$/.exec(link) ?? [];
    return under.cloud.page?.(id, path);
  };

  test('a floating address leads to the machine behind its port', async () => {
    const link = await under.cloud.linkFor?.(scope, `http://${outputs.floating}/some/page`);
    expect(link).toBe(`/machines/${outputs.one}/some/page`);
  });

  test('an address of another tenant, an unknown one and nonsense have no link', async () => {
    const stranger = { tenantId: 'e'.repeat(32) };
    expect(await under.cloud.linkFor?.(stranger, `http://${outputs.vip}`)).toBeNull();
    expect(await under.cloud.linkFor?.(stranger, `http://${outputs.floating}`)).toBeNull();
    expect(await under.cloud.linkFor?.(scope, 'http://203.0.113.9/')).toBeNull();
    expect(await under.cloud.linkFor?.(scope, 'not a url')).toBeNull();
  });

  test('a load balancer answers through a member that has a site, and says so when none has', async () => {
    const url = `http://${outputs.vip}:80`;
    expect(await pageAt(url)).toMatchObject({ status: 503 });
    await installOn('two');
    for (let i = 0; i < 3; i++) expect((await pageAt(url))?.html).toContain('Site of two');
    await installOn('one');
    expect(await pageAt(url)).toMatchObject({ status: 200 });
  });
});
