import { afterEach, describe, expect, it, vi } from 'vitest';
import { testSecrets } from '@/lib/cloud/embedded/testing';
import { createTestStacks } from '@/lib/cloud/testing/test-stacks';
import type { JsonObject } from '@/lib/model/json';
import type { Cloud } from '@/lib/ports/cloud/cloud';
import { createOpenStackCloud } from './index';
import type { OpenStackSettings } from './settings';
import { FAKE_PASSWORD, type FakeOpenStack, type FakeService, startFakeOpenStack } from './testing/fake';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const scope = { tenantId: 'a'.repeat(32) };
const TAG = `vetro-tenant-${scope.tenantId}`;

/** A driver on a fake, and every line that it logged. */
async function start(services: Record<string, FakeService>, settings: Partial<OpenStackSettings> = {}) {
  const fake = await startFakeOpenStack(services);
  const log: string[] = [];
  const cloud = createOpenStackCloud({
    settings: { ...fake.settings, ...settings },
    ...testSecrets,
    log: { debug: (details, words) => void log.push(JSON.stringify({ ...details, words })) },
    pollMs: 1,
    firstPauseMs: 1,
  });
  closing.push(fake.close, () => cloud.stop());
  return { fake, cloud, log };
}

/** A Heat with one stack, which is complete after it was looked at so often. */
function heatWith({ reads }: { reads: number }): FakeService {
  let stack: JsonObject | null = null;
  let left = reads;
  return ({ method, path, body }) => {
    if (method === 'POST' && path === '/stacks') {
      const tags = String(body.tags).split(',');
      stack = { id: 's-1', stack_name: body.stack_name ?? '', tags, stack_status: 'CREATE_IN_PROGRESS', outputs: [] };
      return { status: 201, body: { stack: { id: 's-1' } } };
    }
    if (/\/events/.test(path)) return { body: { events: [] } };
    if (/\/resources/.test(path)) return { body: { resources: [] } };
    if (!stack) return undefined;
    left -= 1;
    if (left <= 0) stack = { ...stack, stack_status: 'CREATE_COMPLETE' };
    return { body: { stack } };
  };
}

const content = { template: { heat_template_version: '2018-08-31', resources: {} }, parameters: {} };
const applied = (cloud: Cloud) => createTestStacks(cloud.stacks).apply({ scope, name: 'shop', ...content });
const asked = (fake: FakeOpenStack, method: string) =>
  (fake.calls.orchestration ?? []).filter((call) => call.method === method).length;

