import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readWindowsFacts } from '@/lib/api/testing/windows-facts';
import { call, planOf, startTestCloud, type TestCloud } from '@/lib/cloud/embedded/testing';
import { machineResources, UNHURRIED } from '@/lib/cloud/testing/test-stacks';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';
import type { PlanCommand } from '@/lib/formats/execution-plan/plan';
import { readResult } from '@/lib/formats/execution-plan/result';
import type { JsonObject } from '@/lib/model/json';
import { eventually } from '@/lib/testing/patience';

const never = new AbortController().signal;
const PASSWORD = 'Passw0rd!one';
const SERVICE_PASSWORD = 'Serv1ce-word';
const ADMIN = { DomainName: 'acme.local', UserName: 'Administrator', Password: PASSWORD };
const ACCOUNT = { DomainName: 'acme.local', ServiceUserName: 'sqlservice' };
const CLUSTER = { ClusterName: 'db', StaticAddress: '10.0.0.200' };
const GROUP = { GroupName: 'orders' };

const setPassword = call('Set-LocalUserPassword', { UserName: 'Administrator', Password: PASSWORD, Force: true });
const prerequisites = call('Install-FailoverClusterPrerequisites');
const cluster = (nodes: string[], more: JsonObject = {}) =>
  call('New-FailoverCluster', { ...CLUSTER, ClusterNodes: nodes, ...ADMIN, ...more });
const account = (more: JsonObject = {}) =>
  call('Confirm-SqlServiceAccount', {
    ServiceUserName: 'sqlservice',
    ServicePassword: SERVICE_PASSWORD,
    ...ADMIN,
    ...more,
  });
const share = call('New-SharedFolderForAOAG', ACCOUNT);
const install = (more: JsonObject = {}) =>
  call('Install-SqlServerForAOAG', { ...ACCOUNT, ServicePassword: SERVICE_PASSWORD, ...more });
const alwaysOn = call('Initialize-AlwaysOn', ACCOUNT);
const primary = (more: JsonObject = {}) =>
  call('Initialize-AOAGPrimaryReplica', {
    ...GROUP,
    DomainName: 'acme.local',
    Replicas: ['sql1', 'sql2'],
    SyncReplicas: ['sql1', 'sql2'],
    Databases: ['stock'],
    ListenerName: 'orders',
    ListenerAddress: '10.0.0.201',
    ...more,
  });
const secondary = call('Initialize-AOAGSecondaryReplica', { ...GROUP, PrimaryReplica: 'sql1', Databases: ['stock'] });

