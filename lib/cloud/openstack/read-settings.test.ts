import { describe, expect, it } from 'vitest';
import { readOpenStackSettings } from './read-settings';
import { authRequest } from './settings';

const password = {
  OS_AUTH_URL: 'https://cloud.example.com:5000',
  OS_USERNAME: 'vetro',
  OS_PASSWORD: 'secret',
  OS_PROJECT_NAME: 'shop',
};

describe('the settings of an OpenStack', () => {
  it('are the variables of its own clients: a user of a project', () => {
    const read = readOpenStackSettings({ ...password, OS_REGION_NAME: 'north', OS_INSECURE: 'true' });
    expect(read).toMatchObject({
      settings: {
        authUrl: 'https://cloud.example.com:5000/v3',
        credential: { kind: 'password', userName: 'vetro', userDomain: 'Default', project: 'shop' },
        region: 'north',
        interface: 'public',
        insecure: true,
      },
    });
  });

  it('or an application credential, which belongs to a project by itself', () => {
    const read = readOpenStackSettings({
      OS_AUTH_URL: 'https://cloud.example.com:5000/v3/',
      OS_APPLICATION_CREDENTIAL_ID: 'id',
      OS_APPLICATION_CREDENTIAL_SECRET: 'secret',
    });
    expect(read).toMatchObject({
      settings: {
        authUrl: 'https://cloud.example.com:5000/v3',
        credential: { kind: 'applicationCredential', id: 'id' },
        region: null,
      },
    });
    const { settings } = read as Extract<typeof read, { settings: unknown }>;
    expect(authRequest(settings.credential)).toEqual({
      auth: {
        identity: { methods: ['application_credential'], application_credential: { id: 'id', secret: 'secret' } },
      },
    });
  });

  it('name the regions of environments, the usual one first', () => {
    const regionsOf = (more: Record<string, string>) => {
      const read = readOpenStackSettings({ ...password, ...more });
      return 'problems' in read ? read.problems : [read.settings.region, read.settings.regions];
    };
    expect(regionsOf({ VETRO_REGIONS: 'north, south' })).toEqual(['north', ['north', 'south']]);
    expect(regionsOf({ VETRO_REGIONS: 'north,south', OS_REGION_NAME: 'south' })).toEqual(['south', ['south', 'north']]);
    expect(regionsOf({ OS_REGION_NAME: 'south' })).toEqual(['south', []]);
    expect(regionsOf({ VETRO_REGIONS: 'north,south', OS_REGION_NAME: 'west' })).toEqual([
      expect.stringContaining('OS_REGION_NAME is west, which VETRO_REGIONS does not name'),
    ]);
    expect(regionsOf({ VETRO_REGIONS: 'north,north' })).toEqual([
      'VETRO_REGIONS must name each region once, and names north twice',
    ]);
  });

  it('tell by name what is missing or wrong', () => {
    const read = readOpenStackSettings({
      OS_AUTH_URL: 'cloud.example.com',
      OS_INTERFACE: 'sideways',
      OS_CACERT: '/nowhere/ca.pem',
      OS_USERNAME: '',
    });
    const problems = 'problems' in read ? read.problems.join('\n') : '';
    expect(problems).toContain('OS_AUTH_URL must be an http or https address');
    expect(problems).toContain('OS_USERNAME is not set');
    expect(problems).toContain('OS_PASSWORD is not set');
    expect(problems).toMatch(/OS_INTERFACE must be/);
    expect(problems).toContain('OS_CACERT names a file that cannot be read: /nowhere/ca.pem');
  });

  it('name the message broker of agents, where there is one', () => {
    const read = readOpenStackSettings({
      ...password,
      VETRO_AMQP_URL: 'amqps://vetro:p%40ss@broker.example.com/agents',
      VETRO_AMQP_MANAGEMENT_URL: 'https://broker.example.com:15671/',
      VETRO_AMQP_MACHINES: '10.0.0.9:5671',
      VETRO_OPENSTACK_AGENT: 'murano-v2',
    });
    expect(read).toMatchObject({
      settings: {
        usualAgent: 'murano-v2',
        broker: {
          ...{ host: 'broker.example.com', port: 5671, tls: true, ca: null, virtualHost: 'agents' },
          ...{ user: 'vetro', password: 'p@ss', managementUrl: 'https://broker.example.com:15671' },
          machines: { host: '10.0.0.9', port: 5671 },
        },
      },
    });
    expect(readOpenStackSettings(password)).toMatchObject({ settings: { broker: null, usualAgent: 'vetro' } });
  });

  it.each([
    [{ VETRO_AMQP_URL: 'https://x' }, /VETRO_AMQP_URL must be an address like amqps:/],
    [{ VETRO_AMQP_URL: 'amqps://broker' }, /VETRO_AMQP_URL must hold the name and the password/],
    [{ VETRO_AMQP_URL: 'amqps://a:b@broker' }, /VETRO_AMQP_MANAGEMENT_URL is not set/],
    [{ VETRO_AMQP_MANAGEMENT_URL: 'https://broker' }, /VETRO_AMQP_URL is not set/],
    [{ VETRO_AMQP_URL: 'amqp://a:b@broker', VETRO_AMQP_MANAGEMENT_URL: 'broker' }, /VETRO_AMQP_MANAGEMENT_URL must be/],
    [{ VETRO_AMQP_URL: 'amqp://a:b@c', VETRO_AMQP_CACERT: '/nowhere.pem' }, /VETRO_AMQP_CACERT names a file/],
    [{ VETRO_AMQP_URL: 'amqp://a:b@c', VETRO_AMQP_MACHINES: ':x' }, /VETRO_AMQP_MACHINES must be a host/],
    [{ VETRO_OPENSTACK_AGENT: 'murano-v1' }, /VETRO_OPENSTACK_AGENT names an agent that needs a message broker/],
    [{ VETRO_OPENSTACK_AGENT: 'salt' }, /VETRO_OPENSTACK_AGENT must be one of: vetro/],
  ])('and tell what is wrong about it: %o', (wrong, words) => {
    const read = readOpenStackSettings({ ...password, ...wrong });
    expect('problems' in read ? read.problems.join('\n') : '').toMatch(words);
  });
});
