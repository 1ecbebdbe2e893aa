import { describe, expect, it } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { describeLifecycle, type StateAfterStep } from '@/lib/api/testing/service-lifecycle';
import { activeDirectory, aspNetApp, aspNetAppFarm, sqlCluster, sqlServer } from '@/lib/api/testing/services';
import { add, deployed, newEnvironment, open } from '@/lib/api/testing/stories';
import { windowsOf } from '@/lib/api/testing/windows-of';
import type { JsonObject } from '@/lib/model/json';

/** Applications that keep their data in a SQL Server of their environment. */

const machine = (host: string) => [host, `${host}-port`];
const member = (host: string) => [...machine(host), `${host}-member`];
const inDomain = { domain: 'acme.local' };
const domain = () =>
  activeDirectory({ unitNamingPattern: 'dc#', units: [{ isMaster: true, recoveryPassword: 'R3covery-One!' }] });
const farm = (more: JsonObject = {}) =>
  aspNetAppFarm({ ...inDomain, unitNamingPattern: 'app#', databaseServer: 'sql', ...more });
/** What a stack with a farm called "shop", its database server and a domain has besides machines. */
const BESIDE_MACHINES = [
  ...['balancer', 'pool', 'listener', 'monitor'].map((part) => `${part}-shop`),
  'web-server-access',
  'sql-server-access',
  'windows-access',
  'domain-controller-access',
];
const DOMAIN_PLANS = ['SetPassword', 'CreatePrimaryDC', 'AskDnsIp'].map((plan) => `dc1 ${plan}`);
const FARM_PLANS = ['app1', 'app2'].flatMap((host) =>
  ['SetPassword', 'JoinDomain', 'InstallIIS', 'DeployWebApp'].map((plan) => `${host} ${plan}`),
);
const connectionTo = (database: string) =>
  `Data Source=sql1.acme.local;Initial Catalog=${database};Integrated Security=SSPI`;

async function pageOf({ product, service }: StateAfterStep, name: string): Promise<string> {
  const scope = { tenantId: product.member.tenantId };
  const link = (await product.container.cloud.simulation?.pages.linkFor(scope, text(service(name).uri))) ?? '';
  const page = await product.container.cloud.simulation?.pages.page(link.replace('/machines/', ''), '');
  expect(page?.status).toBe(200);
  return page?.html ?? '';
}

const ownersOf = async ({ product }: StateAfterStep, database: string) =>
  (await windowsOf(product, 'sql1')).sql?.owners
    .filter((owner) => owner.database === database)
    .map(({ account }) => account)
    .sort();