/** Machines in two stacks: the first is open to all of its own, the second has no rule that lets others in. */
describe('simulated SQL servers, like real ones,', () => {
  let database: TestDatabase;
  let under: TestCloud;
  let scope = { tenantId: '' };

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(async () => {
    scope = { tenantId: randomUUID().replaceAll('-', '') };
    under = await startTestCloud(database);
  });
  afterEach(() => under.cloud.stop());
  afterAll(() => database.drop());

  const queueOf = (host: string) => `q-${scope.tenantId}-${host}`;
  async function boot(stack: string, ...hosts: string[]): Promise<void> {
    const own: JsonObject = {
      type: 'OS::Neutron::SecurityGroup',
      properties: { rules: [{ remote_mode: 'remote_group_id' }] },
    };
    const machines = machineResources(hosts, queueOf, { security_groups: [{ get_resource: 'own' }] });
    const resources = { own, ...machines };
    const template = { heat_template_version: '2018-08-31', resources };
    const request = { scope, name: stack, requestId: randomUUID(), template, parameters: {} };
    const result = await under.stacks.apply(request, never);
    if (!result.ok) throw new Error(result.reason);
  }
  /** The words of the failure of a plan's last command; empty when there was none. */
  async function run(host: string, commands: PlanCommand[], reboot: 0 | 1 = 0): Promise<string> {
    const planId = randomUUID();
    await under.cloud.agents.send({
      ...UNHURRIED,
      scope,
      planId,
      queue: queueOf(host),
      plan: planOf(commands, reboot),
    });
    const reading = readResult({ Commands: commands }, await under.replyTo(planId));
    if (reading.kind === 'notStarted') return reading.exception.message;
    return reading.failed?.exception.message ?? '';
  }
  async function windowsAt(hostname: string) {
    const { tenantId } = scope;
    const row = await database.db.cloudMachine.findFirstOrThrow({ where: { tenantId, hostname, deletedAt: null } });
    return { address: row.address, ...readWindowsFacts(row.facts) };
  }
  /** A domain with members that are ready for a cluster. */
  async function domainOf(...members: string[]): Promise<void> {
    await boot('one', 'dc1', ...members);
    const promote = call('Install-RolePrimaryDomainController', {
      DomainName: 'acme.local',
      SafeModePassword: PASSWORD,
    });
    expect(await run('dc1', [setPassword, promote], 1)).toBe('');
    const { address } = await windowsAt('dc1');
    const dns = call('Set-NetworkAdapterConfiguration', { FirstAvailable: true, DNSServer: address });
    for (const host of members) expect(await run(host, [dns, call('Join-Domain', ADMIN)], 1)).toBe('');
  }

  test('come up in the order of a cluster, and each node knows its part', async () => {
    await domainOf('sql1', 'sql2');
    for (const host of ['sql1', 'sql2']) expect(await run(host, [prerequisites], 1)).toBe('');
    expect(await run('sql1', [cluster(['sql1', 'sql2'])])).toBe('');
    expect(await run('sql1', [account(), share])).toBe('');
    for (const host of ['sql1', 'sql2']) expect(await run(host, [install(), alwaysOn])).toBe('');
    expect(await run('sql1', [primary()])).toBe('');
    expect(await run('sql2', [secondary])).toBe('');
    expect((await windowsAt('sql2')).sql).toMatchObject({
      account: 'ACME\\sqlservice',
      group: { name: 'orders', primary: 'sql1' },
      databases: [{ name: 'stock', replicated: true }],
    });
  });

  /** A cluster of two with its group; with a witness where one is asked for. */
  async function groupOf(witness: string): Promise<void> {
    await domainOf('sql1', 'sql2');
    for (const host of ['sql1', 'sql2']) expect(await run(host, [prerequisites], 1)).toBe('');
    expect(await run('sql1', [cluster(['sql1', 'sql2']), account(), share])).toBe('');
    const folder = call('New-ClusterWitness', { ClusterName: 'db', DomainName: 'acme.local' });
    expect(await run('dc1', [folder])).toBe('');
    expect(await run('sql1', [call('Set-ClusterVotes', { Witness: witness, ...ADMIN })])).toBe('');
    for (const host of ['sql1', 'sql2']) expect(await run(host, [install(), alwaysOn])).toBe('');
    expect(await run('sql1', [primary()])).toBe('');
    expect(await run('sql2', [secondary])).toBe('');
  }
  const off = (target: string) => under.cloud.simulation.faults.add({ kind: 'off', tenantId: scope.tenantId, target });
  const on = async (fault: string, host: string) => {
    await under.cloud.simulation.faults.remove(fault);
    await eventually(`${host} being up`, async () => {
      const { tenantId } = scope;
      const row = await database.db.cloudMachine.findFirstOrThrow({
        where: { tenantId, hostname: host, deletedAt: null },
      });
      return row.power === 'ready';
    });
  };
  const inChargeAt = async (host: string) => (await windowsAt(host)).sql?.group?.primary;
  const askPrimary = call('Get-PrimaryReplica', GROUP);

  test('of which the one in charge is lost: the other takes over with the vote of the folder, and stays in charge', async () => {
    await groupOf('\\\\dc1.acme.local\\db-witness');
    const lost = await off('sql1');
    expect(await inChargeAt('sql2')).toBe('sql2');
    expect(await run('sql2', [share, primary()])).toBe('');
    await on(lost, 'sql1');
    expect(await inChargeAt('sql1')).toBe('sql2');
    expect(await run('sql1', [primary()])).toContain('is not in a state that could process');
    // and back, without a loss
    expect(await run('sql1', [call('Move-PrimaryReplica', GROUP)])).toBe('');
    expect(await inChargeAt('sql2')).toBe('sql1');
    // both are asked to back up the logs; only the one in charge has something to do
    const logs = (given: JsonObject) => call('Backup-GroupLog', { ...given, Path: 'C:\\Backups' });
    for (const host of ['sql1', 'sql2']) expect(await run(host, [logs(GROUP)])).toBe('');
    expect(await run('sql2', [logs({ GroupName: 'others' })])).toBe(
      "sql2 knows of no server that is in charge of 'others'.",
    );
  });

  test('of which one is lost without that vote: half of them is not enough', async () => {
    await groupOf('');
    await off('sql1');
    expect(await inChargeAt('sql2')).toBe('sql1');
    expect(await run('sql2', [call('Move-PrimaryReplica', GROUP)])).toContain('has no majority of its votes');
    const leave = call('Remove-GoneClusterNode', { ClusterNodes: ['sql2'], ...ADMIN });
    expect(await run('sql2', [leave])).toBe('The cluster service is not running on SQL2.');
    expect(await run('sql2', [askPrimary])).toBe('');
  });

  test('of which the machine with the folder is lost: both servers are enough', async () => {
    await groupOf('\\\\dc1.acme.local\\db-witness');
    await off('dc1');
    expect(await run('sql2', [call('Move-PrimaryReplica', GROUP)])).toBe('');
    expect(await inChargeAt('sql1')).toBe('sql2');
  });

  test('refuse a folder that nobody shares as a vote, and an account that may not set up a cluster', async () => {
    await domainOf('sql1');
    expect(await run('sql1', [prerequisites], 1)).toBe('');
    expect(await run('sql1', [cluster(['sql1']), account()])).toBe('');
    const votes = call('Set-ClusterVotes', { Witness: '\\\\dc1.acme.local\\nothing', ...ADMIN });
    expect(await run('sql1', [votes])).toContain('The network path was not found');
    const asService = { DomainName: 'acme.local', UserName: 'sqlservice', Password: SERVICE_PASSWORD };
    expect(await run('sql1', [call('Confirm-ClusterAdministrator', asService)])).toContain(
      "'acme.local\\sqlservice' cannot work on SQL1: it is no administrator of this machine",
    );
  });

  test('are not installed where Windows waits for a restart, and after it they are', async () => {
    await domainOf('sql1');
    expect(await run('sql1', [prerequisites])).toBe('');
    expect(await run('sql1', [call('Install-SqlServer')])).toContain('On SQL1 a restart is pending');
    expect((await windowsAt('sql1')).sql).toBeNull();
    expect(
      await run(
        'sql1',
        [call('Set-LocalUserPassword', { UserName: 'Administrator', Password: PASSWORD, Force: true })],
        1,
      ),
    ).toBe('');
    expect(await run('sql1', [call('Install-SqlServer')])).toBe('');
    expect((await windowsAt('sql1')).sql).toMatchObject({ account: 'NT Service\\MSSQLSERVER' });
  });

  test('refuse a group that their edition cannot have, and take one that it can', async () => {
    await domainOf('sql1');
    expect(await run('sql1', [prerequisites], 1)).toBe('');
    expect(await run('sql1', [cluster(['sql1']), account()])).toBe('');
    const fault = await under.cloud.simulation.faults.add({
      kind: 'edition',
      tenantId: scope.tenantId,
      target: 'sql1',
    });
    const small = 'The SQL Server of the image, Standard Edition (64-bit), has basic availability groups only, of ';
    expect(await run('sql1', [install({ Replicas: ['sql1', 'sql2', 'sql3'], Databases: ['stock'] })])).toBe(
      `${small}two servers; 3 are asked for. Use an image with the Enterprise or Developer edition, or two servers.`,
    );
    expect(await run('sql1', [install({ Replicas: ['sql1', 'sql2'], Databases: ['stock', 'orders'] })])).toBe(
      `${small}one database; 2 are asked for. Use an image with the Enterprise or Developer edition, or one database.`,
    );
    expect(await run('sql1', [install({ Replicas: ['sql1', 'sql2'], Databases: ['stock'] })])).toBe('');
    await under.cloud.simulation.faults.remove(fault);
    expect(await run('sql1', [install({ Replicas: ['sql1', 'sql2', 'sql3'], Databases: ['stock'] })])).toBe('');
  });

  test('refuse steps in the wrong order', async () => {
    await domainOf('sql1', 'sql2');
    expect(await run('sql1', [cluster(['sql1', 'sql2'])])).toContain("module 'FailoverClusters' was not loaded");
    expect(await run('sql1', [alwaysOn])).toContain('server was not found');
    expect(await run('sql1', [install()])).toBe('SQL1 is no node of a running failover cluster.');
    expect(await run('sql1', [prerequisites], 1)).toBe('');
    expect(await run('sql1', [cluster(['sql1', 'sql2'])])).toContain("is not installed on 'sql2'");
    // features count from the restart on
    expect(await run('sql2', [prerequisites])).toBe('');
    expect(await run('sql1', [cluster(['sql1', 'sql2'])])).toContain('waits for a restart');
    expect(await run('sql2', [prerequisites], 1)).toBe('');
    expect(await run('sql1', [cluster(['sql1', 'sql2'])])).toBe('');
    expect(await run('sql1', [share])).toContain('identity references could not be translated');
    expect(await run('sql1', [install()])).toContain(
      "credentials you provided for the 'SQLSERVER' service are invalid",
    );
    expect(await run('sql1', [account()])).toBe('');
    expect(await run('sql1', [install({ ServicePassword: 'another-0ne' })])).toContain('are invalid');
    expect(await run('sql1', [install()])).toBe('');
    expect(await run('sql1', [primary()])).toContain('Always On Availability Groups feature must be enabled');
    expect(await run('sql1', [alwaysOn])).toBe('');
    expect(await run('sql1', [primary()])).toContain("Cannot open backup device 'C:\\AlwaysOn'");
    expect(await run('sql2', [install(), alwaysOn, secondary])).toContain('does not list');
  });

  test('refuse machines that are no fellows: another network segment, another domain, no such host', async () => {
    await domainOf('sql1');
    await boot('two', 'far1');
    expect(await run('sql1', [prerequisites], 1)).toBe('');
    expect(await run('sql1', [cluster(['sql1', 'far1'])])).toContain('The RPC server is unavailable');
    expect(await run('sql1', [cluster(['sql1', 'nobody'])])).toContain("'nobody' could not be reached");
    expect(await run('sql1', [cluster(['sql1', 'dc1'])])).toContain("is not installed on 'dc1'");
    expect(await run('far1', [prerequisites])).toContain('FAR1 is in no domain');
  });

  test('refuse names, addresses and accounts that are taken or wrong', async () => {
    await domainOf('sql1');
    expect(await run('sql1', [prerequisites], 1)).toBe('');
    const { address } = await windowsAt('dc1');
    expect(await run('sql1', [cluster(['sql1'], { ClusterName: 'DC1' })])).toContain("'DC1' is already in use");
    expect(await run('sql1', [cluster(['sql1'], { StaticAddress: address })])).toContain(
      'already in use on the network',
    );
    expect(await run('sql1', [cluster(['sql1'], { Password: 'wrong' })])).toContain(
      'user name or password is incorrect',
    );
    expect(await run('sql1', [cluster(['sql1'])])).toBe('');
    expect(await run('sql1', [account()])).toBe('');
    expect(await run('sql1', [account({ ServicePassword: 'Another-w0rd' })])).toContain(
      'already, with another password',
    );
    const asService = { UserName: 'sqlservice', Password: SERVICE_PASSWORD, ServiceUserName: 'other' };
    expect(await run('sql1', [account(asService)])).toBe('Access is denied.');
    expect(await run('sql1', [share, install(), alwaysOn])).toBe('');
    const alone = { Replicas: ['sql1'], SyncReplicas: ['sql1'] };
    expect(await run('sql1', [primary({ ...alone, ListenerName: 'db' })])).toContain('DNS name may have been taken');
    expect(await run('sql1', [primary({ ...alone, ListenerAddress: CLUSTER.StaticAddress })])).toContain('is in use');
    expect(await run('sql1', [primary()])).toContain("availability replica 'sql2': it is not a node");
    expect(await run('sql1', [primary(alone)])).toBe('');
  });

  test('keep no password of sa, only what it can be checked by; a domain controller takes no SQL Server', async () => {
    await domainOf('sql1');
    expect(
      await run('sql1', [call('Install-SqlServer'), call('Enable-SqlLogins', { SAPassword: 'Sa-Passw0rd' })]),
    ).toBe('');
    const { sql } = await windowsAt('sql1');
    expect(sql).toMatchObject({ account: 'NT Service\\MSSQLSERVER', mixedMode: true });
    expect(JSON.stringify(sql)).not.toContain('Sa-Passw0rd');
    expect(await run('sql1', [call('Enable-SqlLogins', { SAPassword: 'weak' })])).toContain('not complex enough');
    expect(await run('sql1', [call('Disable-SqlLogins')])).toBe('');
    expect((await windowsAt('sql1')).sql).toMatchObject({ mixedMode: false, saHash: null });
    expect(await run('dc1', [call('Install-SqlServer')])).toContain('not supported on a domain controller');
  });
});