describe('a run on an OpenStack', () => {
  it('pauses while Heat is out for a minute, goes on when it is back, and asks for nothing twice', async () => {
    const { fake, cloud } = await start({ orchestration: heatWith({ reads: 4 }) });
    const heat = fake.services.orchestration as FakeService;
    fake.services.orchestration = (call) => {
      // As soon as the stack is being made. A minute holds nine attempts: the first after 0.3 s, each pause twice the last
      // one up to 15 s.
      if (call.method === 'POST') fake.spoil('orchestration', 503, 9);
      return heat(call);
    };
    expect(await applied(cloud)).toEqual({ ok: true, outputs: {} });
    expect(asked(fake, 'POST')).toBe(1);
    expect(asked(fake, 'GET')).toBeGreaterThan(9);
  });

  it('goes to the services of the region that its environment is in', async () => {
    const services = { orchestration: heatWith({ reads: 2 }), 'orchestration@south': heatWith({ reads: 2 }) };
    const { fake, cloud } = await start(services, { region: 'north', regions: ['north', 'south'] });
    expect(cloud.regions).toEqual(['north', 'south']);
    const south = { scope: { ...scope, region: 'south' }, name: 'shop', ...content };
    expect(await createTestStacks(cloud.stacks).apply(south)).toEqual({ ok: true, outputs: {} });
    expect(fake.calls.orchestration ?? []).toEqual([]);
    expect(await cloud.stacks.get(south.scope, 'shop')).toMatchObject({ status: 'CREATE_COMPLETE' });
    expect(await cloud.stacks.get(scope, 'shop')).toBeNull();
    expect(await applied(cloud)).toEqual({ ok: true, outputs: {} });
    expect(asked(fake, 'POST')).toBe(1);
  });

  it('waits for a Keystone that is out', async () => {
    const { fake, cloud } = await start({ orchestration: heatWith({ reads: 2 }) });
    fake.spoil('identity', 503, 6);
    expect(await applied(cloud)).toEqual({ ok: true, outputs: {} });
  });

  it('outlives its token: one that is revoked in the middle is changed for a new one', async () => {
    const { fake, cloud } = await start({ orchestration: heatWith({ reads: 6 }) });
    const heat = fake.services.orchestration as FakeService;
    let reads = 0;
    fake.services.orchestration = (call) => {
      reads += 1;
      if (reads === 4) fake.revokeTokens();
      return heat(call);
    };
    expect(await applied(cloud)).toEqual({ ok: true, outputs: {} });
    expect(fake.calls.identity).toHaveLength(2);
  });

  it('outlives its token: one that expires in the middle is changed before anybody refuses it', async () => {
    const { fake, cloud } = await start({ orchestration: heatWith({ reads: 6 }) });
    const heat = fake.services.orchestration as FakeService;
    vi.useFakeTimers({ toFake: ['Date'] });
    closing.push(async () => void vi.useRealTimers());
    let reads = 0;
    fake.services.orchestration = (call) => {
      reads += 1;
      if (reads === 4) {
        vi.setSystemTime(Date.now() + 61 * 60_000);
        fake.revokeTokens();
      }
      return heat(call);
    };
    expect(await applied(cloud)).toEqual({ ok: true, outputs: {} });
    expect(fake.calls.identity).toHaveLength(2);
    expect(asked(fake, 'POST')).toBe(1);
    expect(asked(fake, 'GET') + 1).toBe(reads);
  });

  it('whose template Heat refuses ends with Heat’s words and the resource, and is not asked for again', async () => {
    const words = 'Property error: : resources.web.properties.flavor: : The Flavor ID (m9.huge) could not be found.';
    const { fake, cloud } = await start({
      orchestration: ({ method }) =>
        method === 'POST' ? { status: 400, body: { error: { message: words } } } : undefined,
    });
    const template = { ...content.template, resources: { web: { type: 'OS::Nova::Server', properties: {} } } };
    const refused = await createTestStacks(cloud.stacks).apply({ scope, name: 'shop', template, parameters: {} });
    expect(refused).toEqual({
      ok: false,
      status: 'VALIDATION_FAILED',
      resource: 'web',
      resourceType: 'OS::Nova::Server',
      reason: words,
    });
    expect(asked(fake, 'POST')).toBe(1);
  });

  it('that would be more than a quota ends with the words of who counts, before or while it is made', async () => {
    const tooMany = 'You have reached the maximum stacks per tenant, 512. Please delete some stacks.';
    const { fake, cloud } = await start({
      orchestration: ({ method }) =>
        method === 'POST' ? { status: 403, body: { error: { message: tooMany } } } : undefined,
    });
    expect(await applied(cloud)).toMatchObject({ ok: false, status: 'FORBIDDEN', resource: null, reason: tooMany });
    expect(asked(fake, 'POST')).toBe(1);

    const cores = 'Forbidden: resources.web: Quota exceeded for cores: Requested 4, but already used 18 of 20 cores';
    const event = {
      ...{ id: 'e-1', event_time: '2026-01-01T00:00:00', resource_status: 'CREATE_FAILED' },
      ...{ resource_name: 'web', physical_resource_id: '', resource_status_reason: cores },
    };
    const heat = heatWith({ reads: 2 });
    const late = await start({
      orchestration: (call) => {
        if (/\/events/.test(call.path)) return { body: { events: [event] } };
        const answer = heat(call);
        const { stack } = (answer?.body ?? {}) as { stack?: JsonObject };
        if (stack?.stack_status === 'CREATE_COMPLETE')
          return { body: { stack: { ...stack, stack_status: 'CREATE_FAILED' } } };
        return answer;
      },
    });
    expect(await applied(late.cloud)).toMatchObject({
      ok: false,
      status: 'CREATE_FAILED',
      resource: 'web',
      reason: cores,
    });
    expect(asked(late.fake, 'POST')).toBe(1);
  });

  it('stops waiting when it is cancelled', async () => {
    const { fake, cloud } = await start({ orchestration: heatWith({ reads: 2 }) });
    const stop = new AbortController();
    fake.services.orchestration = () => {
      stop.abort();
      return { status: 503 };
    };
    const operation = { id: 'o-1', scope, name: 'shop', content };
    await expect(cloud.stacks.begin(operation, stop.signal)).rejects.toMatchObject({ kind: 'cancelled' });
  });

  it('tells with a machine that did not come up what its console says last', async () => {
    const failing: FakeService = ({ path, method }) => {
      const tags = [TAG, 'vetro-operation-o-1'];
      const stack = { id: 's-1', stack_name: 'shop', tags, stack_status: 'CREATE_FAILED', outputs: [] };
      const failed = { id: 'e-1', event_time: '2026-01-01T00:00:00', resource_status: 'CREATE_FAILED' };
      const event = {
        ...failed,
        resource_name: 'web',
        physical_resource_id: 'vm-1',
        resource_status_reason: 'No valid host',
      };
      if (path.includes('/events')) return { body: { events: [event] } };
      if (path.includes('/resources')) return { body: { resources: [] } };
      return method === 'GET' ? { body: { stack } } : undefined;
    };
    const { cloud } = await start({
      orchestration: failing,
      compute: ({ path }) =>
        path === '/v2.1/servers/vm-1/action' ? { body: { output: 'kernel panic\n' } } : undefined,
    });
    const template = { resources: { web: { type: 'OS::Nova::Server' } } };
    const operation = { id: 'o-1', scope, name: 'shop', content: { template, parameters: {} } };
    const seen = await cloud.stacks.observe(operation, null, new AbortController().signal);
    expect(seen.end).toEqual({
      ok: false,
      status: 'CREATE_FAILED',
      resource: 'web',
      resourceType: 'OS::Nova::Server',
      reason: 'No valid host\nThe last lines of its console:\nkernel panic',
    });
  });

  it('names its calls in the log, and neither tokens nor passwords', async () => {
    const { cloud, log } = await start({ orchestration: heatWith({ reads: 2 }) });
    await applied(cloud);
    expect(log.length).toBeGreaterThan(3);
    for (const line of log) expect(line).toMatch(/"requestId":"req-[0-9a-f-]{36}","serviceRequestId":"req-theirs"/);
    expect(log.join('\n')).not.toContain(FAKE_PASSWORD);
    expect(log.join('\n')).not.toContain('that-is-secret');
  });
});