describeLifecycle('An application farm that keeps its data in a SQL Server', [
  {
    does: 'is created: the server lets every machine in before the application is deployed with its connection',
    edit: (draft) => draft.add(farm(), sqlServer(inDomain), domain()),
    stack: {
      created: [...member('app1'), ...member('app2'), ...machine('sql1'), ...machine('dc1'), ...BESIDE_MACHINES],
    },
    plans: [
      ...DOMAIN_PLANS,
      ...['SetPassword', 'JoinDomain', 'InstallSqlServer', 'SetMixedModeAuth', 'GrantDatabase', 'GrantDatabase'].map(
        (plan) => `sql1 ${plan}`,
      ),
      ...FARM_PLANS,
    ],
    before: [
      ['sql1 InstallSqlServer', 'sql1 GrantDatabase'],
      ['sql1 GrantDatabase', 'app1 DeployWebApp'],
      ['sql1 GrantDatabase', 'app2 DeployWebApp'],
    ],
    also: async (after) => {
      const { commandsOf, unit } = after;
      // whichever joined the domain first is let in first
      const grants = commandsOf('sql1 GrantDatabase');
      const of = (Computer: string) => ['Grant-SqlDatabase', { Database: 'shop', DomainName: 'acme.local', Computer }];
      expect(grants).toHaveLength(2);
      expect(grants).toEqual(expect.arrayContaining([of('app1'), of('app2')]));
      expect(object(commandsOf('app2 DeployWebApp')[0]?.[1])).toMatchObject({
        Connection: connectionTo('shop'),
        ConnectionName: 'DefaultConnection',
        HealthPath: '/',
      });
      expect(await ownersOf(after, 'shop')).toEqual(['ACME\\APP1$', 'ACME\\APP2$']);
      expect(object(unit('shop', 'app1').state).database).toBe('shop on sql1.acme.local');
      expect(await pageOf(after, 'shop')).toContain('shop on sql1.acme.local');
    },
  },
  {
    does: 'gets a third machine, which alone is let in and deployed',
    edit: (draft) => draft.addUnit('shop'),
    stack: { created: member('app3') },
    plans: [
      'sql1 GrantDatabase',
      ...['SetPassword', 'JoinDomain', 'InstallIIS', 'DeployWebApp'].map((plan) => `app3 ${plan}`),
    ],
  },
  {
    does: 'keeps its data in another database in place, under another name in its settings',
    edit: async (draft) => {
      await draft.set('shop', 'database', 'orders');
      await draft.set('shop', 'connectionName', 'MyDbConnection');
    },
    plans: [
      ...['app1', 'app2', 'app3'].map(() => 'sql1 GrantDatabase'),
      ...['app1', 'app2', 'app3'].map((host) => `${host} DeployWebApp`),
    ],
    before: [['app1 DeployWebApp', 'app2 DeployWebApp']],
    also: ({ commandsOf }) =>
      expect(object(commandsOf('app1 DeployWebApp')[0]?.[1])).toMatchObject({
        Connection: connectionTo('orders'),
        ConnectionName: 'MyDbConnection',
        HealthPath: '/',
      }),
  },
  {
    does: 'is let in again by a server that was set up again from nothing; the application itself is left alone',
    edit: (draft) => draft.set('sql', 'osImage', { name: 'ws-2022-std' }),
    stack: { replaced: ['sql1'] },
    plans: [
      ...['SetPassword', 'JoinDomain', 'InstallSqlServer', 'SetMixedModeAuth'].map((plan) => `sql1 ${plan}`),
      ...['app1', 'app2', 'app3'].map(() => 'sql1 GrantDatabase'),
    ],
    warnings: ['Setting up sql1 again from nothing: its image, location or key changed'],
    also: async (after) =>
      expect(await ownersOf(after, 'orders')).toEqual(['ACME\\APP1$', 'ACME\\APP2$', 'ACME\\APP3$']),
  },
  {
    does: 'does without: it is deployed with the settings that it brings itself, and the server is left alone',
    edit: (draft) => draft.set('shop', 'databaseServer', ''),
    plans: ['app1', 'app2', 'app3'].map((host) => `${host} DeployWebApp`),
    also: async (after) => {
      expect(object(after.commandsOf('app1 DeployWebApp')[0]?.[1]).Connection).toBe('');
      expect(await pageOf(after, 'shop')).not.toContain('sql1');
    },
  },
]);

/** What a server of a cluster is asked for, in turn. */
const serverPlans = (host: string, cluster: string[], replica: string) =>
  [
    ...['SetPassword', 'JoinDomain', 'FailoverClusterPrerequisites', ...cluster, 'InstallSqlServerForAOAG'],
    ...['SetMixedModeAuth', 'InitializeAlwaysOn', replica, 'GrantReplicatedDatabases'],
  ].map((plan) => `${host} ${plan}`);
const toListener = (database: string) =>
  `Data Source=orders.acme.local;Initial Catalog=${database};Integrated Security=SSPI`;
const loginsOn = async ({ product }: StateAfterStep, host: string) =>
  (await windowsOf(product, host)).sql?.owners.map(({ database, account }) => `${account} ${database}`).sort();

