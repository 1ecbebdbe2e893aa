import { expect } from 'vitest';
import { object, text } from '@/lib/api/testing/responses';
import { describeLifecycle, type Step } from '@/lib/api/testing/service-lifecycle';
import { activeDirectory, sqlCluster } from '@/lib/api/testing/services';
import { windowsOf } from '@/lib/api/testing/windows-of';

const machine = (host: string) => [host, `${host}-port`];
const addresses = ['cluster-db', 'listener-db'];
const domain = () =>
  activeDirectory({ unitNamingPattern: 'dc#', units: [{ isMaster: true, recoveryPassword: 'R3covery-One!' }] });

const nodePlans = (host: string) => [
  `${host} SetPassword`,
  `${host} JoinDomain`,
  `${host} FailoverClusterPrerequisites`,
  `${host} InstallSqlServerForAOAG`,
  `${host} SetMixedModeAuth`,
  `${host} InitializeAlwaysOn`,
];
/** The same for a node that comes to a cluster which is there. */
const joining = (host: string) => nodePlans(host).toSpliced(3, 0, `${host} JoinFailoverCluster`);
/** The eleven steps of Murano v0.2, each on every node before the next on any. */
const inTurn = (...steps: string[]): [string, string][] =>
  steps.slice(1).map((step, index): [string, string] => [steps[index] ?? '', step]);

const createCluster: Step = {
  does: 'scenario 35, trap 8: of three nodes, two of them synchronous, is set up in the eleven steps, each where it belongs',
  edit: (draft) =>
    draft.add(sqlCluster({ clusterIp: '10.0.0.200', agListenerIP: '10.0.0.201', units: [{}, {}, {}] }), domain()),
  stack: {
    created: [
      ...['dc1', 'node1', 'node2', 'node3'].flatMap(machine),
      ...addresses,
      'windows-access',
      'sql-server-access',
      'domain-controller-access',
    ],
  },
  plans: [
    'dc1 SetPassword',
    'dc1 CreatePrimaryDC',
    'dc1 AskDnsIp',
    ...['node2', 'node3'].flatMap((host) => [...nodePlans(host), `${host} InitializeAOAGSecondaryReplica`]),
    'node1 SetPassword',
    'node1 JoinDomain',
    'node1 FailoverClusterPrerequisites',
    'node1 FailoverCluster',
    'node1 ConfigureEnvironmentForAOAG',
    'node1 SetClusterVotes',
    'node1 InstallSqlServerForAOAG',
    'node1 SetMixedModeAuth',
    'node1 InitializeAlwaysOn',
    'node1 InitializeAOAGPrimaryReplica',
  ],
  before: [
    ...['node1', 'node2', 'node3'].flatMap((host) => [
      ...inTurn('dc1 AskDnsIp', `${host} JoinDomain`, `${host} FailoverClusterPrerequisites`, 'node1 FailoverCluster'),
      ...inTurn('node1 ConfigureEnvironmentForAOAG', `${host} InstallSqlServerForAOAG`, `${host} InitializeAlwaysOn`),
      ...inTurn(`${host} InitializeAlwaysOn`, 'node1 InitializeAOAGPrimaryReplica'),
    ]),
    ...inTurn('node1 FailoverCluster', 'node1 ConfigureEnvironmentForAOAG'),
    ...inTurn('node1 InitializeAOAGPrimaryReplica', 'node2 InitializeAOAGSecondaryReplica'),
    ...inTurn('node1 InitializeAOAGPrimaryReplica', 'node3 InitializeAOAGSecondaryReplica'),
  ],
  also: async (after) => {
    const { service, commandsOf, resource } = after;
    expect(service('db')).toMatchObject({
      uri: 'mssql://10.0.0.201:1433',
      state: {
        clusterAddress: '10.0.0.200',
        listenerAddress: '10.0.0.201',
        listenerName: 'orders.acme.local',
        replicas: 'node1 (primary), node2 (synchronous), node3 (asynchronous)',
        votes: '3 (3 servers); work goes on with 2',
      },
    });
    // the account the user gave is the one used, on every node
    for (const host of ['node1', 'node2', 'node3']) {
      const [[, given] = ['', {}]] = commandsOf(`${host} InstallSqlServerForAOAG`);
      expect(given).toMatchObject({ ServiceUserName: 'sqlservice', ServicePassword: 'Serv1ce-Orchard!' });
      const windows = await windowsOf(after.product, host);
      expect(windows).toMatchObject({
        firewall: true,
        openPorts: [1433, 5022],
        cluster: { name: 'dbcluster', address: '10.0.0.200' },
        sql: {
          account: 'ACME\\sqlservice',
          mixedMode: true,
          group: { name: 'orders-group', primary: 'node1' },
          databases: [
            { name: 'orders', replicated: true },
            { name: 'stock', replicated: true },
          ],
        },
      });
    }
    const primary = await windowsOf(after.product, 'node1');
    expect(primary.cluster?.nodes).toEqual(['node1', 'node2', 'node3']);
    expect(primary.sql?.group).toMatchObject({
      listener: { name: 'orders', address: '10.0.0.201', port: 1433 },
      replicas: [
        { host: 'node1', synchronous: true },
        { host: 'node2', synchronous: true },
        { host: 'node3', synchronous: false },
      ],
    });
    expect(resource('cluster-db')).toMatchObject({ fixed_ips: [{ ip_address: '10.0.0.200' }] });
    expect(resource('node2-port').allowed_address_pairs).toEqual([
      { ip_address: '10.0.0.200' },
      { ip_address: '10.0.0.201' },
    ]);
  },
};

