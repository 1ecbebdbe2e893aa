import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { activeDirectory, environment, webServer } from '@/lib/catalog/testing/recording-effects';
import { shippedPackages } from '@/lib/catalog/testing/shipped-packages';
import { openStackOfTests, settingsOfTests } from '@/lib/cloud/openstack/testing';
import type { EnvironmentModel, Service } from '@/lib/model/environment';
import type { Json } from '@/lib/model/json';
import type { Cloud } from '@/lib/ports/cloud/cloud';

const { deploy, catalog } = shippedPackages();

const service = (type: string, more: Record<string, Json>): Service => webServer({ type, name: type, ...more });
const repository = 'https://git.example.com/shop.git';
const farm = { loadBalancerPort: 80, healthCheckPath: '/' };
const sql = { saPassword: 'S3cret-sa-pw', mixedModeAuth: true };

/** A domain that is there already: it has no machines of its own. */
function existingDomain(): Service {
  return {
    ...{ id: '9'.repeat(32), type: 'existingActiveDirectory', name: 'acme.local', domain: 'acme.local' },
    ...{ adminAccountName: 'Administrator', adminPassword: 'Adm1n!stern', dnsServers: ['10.20.0.5'] },
    units: [],
  };
}

/** An environment of each service that ships, by its type. */
const ENVIRONMENTS: Record<string, EnvironmentModel> = {
  activeDirectory: environment(activeDirectory(2)),
  existingActiveDirectory: environment(existingDomain(), service('webServer', { domain: 'acme.local' })),
  webServer: environment(service('webServer', {})),
  aspNetApp: environment(service('aspNetApp', { repository })),
  webServerFarm: environment(service('webServerFarm', farm)),
  aspNetAppFarm: environment(service('aspNetAppFarm', { ...farm, repository })),
  msSqlServer: environment(service('msSqlServer', sql)),
  msSqlClusterServer: environment(
    activeDirectory(1),
    webServer(
      {
        ...{ type: 'msSqlClusterServer', name: 'db', domain: 'acme.local', unitNamingPattern: 'node#', ...sql },
        ...{ clusterName: 'cluster', clusterIp: '10.20.0.200', agGroupName: 'group', agListenerName: 'listener' },
        ...{
          agListenerIP: '10.20.0.201',
          databases: ['one'],
          sqlServiceUserName: 'Sql',
          sqlServicePassword: 'S3rvice-pw!',
        },
        units: [0, 1].map((index) => ({
          id: `f${index}`.padEnd(32, '0'),
          name: `db_instance_${index}`,
          isMaster: index === 0,
          isSync: true,
        })),
      },
      2,
    ),
  ),
};

/** Those that ask for a public address, by what gets it. */
const PUBLIC: Record<string, EnvironmentModel> = {
  machine: environment(service('webServer', { assignFloatingIp: true })),
  'load balancer': environment(service('aspNetAppFarm', { ...farm, repository, assignFloatingIp: true })),
};

describe('the templates of the packages that ship, as a real Heat reads them', { timeout: 120_000 }, () => {
  let cloud: Cloud;
  const scope = { tenantId: randomUUID().replaceAll('-', '') };

  beforeAll(() => {
    cloud = openStackOfTests(settingsOfTests());
  });
  afterAll(() => cloud.stop());

  test('are those of every service', async () => {
    const shipped = (await catalog().serviceTypes(scope.tenantId)).map(({ type }) => type);
    expect(Object.keys(ENVIRONMENTS).sort()).toEqual(shipped.sort());
  });

  test.each(Object.keys(ENVIRONMENTS))('%s', async (type) => {
    const { stacks } = await deploy(ENVIRONMENTS[type] as EnvironmentModel);
    expect(stacks.length).toBeGreaterThan(0);
    for (const wanted of stacks) expect(await cloud.stacks.validate(scope, wanted)).toBeNull();
  });

  test.each(Object.keys(PUBLIC))('are those of a %s with a public address', async (what) => {
    const [wanted] = (await deploy(PUBLIC[what] as EnvironmentModel)).stacks;
    if (!wanted) throw new Error('no stack was asked for');
    expect(Object.keys(wanted.template.parameters as object)).toContain('public_network');
    expect(await cloud.stacks.validate(scope, wanted)).toBeNull();
  });
});
