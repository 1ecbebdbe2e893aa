import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '@/lib/api/testing/product';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { activeDirectory, existingDomain, sqlCluster, sqlServer, webServer } from '@/lib/api/testing/services';
import { add, deploy, deployed, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import type { JsonObject } from '@/lib/model/json';

/** What is refused of the database services before anything is made, with the field named. */

describe('Database services are refused with the field named', () => {
  const product = productForTests();
  let at = '';
  let session = '';

  beforeAll(async () => {
    ({ at } = await newEnvironment(product.member));
    session = await open(product.member, at);
    await add(product.member, at, session, activeDirectory({ unitNamingPattern: 'dc#' }));
    await add(product.member, at, session, webServer({ unitNamingPattern: 'web#' }));
  });

  /** `path code` of every field of the refusal; empty when it is accepted. */
  async function refused(service: JsonObject): Promise<string[]> {
    const answer = await product.member.call('POST', `${at}/services`, { session, body: service });
    const body = (answer.json ?? {}) as JsonObject;
    if (answer.status === 200) {
      await product.member.call('DELETE', `${at}/services/${text(body.id)}`, { session });
      return [];
    }
    expect(answer.status).toBe(400);
    return list(body.fields).map(({ path, code }) => `${text(path)} ${text(code)}`);
  }

  it.each<[string, JsonObject, string[]]>([
    ['as it should be', {}, []],
    ['"true" for true, as Murano’s own clients send it', { mixedModeAuth: 'true' }, []],
    ['no password of its machine, which gets its own', { adminPassword: '' }, []],
    ['networks for Remote Desktop', { remoteDesktopFrom: ['10.20.0.0/16'] }, []],
    ['mixed mode without a password of sa', { saPassword: '' }, ['saPassword required']],
    ['no password of sa where none is needed', { mixedModeAuth: false, saPassword: '' }, []],
    ['a weak password of sa', { saPassword: 'weak' }, ['saPassword password_too_short']],
    ['a key pair that the cloud does not have', { keyPair: 'nobody' }, ['keyPair not_offered']],
    ['the name of another service’s machine', { unitNamingPattern: 'web#' }, ['unitNamingPattern host_name_taken']],
    ['a property of no use', { externalAD: true }, ['externalAD unknown_property']],
  ])('a SQL server with %s', async (_what, more, fields) => {
    expect(await refused(sqlServer(more))).toEqual(fields);
  });

  it('two clusters of one domain that run as one account: passwords of both cannot be right', async () => {
    const { member } = product;
    const first = await add(member, at, session, sqlCluster());
    const second = (more: JsonObject = {}) =>
      sqlCluster({
        ...{ name: 'db2', clusterName: 'dbcluster2', agGroupName: 'more', agListenerName: 'more' },
        ...{ unitNamingPattern: 'other#', sqlServicePassword: 'An0ther-Orchard!', ...more },
      });
    expect(await refused(second())).toEqual(['sqlServiceUserName account_taken']);
    // Windows tells no large letters from small ones
    expect(await refused(second({ sqlServiceUserName: 'SQLService' }))).toEqual(['sqlServiceUserName account_taken']);
    expect(await refused(second({ sqlServiceUserName: 'sqlservice-2' }))).toEqual([]);
    await add(
      member,
      at,
      session,
      activeDirectory({ name: 'other', domain: 'other.local', unitNamingPattern: 'odc#' }),
    );
    expect(await refused(second({ domain: 'other.local' }))).toEqual([]);
    await member.call('DELETE', `${at}/services/${text(first.id)}`, { session });
    expect(await refused(second())).toEqual([]);
  });

  /** Drafts an environment whose cluster makes an account in a domain that is there already. */
  async function draft(client: Client, name: string, more: JsonObject = {}) {
    const { at: there } = await newEnvironment(client, name);
    const draftId = await open(client, there);
    const domain = existingDomain({ domain: 'corp.example', dnsServers: ['10.9.0.2'] });
    await add(client, there, draftId, domain);
    const share = { witnessShare: '\\\\files.corp.example\\witness' };
    await add(client, there, draftId, sqlCluster({ domain: 'corp.example', ...share, ...more }));
    const { problems } = await client.ok('GET', `${there}/sessions/${draftId}/diff`);
    return { there, draftId, problems: list(problems).map(({ path, code }) => `${text(path)} ${text(code)}`) };
  }

  it('a cluster whose account another environment makes in the same existing domain: told in the review, and when it is deployed', async () => {
    const { member, stranger } = product;
    const first = await draft(member, 'sales');
    expect(first.problems).toEqual([]);
    await deploy(member, first.there, first.draftId);
    const second = await draft(member, 'storage', { sqlServiceUserName: 'SqlService' });
    expect(second.problems).toEqual(['services.1.sqlServiceUserName account_taken']);
    const refusal = await member.call('POST', `${second.there}/sessions/${second.draftId}/deploy`);
    expect(refusal.status).toBe(400);
    expect(text(object(refusal.json).detail)).toContain('"db" of the environment "sales" makes the account SqlService');
    expect((await draft(member, 'other name', { sqlServiceUserName: 'sql2' })).problems).toEqual([]);
    // what other tenants have is nobody's business here
    expect((await draft(stranger, 'elsewhere')).problems).toEqual([]);
    // whoever has the account already keeps it
    await settled(member, first.there);
    const again = await open(member, first.there);
    const { problems } = await member.ok('GET', `${first.there}/sessions/${again}/diff`);
    expect(problems).toEqual([]);
  });

  it('of two environments that begin at the same moment one makes the account', async () => {
    const { member, colleague } = product;
    for (const round of [1, 2, 3]) {
      const one = { sqlServiceUserName: `round${round}` };
      const drafts = [
        { client: member, ...(await draft(member, `left ${round}`, one)) },
        { client: colleague, ...(await draft(colleague, `right ${round}`, one)) },
      ];
      const answers = await Promise.all(
        drafts.map(({ client, there, draftId }) => client.call('POST', `${there}/sessions/${draftId}/deploy`)),
      );
      const refused = answers.find(({ status }) => status !== 200);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
      expect(object(refused?.json)).toMatchObject({
        code: 'environment_not_deployable',
        fields: [{ path: 'services.1.sqlServiceUserName', code: 'account_taken' }],
      });
    }
  });

  const nodes = (...sync: boolean[]) => sync.map((isSync, index) => ({ isMaster: index === 0, isSync }));
  it.each<[string, JsonObject, string[]]>([
    ['as it should be', {}, []],
    ['addresses of its own', { clusterIp: '10.0.3.1', agListenerIP: '10.0.3.2' }, []],
    ['no password of its machines, each of which gets its own', { adminPassword: '' }, []],
    ['networks for Remote Desktop', { remoteDesktopFrom: ['10.20.0.0/16'] }, []],
    [
      'one address for both (rough edge 31)',
      { clusterIp: '10.0.3.1', agListenerIP: '10.0.3.1' },
      ['agListenerIP must_differ'],
    ],
    ['an address of another network', { clusterIp: '192.168.1.5' }, ['clusterIp address_out_of_range']],
    ['the address of the gateway', { agListenerIP: '10.0.0.1' }, ['agListenerIP address_reserved']],
    ['no address at all', { clusterIp: '10.0.300.1' }, ['clusterIp not_address']],
    ['no domain', { domain: '' }, ['domain required']],
    ['one name for cluster and listener', { agListenerName: 'dbcluster' }, ['agListenerName must_differ']],
    [
      'one name for cluster and listener, in another case',
      { agListenerName: 'DbCluster' },
      ['agListenerName must_differ'],
    ],
    [
      'an account that every domain begins with',
      { sqlServiceUserName: 'administrator' },
      ['sqlServiceUserName account_built_in'],
    ],
    [
      'a group that every domain begins with',
      { sqlServiceUserName: 'Domain ADMINS' },
      ['sqlServiceUserName account_built_in'],
    ],
    ['the name of a machine', { clusterName: 'web1' }, ['clusterName network_name_taken']],
    ['the short name of the domain', { agListenerName: 'ACME' }, ['agListenerName network_name_taken']],
    ['a name that Windows refuses', { clusterName: 'a-cluster-name-too-long' }, ['clusterName host_name_too_long']],
    ['a database that SQL Server refuses', { databases: ['1st'] }, ['databases database_characters']],
    ['a database of SQL Server itself', { databases: ['orders', 'master'] }, ['databases database_system']],
    ['a database twice', { databases: ['a', 'A'] }, ['databases database_twice']],
    ['no databases yet', { databases: [] }, []],
    ['a folder that votes', { witnessShare: '\\\\files.acme.local\\witness' }, []],
    ['a folder of a server itself for the vote', { witnessShare: 'C:\\witness' }, ['witnessShare no_match']],
    ['one server', { units: nodes(true) }, ['units too_few_units']],
    ['six servers', { units: nodes(true, true, false, false, false, false) }, ['units too_many_units']],
    ['three that are always up to date', { units: nodes(true, true, true) }, ['units.2.isSync too_many']],
    ['a primary one that is not', { units: nodes(false, true) }, ['units.0.isSync must_be_true']],
    ['two primary ones', { units: [{ isMaster: true }, { isMaster: true }] }, ['units.1.isMaster more_than_one']],
  ])('a cluster with %s', async (_what, more, fields) => {
    expect(await refused(sqlCluster(more))).toEqual(fields);
  });

  it.each<[string, JsonObject, string[]]>([
    ['as it should be', { domain: 'corp.local', dnsServers: ['10.9.0.1'] }, []],
    [
      'a short password, which is not ours to judge',
      { domain: 'corp.local', dnsServers: ['10.9.0.1'], adminPassword: 'abc' },
      [],
    ],
    ['one letter for its first part', { domain: 'a.example', dnsServers: ['10.9.0.1'] }, []],
    ['digits for its first part', { domain: '365.example', dnsServers: ['10.9.0.1'] }, []],
    ['a long first part', { domain: 'a-very-long-company.example', dnsServers: ['10.9.0.1'] }, []],
    ['no name server', { domain: 'corp.local', dnsServers: [] }, ['dnsServers required']],
    ['a name for a name server', { domain: 'corp.local', dnsServers: ['dc1'] }, ['dnsServers not_address']],
    ['machines', { domain: 'corp.local', dnsServers: ['10.9.0.1'], units: [{}] }, ['units too_many_units']],
    ['a domain that a service here provides', { dnsServers: ['10.9.0.1'] }, ['domain domain_taken']],
  ])('an existing domain with %s', async (_what, more, fields) => {
    expect(await refused(existingDomain(more))).toEqual(fields);
  });

  it('what a cluster is built on cannot change under it, and says so', async () => {
    const environment = await deployed(product.member, [
      activeDirectory({ unitNamingPattern: 'bdc#', units: [{ isMaster: true, recoveryPassword: 'R3covery-One!' }] }),
      sqlCluster({ unitNamingPattern: 'bnode#' }),
    ]);
    const draft = await open(product.member, environment.at);
    const services = list((await product.member.ok('GET', environment.at)).services);
    const cluster = services.find(({ type }) => type === 'msSqlClusterServer') ?? {};
    const changes = { clusterName: 'other', agListenerIP: '10.0.4.4', sqlServiceUserName: 'another' };
    for (const [property, value] of Object.entries(changes)) {
      const path = `${environment.at}/services/${text(cluster.id)}/${property}`;
      const answer = await product.member.call('PUT', path, { session: draft, body: value });
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('cannot change once the service is deployed');
    }
    const primary = list(cluster.units)[0] ?? {};
    const path = `${environment.at}/services/${text(cluster.id)}/units/${text(primary.id)}`;
    expect((await product.member.call('DELETE', path, { session: draft })).text).toContain('Primary server');
  });
});