describeLifecycle('A SQL server cluster', [
  createCluster,
  {
    does: 'scenario 36, rough edge 13: gets a node, which joins the failover cluster and the availability group; with an even number a folder votes, too',
    edit: (draft) => draft.addUnit('db'),
    stack: { created: machine('node4') },
    plans: [
      ...joining('node4'),
      'dc1 ShareClusterWitness',
      'node1 AskPrimaryReplica',
      'node1 SetClusterVotes',
      'node1 InitializeAOAGPrimaryReplica',
      'node4 InitializeAOAGSecondaryReplica',
    ],
    before: [
      ...inTurn('node4 JoinFailoverCluster', 'node4 InstallSqlServerForAOAG', 'node4 InitializeAlwaysOn'),
      ...inTurn('node1 InitializeAOAGPrimaryReplica', 'node4 InitializeAOAGSecondaryReplica'),
    ],
    also: async (after) => {
      const primary = await windowsOf(after.product, 'node1');
      expect(primary.cluster?.nodes).toEqual(['node1', 'node2', 'node3', 'node4']);
      expect(primary.cluster?.witness).toEqual({ host: 'dc1', share: 'dbcluster-witness' });
      expect(object(after.service('db').state).votes).toBe(
        '5 (4 servers and the folder \\\\dc1.acme.local\\dbcluster-witness); work goes on with 3',
      );
      expect(primary.sql?.group?.replicas.map(({ host }) => host)).toEqual(['node1', 'node2', 'node3', 'node4']);
      expect((await windowsOf(after.product, 'node4')).sql).toMatchObject({
        group: { primary: 'node1' },
        databases: [{ name: 'orders' }, { name: 'stock' }],
      });
    },
  },
  {
    does: 'gets one more database on every replica',
    edit: (draft) => draft.set('db', 'databases', ['orders', 'stock', 'audit']),
    plans: [
      'node1 AskPrimaryReplica',
      'node1 InitializeAOAGPrimaryReplica',
      ...['node2', 'node3', 'node4'].map((host) => `${host} InitializeAOAGSecondaryReplica`),
    ],
    also: async (after) => expect((await windowsOf(after.product, 'node3')).sql?.databases).toHaveLength(3),
  },
  {
    does: 'makes another replica the one that is always up to date',
    edit: async (draft) => {
      await draft.setOnUnit('db', 'node2', 'isSync', false);
      await draft.setOnUnit('db', 'node3', 'isSync', true);
    },
    plans: ['node1 AskPrimaryReplica', 'node1 InitializeAOAGPrimaryReplica'],
    also: ({ service }) =>
      expect(object(service('db').state).replicas).toBe(
        'node1 (primary), node2 (asynchronous), node3 (synchronous), node4 (asynchronous)',
      ),
  },
  {
    does: 'changes the password of sa on every replica',
    edit: (draft) => draft.set('db', 'saPassword', 'An0ther-Orchard!'),
    plans: ['node1', 'node2', 'node3', 'node4'].map((host) => `${host} SetMixedModeAuth`),
  },
  {
    does: 'lets no SQL logins in any more: servers start anew one after another, the one in charge last',
    edit: (draft) => draft.set('db', 'mixedModeAuth', false),
    plans: ['node1 AskPrimaryReplica', ...['node1', 'node2', 'node3', 'node4'].map((host) => `${host} SetWindowsAuth`)],
    before: inTurn(...['node2', 'node3', 'node4', 'node1'].map((host) => `${host} SetWindowsAuth`)),
  },
  {
    does: 'changes the password of the account that SQL Server runs as, in the domain first, then on one server after another',
    edit: (draft) => draft.set('db', 'sqlServicePassword', 'N3w-Service-Orchard!'),
    plans: [
      'node1 ConfigureEnvironmentForAOAG',
      'node1 AskPrimaryReplica',
      ...['node1', 'node2', 'node3', 'node4'].map((host) => `${host} SetSqlServicePassword`),
    ],
    before: inTurn(
      'node1 ConfigureEnvironmentForAOAG',
      ...['node2', 'node3', 'node4', 'node1'].map((host) => `${host} SetSqlServicePassword`),
    ),
    also: ({ commandsOf }) =>
      expect(commandsOf('node1 ConfigureEnvironmentForAOAG')).toMatchObject([
        [
          'Confirm-SqlServiceAccount',
          { ServicePassword: 'N3w-Service-Orchard!', OldPassword: 'Serv1ce-Orchard!', ServiceUserName: 'sqlservice' },
        ],
      ]),
  },
  {
    does: 'changes its size: one server after another, which has every change again before the next one goes, the one in charge last',
    edit: (draft) => draft.set('db', 'flavor', 'm1.large'),
    stack: { updated: ['node1', 'node2', 'node3', 'node4'] },
    plans: ['node1 AskPrimaryReplica', ...['node1', 'node2', 'node3', 'node4'].map((host) => `${host} AwaitReplica`)],
    before: inTurn(...['node2', 'node3', 'node4', 'node1'].map((host) => `${host} AwaitReplica`)),
    also: async (after) => {
      // each in a change of the stack of its own
      const { tenantId } = after.product.member;
      const rows = await after.product.db.cloudMachine.findMany({ where: { tenantId, deletedAt: null } });
      expect(rows.filter(({ hostname }) => hostname.startsWith('node')).map(({ flavor }) => flavor)).toEqual(
        Array(4).fill('m1.large'),
      );
    },
  },
  {
    does: 'loses a node: the cluster and the group forget it while it runs, then its machine goes, and the folder has no vote',
    edit: (draft) => draft.removeUnit('db', 'node2'),
    stack: { removed: machine('node2') },
    plans: [
      'dc1 RemoveComputers',
      'node1 AskPrimaryReplica',
      'node1 LeaveOutClusterNodes',
      'node1 SetClusterVotes',
      'node1 InitializeAOAGPrimaryReplica',
    ],
    also: async (after) => {
      const primary = await windowsOf(after.product, 'node1');
      expect(primary.cluster).toMatchObject({ nodes: ['node1', 'node3', 'node4'], witness: null });
      expect(primary.sql?.group?.replicas.map(({ host }) => host)).toEqual(['node1', 'node3', 'node4']);
    },
  },
  {
    does: 'loses one node and gets another in the same deployment',
    edit: async (draft) => {
      await draft.removeUnit('db', 'node4');
      await draft.addUnit('db');
    },
    stack: { removed: machine('node4'), created: machine('node5') },
    plans: [
      'dc1 RemoveComputers',
      'node1 AskPrimaryReplica',
      'node1 LeaveOutClusterNodes',
      ...joining('node5').filter((plan) => !plan.endsWith('SetMixedModeAuth')),
      'node1 SetClusterVotes',
      'node1 InitializeAOAGPrimaryReplica',
      'node5 InitializeAOAGSecondaryReplica',
    ],
    also: async (after) =>
      expect((await windowsOf(after.product, 'node1')).cluster?.nodes).toEqual(['node1', 'node3', 'node5']),
  },
  {
    does: 'is removed with its addresses; the domain stays',
    edit: (draft) => draft.remove('db'),
    stack: { removed: [...['node1', 'node3', 'node5'].flatMap(machine), ...addresses, 'sql-server-access'] },
    plans: ['dc1 RemoveComputers'],
  },
]);