describeLifecycle('An application farm that keeps its data in a cluster of SQL servers', [
  {
    does: 'is created: every server lets every machine in, the database is one of the group, and the connection goes to the listener',
    edit: (draft) => draft.add(farm({ databaseServer: 'db' }), sqlCluster(), domain()),
    stack: {
      created: [
        ...['app1', 'app2'].flatMap(member),
        ...['node1', 'node2', 'dc1'].flatMap(machine),
        ...['cluster-db', 'listener-db'],
        ...BESIDE_MACHINES,
      ],
    },
    plans: [
      ...DOMAIN_PLANS,
      'dc1 ShareClusterWitness',
      ...serverPlans(
        'node1',
        ['FailoverCluster', 'ConfigureEnvironmentForAOAG'],
        'InitializeAOAGPrimaryReplica',
      ).toSpliced(6, 0, 'node1 SetClusterVotes'),
      ...serverPlans('node2', [], 'InitializeAOAGSecondaryReplica'),
      ...FARM_PLANS,
    ],
    before: [
      ['node1 InitializeAOAGPrimaryReplica', 'node1 GrantReplicatedDatabases'],
      ['node2 InitializeAOAGSecondaryReplica', 'node2 GrantReplicatedDatabases'],
      ['node1 GrantReplicatedDatabases', 'app1 DeployWebApp'],
      ['node2 GrantReplicatedDatabases', 'app2 DeployWebApp'],
    ],
    also: async (after) => {
      for (const host of ['app1', 'app2'])
        expect(object(after.commandsOf(`${host} DeployWebApp`)[0]?.[1])).toMatchObject({
          Connection: toListener('shop'),
        });
      for (const host of ['node1', 'node2']) {
        expect(await loginsOn(after, host)).toEqual(['ACME\\APP1$ shop', 'ACME\\APP2$ shop']);
        const { sql } = await windowsOf(after.product, host);
        expect(sql?.databases.map(({ name, replicated }) => [name, replicated]).sort()).toEqual([
          ['orders', true],
          ['shop', true],
          ['stock', true],
        ]);
      }
      expect(object(after.unit('shop', 'app1').state).database).toBe('shop on orders.acme.local');
      expect(await pageOf(after, 'shop')).toContain('shop on orders.acme.local');
    },
  },
  {
    does: 'lets one more machine in on every server, and one more server lets all machines in',
    edit: async (draft) => {
      await draft.addUnit('shop');
      await draft.addUnit('db');
    },
    stack: { created: [...member('app3'), ...machine('node3')] },
    plans: [
      ...serverPlans('node3', ['JoinFailoverCluster'], 'InitializeAOAGSecondaryReplica'),
      ...['AskPrimaryReplica', 'SetClusterVotes', 'InitializeAOAGPrimaryReplica', 'GrantReplicatedDatabases'].map(
        (plan) => `node1 ${plan}`,
      ),
      'node2 GrantReplicatedDatabases',
      ...['SetPassword', 'JoinDomain', 'InstallIIS', 'DeployWebApp'].map((plan) => `app3 ${plan}`),
    ],
    before: [['node3 GrantReplicatedDatabases', 'app3 DeployWebApp']],
    also: async (after) => {
      for (const host of ['node1', 'node2', 'node3'])
        expect(await loginsOn(after, host)).toEqual([1, 2, 3].map((number) => `ACME\\APP${number}$ shop`));
      expect(object(after.commandsOf('app3 DeployWebApp')[0]?.[1])).toMatchObject({ Connection: toListener('shop') });
    },
  },
]);

describe('An application and its database server', () => {
  const product = productForTests();

  it.each<[string, JsonObject[], string]>([
    ['a server that is not there', [domain(), aspNetApp({ ...inDomain, databaseServer: 'sql' })], 'service_not_there'],
    ['no domain', [domain(), sqlServer(inDomain), aspNetApp({ databaseServer: 'sql' })], 'other_domain'],
    [
      'a service that is no server',
      [domain(), aspNetApp({ ...inDomain, databaseServer: 'acme.local' })],
      'service_not_there',
    ],
  ])('with %s is refused before anything is made, with the field named', async (_what, services, code) => {
    const { member: max } = product;
    const { at } = await newEnvironment(max);
    const session = await open(max, at);
    for (const service of services) await add(max, at, session, service);
    const answer = await max.call('POST', `${at}/sessions/${session}/deploy`);
    expect(answer.status).toBe(400);
    const index = services.length - 1;
    expect(list(object(answer.json).fields)).toMatchObject([{ path: `services.${index}.databaseServer`, code }]);
  });

  it('depend on each other: the server cannot be removed while the application needs it', async () => {
    const { member: max } = product;
    const { at } = await deployed(max, [
      domain(),
      sqlServer(inDomain),
      aspNetApp({ ...inDomain, databaseServer: 'sql', unitNamingPattern: 'one#' }),
    ]);
    expect(await max.ok('GET', at)).toMatchObject({ status: 'ready' });
    const session = await open(max, at);
    await max.ok('DELETE', `${at}/services/1`, { session });
    const answer = await max.call('POST', `${at}/sessions/${session}/deploy`);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('\\"shop\\" needs the service \\"sql\\", which this change removes or renames.');
    await max.ok('DELETE', at);
  });

  it('of which the server fails: the application waits, and says so; the next deployment finishes both', async () => {
    const { member: max, faults } = product;
    await faults.add({ kind: 'command', target: 'late1/Install-SqlServer', message: 'The disk is full.', times: 1 });
    const { at } = await deployed(max, [
      domain(),
      sqlServer({ ...inDomain, unitNamingPattern: 'late#' }),
      aspNetApp({ ...inDomain, databaseServer: 'sql', unitNamingPattern: 'wait#' }),
    ]);
    const [deployment] = list((await max.ok('GET', `${at}/deployments`)).deployments);
    const { reports } = await max.ok('GET', `${at}/deployments/${text(deployment?.id)}`);
    expect(
      list(reports)
        .filter(({ level }) => level !== 'info')
        .map((report) => report.text),
    ).toEqual([
      'SQL Server could not be installed on late1: The disk is full.',
      'wait1 waits: the database server sql is not ready. Deploy again once that is repaired',
    ]);
  });
});
