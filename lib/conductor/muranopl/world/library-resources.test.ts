import { describe, expect, it } from 'vitest';
import type { NetworkView } from '@/lib/ports/conductor';
import { RecordedWorld } from './recorded-world';
import { instance, object, testApp } from './testing/deploy-app';

const SERVER = `Properties:
  server:
    Contract: $.class(res:Instance).notNull()
  extra:
    Contract: $
Methods:
  deploy:
    Body:
      - $.server.deploy()
`;
const anyText = expect.any(String);

describe('an instance of the core library', () => {
  it('has a public address where it is asked for, on the port that others reach it by', async () => {
    const world = new RecordedWorld();
    const app = testApp(world, SERVER);
    const entry = await app.deploy({ server: instance('1', 'web', { assignFloatingIp: true }) });
    const [port] = app.resourcesOf('OS::Neutron::Port');
    expect(app.resource('web-floating-ip')).toMatchObject({
      type: 'OS::Neutron::FloatingIP',
      properties: { floating_network: 'public', port_id: { get_resource: port } },
    });
    expect(entry.server).toMatchObject({
      floatingIpAddress: '198.51.100.11',
      ipAddresses: ['10.64.0.11', '198.51.100.11'],
    });
  });

  it('lets in what its kind needs, with a group that all machines share', async () => {
    const world = new RecordedWorld();
    const linux = testApp(world, SERVER);
    await linux.deploy({ server: instance('1', 'web') });
    const [group = ''] = linux.resourcesOf('OS::Neutron::SecurityGroup');
    expect(linux.resource(group).properties).toMatchObject({
      rules: [
        { direction: 'ingress', protocol: 'tcp', port_range_min: 22, remote_ip_prefix: '0.0.0.0/0' },
        { direction: 'ingress', protocol: 'icmp', remote_ip_prefix: '0.0.0.0/0' },
      ],
    });
    const windows = testApp(new RecordedWorld(), SERVER);
    await windows.deploy({ server: instance('1', 'pc', {}, 'WindowsInstance') });
    expect(JSON.stringify(windows.template())).toContain('3389');
  });

  it('lets in nothing more for a program that names no rules', async () => {
    const call = '- $.find(std:Environment).require().securityGroupManager.addGroupIngress($rules)';
    const app = testApp(new RecordedWorld(), SERVER.replace('- $.server', `${call}\n      - $.server`));
    await app.deploy({ server: instance('1', 'web') });
    const [group = ''] = app.resourcesOf('OS::Neutron::SecurityGroup');
    const { rules } = app.resource(group).properties as { rules: unknown[] };
    expect(rules).toHaveLength(2);
  });

  it('tells programs of its network: the addresses of the subnet, where they lead out, and who answers for names', async () => {
    const networks: Partial<NetworkView> = {
      networks: [
        { id: 'n1', name: 'private' },
        { id: 'n2', name: 'public', 'router:external': true },
      ],
      subnets: [
        {
          id: 's1',
          name: 's',
          network_id: 'n1',
          cidr: '10.5.0.0/24',
          gateway_ip: '10.5.0.1',
          dns_nameservers: ['9.9.9.9'],
        },
      ],
    };
    const describing = SERVER.replace(
      'Methods:',
      '  network: {Contract: $.class(res:Network).notNull()}\n  facts: {Usage: Out, Contract: {}}\nMethods:',
    ).replace('- $.server.deploy()', '- $.facts: $.network.describe()');
    const existing = testApp(new RecordedWorld({ networks }), describing);
    const server = instance('1', 'web');
    const entry = await existing.deploy({
      server,
      network: object('2', 'resources.ExistingNeutronNetwork', { internalNetworkName: 'private' }),
    });
    expect(entry.facts).toMatchObject({
      ...{ provider: 'Neutron', netId: 'n1', netName: 'private', subnetId: 's1' },
      ...{ cidr: '10.5.0.0/24', gateway: '10.5.0.1', dns: ['9.9.9.9'] },
    });
    const made = testApp(new RecordedWorld({ networks }), describing);
    const other = await made.deploy({ server, network: object('2', 'resources.NeutronNetwork', { name: 'own' }) });
    expect(other.facts).toMatchObject({
      provider: 'Neutron',
      netName: 'own',
      dns: [],
      netRef: { get_resource: anyText },
    });
  });

  it('joins networks that exist, by name, and custom ones after the first', async () => {
    const networks: Partial<NetworkView> = {
      networks: [
        { id: 'n1', name: 'private' },
        { id: 'n2', name: 'storage' },
        { id: 'n3', name: 'public', 'router:external': true },
      ],
      subnets: [{ id: 's2', name: 'storage-subnet', network_id: 'n2', cidr: '10.5.0.0/24' }],
    };
    const app = testApp(new RecordedWorld({ networks }), SERVER);
    await app.deploy({
      server: instance('1', 'web', {
        networks: {
          useEnvironmentNetwork: false,
          useFlatNetwork: false,
          primaryNetwork: object('2', 'resources.ExistingNeutronNetwork', { internalNetworkName: 'private' }),
          customNetworks: [
            object('3', 'resources.ExistingNeutronNetwork', {
              internalNetworkName: 'storage',
              internalSubnetworkName: 'storage-subnet',
            }),
          ],
        },
      }),
    });
    const ports = app.resourcesOf('OS::Neutron::Port').map((name) => app.resource(name).properties);
    expect(ports).toMatchObject([{ network: 'n1' }, { network: 'n2', fixed_ips: [{ subnet: 's2' }] }]);
    expect(app.resource('web').properties).toMatchObject({
      networks: [{ port: anyText }, { port: anyText }].map(() => ({ port: { get_resource: anyText } })),
    });
  });

  it('is refused without anything to boot from, and with a network that is not there', async () => {
    const app = testApp(new RecordedWorld(), SERVER);
    await expect(app.deploy({ server: instance('1', 'web', { image: null }) })).rejects.toMatchObject({
      sentence: expect.stringContaining('web has nothing to boot from'),
    });
    const lost = {
      ...instance('1', 'web'),
      networks: {
        useEnvironmentNetwork: false,
        useFlatNetwork: false,
        primaryNetwork: object('2', 'resources.ExistingNeutronNetwork', { internalNetworkName: 'nowhere' }),
        customNetworks: [],
      },
    };
    await expect(app.deploy({ server: lost })).rejects.toMatchObject({
      sentence: expect.stringContaining('There is no network nowhere'),
    });
  });

  it('has volumes attached that are made with it, and boots from one', async () => {
    const world = new RecordedWorld();
    const app = testApp(world, SERVER);
    const entry = await app.deploy({
      server: instance('1', 'db', {
        image: null,
        volumes: { '/dev/vdb': object('2', 'resources.CinderVolume', { size: 10 }) },
        blockDevices: [{ volume: object('3', 'resources.ExistingCinderVolume', { openstackId: 'v7' }), bootIndex: 0 }],
      }),
    });
    expect(app.resource(`volume-${'2'.repeat(32)}`)).toMatchObject({
      type: 'OS::Cinder::Volume',
      properties: { size: 10 },
    });
    expect(app.resource(`db-volume-${'2'.repeat(32)}`)).toMatchObject({
      type: 'OS::Cinder::VolumeAttachment',
      properties: { mountpoint: '/dev/vdb', instance_uuid: { get_resource: 'db' } },
    });
    expect(app.resource('db').properties).toMatchObject({
      block_device_mapping_v2: [{ volume_id: 'v7', boot_index: 0 }],
    });
    expect(entry.server).toMatchObject({ volumes: { '/dev/vdb': { openstackId: anyText } } });
  });

  it('keeps its place beside or away from others', async () => {
    const app = testApp(new RecordedWorld(), SERVER);
    const group = object('2', 'resources.InstanceAffinityGroup', { affinity: false });
    await app.deploy({ server: instance('1', 'web', { instanceAffinityGroup: group }) });
    const [name] = app.resourcesOf('OS::Nova::ServerGroup');
    expect(app.resource(String(name)).properties).toEqual({ policies: ['anti-affinity'] });
    expect(app.resource('web').properties).toMatchObject({ scheduler_hints: { group: { get_resource: name } } });
  });

  it('answers to an address that it shares', async () => {
    const app = testApp(
      new RecordedWorld(),
      `Properties:
  server:
    Contract: $.class(res:Instance).notNull()
  address:
    Contract: $.class(std:SharedIp).notNull()
Methods:
  deploy:
    Body:
      - $.address.deploy()
      - $.server.setSharedIps([$.address])
      - $.server.deploy()
`,
    );
    const entry = await app.deploy({
      address: object('2', 'SharedIp', { assignFloatingIp: true }),
      server: instance('1', 'web'),
    });
    expect(JSON.stringify(app.template())).toContain('allowed_address_pairs');
    expect(entry.address).toMatchObject({ virtualIp: expect.stringMatching(/^10\.64\./), floatingIpAddress: anyText });
  });

  it('is configured by the cloud itself where its kind says so', async () => {
    const app = testApp(
      new RecordedWorld(),
      `Properties:
  server:
    Contract: $.class(res:HeatSWConfigLinuxInstance).notNull()
  gone:
    Contract: $.bool().notNull()
    Default: false
Methods:
  deploy:
    Body:
      - If: $.gone
        Then:
          - $.server.releaseResources()
          - Return:
      - $.server.addSoftwareConfig(install, 'apt-get install -y nginx', {port => 80}, script)
      - $.server.addStructuredConfig(site, {listen => {get_input => port}}, {port => 80})
      - $.server.deploy()
`,
    );
    const deployed = await app.deploy({ server: instance('1', 'web', {}, 'HeatSWConfigLinuxInstance') });
    expect(app.resource('web-install')).toMatchObject({
      type: 'OS::Heat::SoftwareConfig',
      properties: { config: 'apt-get install -y nginx', group: 'script', inputs: [{ name: 'port' }] },
    });
    expect(app.resource('web-site')).toMatchObject({
      type: 'OS::Heat::StructuredConfig',
      properties: {
        config: { listen: { get_input: 'port' }, 'completion-signal': { get_input: 'deploy_signal_id' } },
        group: 'Heat::Ungrouped',
      },
    });
    expect(app.template()).toMatchObject({
      outputs: {
        'web-install-deployment-stdout': { value: { get_attr: ['web-install-deployment', 'deploy_stdout'] } },
      },
    });
    expect(app.resource('web-install-deployment').properties).toMatchObject({
      server: { get_resource: 'web' },
      input_values: { port: 80 },
    });
    expect(app.resource('web').properties).toMatchObject({ user_data_format: 'SOFTWARE_CONFIG' });
    await app.deploy({ ...deployed, gone: true });
    expect(app.resourcesOf('OS::Heat::SoftwareConfig')).toEqual([]);
    expect(app.template().outputs).not.toHaveProperty('web-install-deployment-stdout');
  });

  it('starts with a script of the package, or with modules of cloud-init beside its own', async () => {
    const custom = testApp(
      new RecordedWorld(),
      `Properties:
  server:
    Contract: $.class(res:LinuxUDInstance).notNull()
Methods:
  deploy:
    Body:
      - $.server.setCustomUserData('#!/bin/sh')
      - $.server.deploy()
`,
    );
    await custom.deploy({ server: instance('1', 'web', {}, 'LinuxUDInstance') });
    expect(custom.resource('web').properties).toMatchObject({ user_data: '#!/bin/sh', user_data_format: 'RAW' });
    const puppet = testApp(new RecordedWorld(), SERVER);
    await puppet.deploy({ server: instance('1', 'web', {}, 'ConfLangInstance') });
    expect(puppet.resource('web').properties).toMatchObject({ user_data: { get_resource: 'web-first-start' } });
    expect(puppet.resourcesOf('OS::Heat::CloudConfig')).toHaveLength(1);
  });
});