describe('machines of an OpenStack', () => {
  const server = (id: string, status: string, more: JsonObject = {}) => ({
    ...{ id, name: id, status, created: '2026-01-01T00:00:00Z', updated: '2026-01-01T00:00:00Z' },
    metadata: { agent_queue: `q-${id}` },
    ...more,
  });
  const heat: FakeService = ({ path }) => {
    const stack = { id: 's-1', stack_name: 'shop', tags: [TAG], stack_status: 'CREATE_COMPLETE' };
    if (path === '/stacks') return { body: { stacks: [stack, { ...stack, id: 's-2', tags: ['somebody-else'] }] } };
    if (path.startsWith('/stacks/shop/s-1/resources')) {
      return { body: { resources: ['one', 'two'].map((id) => ({ physical_resource_id: id })) } };
    }
    return undefined;
  };

  it('are read page by page, and those of nobody that we know are left out', async () => {
    const { cloud } = await start({
      orchestration: heat,
      compute: ({ path }) => {
        const next = [{ rel: 'next', href: 'http://behind-a-proxy:8774/v2.1/servers/detail?marker=one' }];
        if (path === '/v2.1/servers/detail?marker=one')
          return { body: { servers: [server('two', 'SHUTOFF'), server('stranger', 'ACTIVE')] } };
        return { body: { servers: [server('one', 'ACTIVE')], servers_links: next } };
      },
    });
    const seen = await cloud.inspection?.machines(
      scope,
      ['Q-ONE', 'q-two', 'q-stranger'].map((one) => one.toLowerCase()),
    );
    expect([...(seen ?? [])].map(([queue, { power }]) => [queue, power]).sort()).toEqual([
      ['q-one', 'ready'],
      ['q-two', 'stopped'],
    ]);
  });

  it.each([
    ['SHUTOFF', {}, { 'os-start': null }],
    ['SUSPENDED', {}, { resume: null }],
    ['PAUSED', {}, { unpause: null }],
    ['SHELVED_OFFLOADED', {}, { unshelve: null }],
    ['ACTIVE', { 'OS-EXT-STS:power_state': 4 }, { reboot: { type: 'HARD' } }],
    ['ERROR', {}, { reboot: { type: 'HARD' } }],
    ['ACTIVE', { 'OS-EXT-STS:power_state': 1 }, null],
    ['BUILD', {}, null],
  ])('in state %s %j are switched on by %j', async (status, more, expected) => {
    const { fake, cloud } = await start({
      orchestration: heat,
      compute: ({ method }) =>
        method === 'GET' ? { body: { servers: [server('one', status, more)] } } : { status: 202 },
    });
    await cloud.power?.switchOn(scope, 'q-one');
    const actions = (fake.calls.compute ?? []).filter(({ method }) => method === 'POST').map(({ body }) => body);
    expect(actions).toEqual(expected === null ? [] : [expected]);
  });

  it('that are at something else are to be asked again later', async () => {
    const { cloud } = await start({
      orchestration: heat,
      compute: ({ method }) => (method === 'GET' ? { body: { servers: [server('one', 'SHUTOFF')] } } : { status: 409 }),
    });
    await expect(cloud.power?.switchOn(scope, 'q-one')).rejects.toMatchObject({
      code: 'machine_busy',
      retryable: true,
    });
  });

  it('are told to administrators when they do not work; a cloud that is away is told, too', async () => {
    const { cloud } = await start({
      orchestration: heat,
      compute: () => ({ body: { servers: [server('one', 'ERROR'), server('two', 'ACTIVE')] } }),
    });
    expect(await cloud.health?.()).toMatchObject({
      ok: true,
      machines: 2,
      troubled: [{ tenantId: scope.tenantId, host: 'one', stack: 'shop', state: 'failed' }],
    });
    const away = await start({ orchestration: () => ({ status: 500 }), compute: () => ({ status: 500 }) });
    expect(await away.cloud.health?.()).toMatchObject({ ok: false });
  });
});

