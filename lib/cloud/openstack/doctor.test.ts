import { afterEach, describe, expect, it } from 'vitest';
import { examineOpenStack } from './doctor';
import { FAKE_PASSWORD, type FakeService, startFakeOpenStack } from './testing/fake';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const whole: Record<string, FakeService> = {
  orchestration: ({ path }) => (path === '/stacks' ? { body: { stacks: [] } } : { body: {} }),
  compute: ({ path }) => {
    if (path.endsWith('/limits'))
      return { body: { limits: { absolute: { maxTotalInstances: 10, totalInstancesUsed: 4 } } } };
    if (path.endsWith('/flavors/detail')) return { body: { flavors: [{ name: 'm1.small' }] } };
    const zones = [{ zoneName: 'nova', zoneState: { available: true } }];
    return { body: { availabilityZoneInfo: zones, servers: [] } };
  },
  image: () => ({ body: { images: [{ name: 'ws', murano_image_info: '{"type": "windows.2022", "title": "WS"}' }] } }),
  network: ({ path }) =>
    path.endsWith('/networks')
      ? { body: { networks: [{ name: 'private' }, { id: 'n2', name: 'outside', 'router:external': true }] } }
      : { body: { quota: { port: { limit: 100, used: 3, reserved: 0 } } } },
  'load-balancer': () => undefined,
  volumev3: () => ({ body: { limits: { absolute: { maxTotalVolumeGigabytes: 1000 } } } }),
};

async function examine(services: Record<string, FakeService>, password = FAKE_PASSWORD, regions: string[] = []) {
  const fake = await startFakeOpenStack(services);
  closing.push(fake.close);
  const { credential } = fake.settings;
  const found = await examineOpenStack({
    ...fake.settings,
    ...{ regions, region: regions[0] ?? null },
    credential: { ...credential, password } as typeof credential,
  });
  expect(JSON.stringify(found)).not.toContain(FAKE_PASSWORD);
  return Object.fromEntries(found.map(({ what, state, found: words }) => [what, `${state}: ${words}`]));
}

describe('what the doctor says of an OpenStack', () => {
  it('is what it found, where all is there', async () => {
    const found = await examine(whole);
    expect(Object.values(found).filter((words) => words.startsWith('wrong'))).toEqual([]);
    expect(found).toMatchObject({
      Keystone: expect.stringContaining('v3.14'),
      Credential: expect.stringContaining('with the roles member'),
      'Nova: quota': 'fine: 6 machines, any number of processors left',
      'Glance: images': 'fine: 1 of 1 have murano_image_info',
      'Neutron: public addresses': 'fine: of the network outside',
      'Neutron: quota': 'fine: 3 of 100 ports are used (-1: no limit)',
    });
  });

  it('is a sentence for each thing that is missing', async () => {
    const { 'load-balancer': _, ...others } = whole;
    const found = await examine({
      ...others,
      network: () => ({ body: { networks: [{ name: 'tenants' }] } }),
      image: () => ({ status: 500, body: {} }),
    });
    expect(found['Neutron: network']).toBe(
      'wrong: There is no network private. Name one with VETRO_OPENSTACK_NETWORK: tenants.',
    );
    expect(found['Neutron: public addresses']).toBe(
      'warning: This OpenStack has no external network, so there are no public addresses. Leave them off.',
    );
    expect(found['Glance: images']).toBe('wrong: OpenStack answered with HTTP 500');
    expect(found.Octavia).toMatch(/^warning: The catalog has none/);
  });

  it('is what each region has', async () => {
    const south = Object.fromEntries(Object.entries(whole).map(([type, service]) => [`${type}@south`, service]));
    const both = await examine({ ...whole, ...south }, FAKE_PASSWORD, ['north', 'south']);
    expect(both.Regions).toBe('fine: north, south');
    const { 'network@south': _, ...others } = south;
    const found = await examine({ ...whole, ...others }, FAKE_PASSWORD, ['north', 'south']);
    expect(found.Regions).toBe('wrong: The catalog has not all that an environment needs. Missing in south: network.');
    expect((await examine(whole)).Regions).toBeUndefined();
  });

  it('ends where nobody is let in', async () => {
    const found = await examine(whole, 'another one');
    expect(Object.keys(found)).toEqual(['Keystone', 'Credential']);
    expect(found.Credential).toContain('wrong: OpenStack does not accept the credential');
  });
});