describeLifecycle('A SQL server cluster whose addresses the cloud chooses', [
  {
    does: 'gets two that no machine has, and tells them; each of its servers has a password of its own',
    edit: (draft) => draft.add(domain(), sqlCluster({ mixedModeAuth: false, saPassword: '', adminPassword: '' })),
    stack: {
      created: [
        ...['dc1', 'node1', 'node2'].flatMap(machine),
        ...addresses,
        'windows-access',
        'sql-server-access',
        'domain-controller-access',
      ],
    },
    plans: [
      'dc1 SetPassword',
      'dc1 CreatePrimaryDC',
      'dc1 AskDnsIp',
      'dc1 ShareClusterWitness',
      ...nodePlans('node1')
        .toSpliced(4, 0, 'node1 SetClusterVotes')
        .toSpliced(3, 0, 'node1 FailoverCluster', 'node1 ConfigureEnvironmentForAOAG'),
      'node1 InitializeAOAGPrimaryReplica',
      ...nodePlans('node2'),
      'node2 InitializeAOAGSecondaryReplica',
    ].filter((plan) => !plan.endsWith('SetMixedModeAuth')),
    also: ({ service, unit, commandsOf }) => {
      const passwords = ['node1', 'node2'].map((host) => text(commandsOf(`${host} SetPassword`)[0]?.[1].Password));
      expect(new Set(passwords).size).toBe(2);
      expect(JSON.stringify(service('db'))).not.toContain(passwords[0]);
      const { clusterAddress, listenerAddress } = object(service('db').state);
      const taken = [...['node1', 'node2'].map((host) => text(unit('db', host).address)), clusterAddress];
      expect(text(clusterAddress)).toMatch(/^10\.0\./);
      expect(taken).not.toContain(text(listenerAddress));
      expect(service('db').uri).toBe(`mssql://${text(listenerAddress)}:1433`);
    },
  },
]);