describe('what an OpenStack lacks', () => {
  const balancer = {
    template: { resources: { balancer: { type: 'OS::Octavia::LoadBalancer', properties: {} } } },
    parameters: {},
  };

  it('is told before anything is begun: a service that its catalog does not have', async () => {
    const { fake, cloud } = await start({ orchestration: () => ({ body: {} }) });
    expect(await cloud.stacks.validate(scope, balancer)).toMatchObject({
      ok: false,
      resource: 'balancer',
      resourceType: 'OS::Octavia::LoadBalancer',
      reason: expect.stringContaining('no load balancers'),
    });
    expect(fake.calls.orchestration ?? []).toEqual([]);
    const whole = await start({ orchestration: () => ({ body: {} }), 'load-balancer': () => undefined });
    expect(await whole.cloud.stacks.validate(scope, balancer)).toBeNull();
  });

  it('is told before anything is begun: what is left of a quota', async () => {
    const { cloud } = await start({
      network: () => ({ body: { quota: { port: { limit: 10, used: 7, reserved: 1 } } } }),
      volumev3: () => ({ body: { limits: { absolute: { maxTotalVolumeGigabytes: 100, totalGigabytesUsed: 50 } } } }),
    });
    const made = { change: 'create' as const, properties: [], before: null };
    const ports = ['a', 'b', 'c'].map((name) => ({ ...made, name, type: 'OS::Neutron::Port', after: {} }));
    expect(await cloud.stacks.shortage?.(scope, ports.slice(0, 2))).toBeNull();
    expect(await cloud.stacks.shortage?.(scope, ports)).toMatchObject({
      resource: 'a',
      reason: 'This needs 3 more ports, but the quota of the project leaves 2 of 10.',
    });
    const disk = { ...made, name: 'disk', type: 'OS::Cinder::Volume', after: { size: 60 } };
    expect(await cloud.stacks.shortage?.(scope, [disk])).toMatchObject({
      reason: 'This needs 60 more GB of volumes, but the quota of the project leaves 50 of 100.',
    });
  });
});

describe('the network that public addresses are of', () => {
  const template = {
    heat_template_version: '2015-04-30',
    parameters: { public_network: { type: 'string', default: 'public' } },
    resources: {
      outside: {
        type: 'OS::Neutron::FloatingIP',
        properties: { floating_network: { get_param: 'public_network' } },
      },
    },
  };
  const networks = (...names: string[]): FakeService => {
    const external = names.map((name) => ({ id: `id-${name}`, name, 'router:external': true }));
    return () => ({
      body: { networks: [{ id: 'id-private', name: 'private', 'router:external': false }, ...external] },
    });
  };
  const heat: FakeService = ({ path }) => (path === '/validate' ? { body: {} } : undefined);
  async function asks(names: string[], publicNetwork: string | null = null, parameters: JsonObject = {}) {
    const { fake, cloud } = await start({ orchestration: heat, network: networks(...names) }, { publicNetwork });
    const refused = await cloud.stacks.validate(scope, { template, parameters });
    const [call] = (fake.calls.orchestration ?? []).filter(({ path }) => path === '/validate');
    return { refused, given: (call?.body.parameters as JsonObject | undefined)?.public_network };
  }

  it('is the only one that leads outside, whatever it is called', async () => {
    expect(await asks(['ext-net'])).toEqual({ refused: null, given: 'id-ext-net' });
  });

  it('is the one of the settings among several, by name or id', async () => {
    expect(await asks(['public', 'partners'], 'partners')).toEqual({ refused: null, given: 'id-partners' });
    expect(await asks(['public', 'partners'], 'id-partners')).toEqual({ refused: null, given: 'id-partners' });
  });

  it('is the one that the package names among several, where the settings name none', async () => {
    expect(await asks(['partners', 'public'])).toEqual({ refused: null, given: 'id-public' });
  });

  it('is the one that was asked for, if any', async () => {
    expect(await asks([], null, { public_network: 'mine' })).toEqual({ refused: null, given: 'mine' });
  });

  it.each<[string, string[], string | null, string]>([
    [
      'there is none',
      [],
      null,
      'This OpenStack has no external network, so there are no public addresses. Leave them off.',
    ],
    [
      'there are several',
      ['north', 'south'],
      null,
      'This OpenStack has several external networks: north, south. Set VETRO_OPENSTACK_PUBLIC_NETWORK to the one that public addresses are of.',
    ],
    [
      'the one of the settings is not there',
      ['north'],
      'nort',
      'This OpenStack has no external network nort: it has north. Set VETRO_OPENSTACK_PUBLIC_NETWORK to the one that public addresses are of.',
    ],
  ])('is asked for in a sentence where %s, before Heat is asked for anything', async (_, names, named, reason) => {
    const { refused, given } = await asks(names, named);
    expect(refused).toEqual({
      ...{ ok: false, status: 'VALIDATION_FAILED', reason },
      ...{ resource: 'outside', resourceType: 'OS::Neutron::FloatingIP' },
    });
    expect(given).toBeUndefined();
  });

  it('is missing for a stack that is begun as well: nothing of it is made', async () => {
    const { fake, cloud } = await start({ orchestration: heatWith({ reads: 1 }), network: networks() });
    const made = await createTestStacks(cloud.stacks).apply({ scope, name: 'shop', template, parameters: {} });
    expect(made).toMatchObject({ ok: false, reason: expect.stringContaining('no external network') });
    expect(asked(fake, 'POST')).toBe(0);
  });
});
