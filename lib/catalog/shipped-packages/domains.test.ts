import { describe, expect, it } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import {
  activeDirectory,
  aspNetAppFarm,
  existingDomain,
  PASSWORD,
  sqlCluster,
  sqlServer,
  webServer,
  webServerFarm,
} from '@/lib/api/testing/services';
import { add, deploy, deployed, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { windowsOf } from '@/lib/api/testing/windows-of';
import type { JsonObject } from '@/lib/model/json';

/** Domains that services of an environment share, and those it takes from elsewhere. */

const domain = (more: JsonObject = {}) =>
  activeDirectory({
    unitNamingPattern: 'dc#',
    units: [{ isMaster: true, recoveryPassword: 'R3covery-One!' }],
    ...more,
  });

describe('Domains', () => {
  const product = productForTests();

  const services = async (at: string) => list((await product.member.ok('GET', at)).services);
  async function one(at: string, type: string): Promise<JsonObject> {
    const found = (await services(at)).find((service) => service.type === type);
    if (!found) throw new Error(`no ${type}`);
    return found;
  }
  const firstUnit = (service: JsonObject) => object(list(service.units)[0]);
  async function deployIt(at: string, ...edits: JsonObject[]): Promise<JsonObject> {
    const session = await open(product.member, at);
    for (const edit of edits) await add(product.member, at, session, edit);
    await deploy(product.member, at, session);
    return (await settled(product.member, at)) ?? {};
  }
  const windowsAt = (hostname: string) => windowsOf(product, hostname);

  it('of one name may stand in two environments of a tenant, each with members of its own', async () => {
    const both = await Promise.all(
      ['north', 'south'].map((name) =>
        deployed(product.member, [
          domain({ unitNamingPattern: `${name}dc#` }),
          webServer({ domain: 'acme.local', unitNamingPattern: `${name}web#` }),
        ]),
      ),
    );
    for (const { at } of both) {
      expect((await product.member.ok('GET', at)).status).toBe('ready');
      const directory = await one(at, 'activeDirectory');
      const web = firstUnit(await one(at, 'webServer'));
      expect(object(web.state)).toMatchObject({ domain: 'acme.local', domainIp: object(directory.state).primaryDcIp });
    }
    const [north, south] = await Promise.all(['northdc1', 'southdc1'].map(windowsAt));
    expect(north?.directory?.id).not.toBe(south?.directory?.id);
    await Promise.all(both.map(({ at }) => product.member.call('DELETE', at)));
  });

  it('scenario 37: that exist already are joined with the account and the name servers that were given', async () => {
    const corporate = await deployed(product.member, [domain()]);
    const { primaryDcIp } = object((await one(corporate.at, 'activeDirectory')).state);
    const { at } = await deployed(product.member, [
      webServer({ domain: 'acme.local', unitNamingPattern: 'web#' }),
      existingDomain({ dnsServers: [text(primaryDcIp)] }),
      // an odd number of servers needs no folder that votes
      sqlCluster({
        domain: 'acme.local',
        units: [true, false, false].map((isMaster) => ({ isMaster, isSync: isMaster })),
      }),
    ]);
    expect((await product.member.ok('GET', at)).status).toBe('ready');
    for (const host of ['web1', 'node1', 'node2']) {
      expect(await windowsAt(host)).toMatchObject({ domain: 'acme.local', dnsServers: [primaryDcIp] });
    }
    const directory = await one(at, 'existingActiveDirectory');
    expect(directory).toMatchObject({ name: 'acme.local', units: [], adminPassword: '*** SANITIZED ***' });

    // another name server is told to the members; machines are left alone otherwise
    const session = await open(product.member, at);
    const path = `${at}/services/${text(directory.id)}/dnsServers`;
    const answer = await product.member.call('PUT', path, { session, body: [text(primaryDcIp), '10.0.9.9'] });
    expect(answer.status).toBe(200);
    await deploy(product.member, at, session);
    await settled(product.member, at);
    expect((await windowsAt('web1')).dnsServers).toEqual([primaryDcIp, '10.0.9.9']);
    await Promise.all([corporate, { at }].map((environment) => product.member.call('DELETE', environment.at)));
  });

  it('rough edges 8 and 29: that exist already and refuse the account leave the machine out, and say why, of the machine', async () => {
    const corporate = await deployed(product.member, [domain()]);
    const { primaryDcIp } = object((await one(corporate.at, 'activeDirectory')).state);
    const { at } = await deployed(product.member, [
      existingDomain({ dnsServers: [text(primaryDcIp)], adminPassword: 'not the one' }),
      webServer({ domain: 'acme.local', unitNamingPattern: 'shop#' }),
    ]);
    const [deployment] = list((await product.member.ok('GET', `${at}/deployments`)).deployments);
    expect(deployment?.state).toBe('completed_w_errors');
    const { reports } = await product.member.ok('GET', `${at}/deployments/${text(deployment?.id)}`);
    const refused = list(reports).filter(({ level }) => level === 'error');
    expect(refused).toEqual([
      expect.objectContaining({
        text: expect.stringMatching(
          /^shop1 could not join the domain acme\.local: .*The user name or password is incorrect\./,
        ),
        entity: 'unit',
        entity_id: firstUnit(await one(at, 'webServer')).id,
      }),
    ]);
    await Promise.all([corporate, { at }].map((environment) => product.member.call('DELETE', environment.at)));
  });

  it('that exist already are joined in the organizational unit that was named, and nobody loses an account to a machine of the same name', async () => {
    const corporate = await deployed(product.member, [domain({ unitNamingPattern: 'twindc#' })]);
    const { primaryDcIp } = object((await one(corporate.at, 'activeDirectory')).state);
    const place = 'OU=Servers (web),DC=acme,DC=local';
    const existing = () => existingDomain({ dnsServers: [text(primaryDcIp)], organizationalUnit: place });
    const web = () => webServer({ domain: 'acme.local', unitNamingPattern: 'twin#' });
    const first = await deployed(product.member, [existing(), web()]);
    expect((await product.member.ok('GET', first.at)).status).toBe('ready');
    const accounts = async () => (await windowsAt('twindc1')).directory?.computers ?? {};
    const { twin1 } = await accounts();
    expect(twin1).toMatch(/^S-1-5-21-/);

    const second = await deployed(product.member, [existing(), web()]);
    const [deployment] = list((await product.member.ok('GET', `${second.at}/deployments`)).deployments);
    const { reports } = await product.member.ok('GET', `${second.at}/deployments/${text(deployment?.id)}`);
    expect(list(reports).filter(({ level }) => level === 'error')).toEqual([
      expect.objectContaining({
        text: expect.stringMatching(
          /^twin1 could not join .*has an account 'TWIN1' already that is not of this machine\./,
        ),
      }),
    ]);
    expect((await accounts()).twin1).toBe(twin1);
    await Promise.all([first, second, corporate].map(({ at }) => product.member.call('DELETE', at)));
  });

  it('that others keep have the account of the last machine until the next one joins, which may have its name; until then it is told', async () => {
    const corporate = await deployed(product.member, [domain({ unitNamingPattern: 'lastdc#' })]);
    const { primaryDcIp } = object((await one(corporate.at, 'activeDirectory')).state);
    const web = () => webServer({ domain: 'acme.local', unitNamingPattern: 'last#' });
    const { at } = await deployed(product.member, [existingDomain({ dnsServers: [text(primaryDcIp)] }), web()]);
    const accounts = async () => Object.keys((await windowsAt('lastdc1')).directory?.computers ?? {});
    const warnings = async () => {
      const [deployment] = list((await product.member.ok('GET', `${at}/deployments`)).deployments);
      const { reports } = await product.member.ok('GET', `${at}/deployments/${text(deployment?.id)}`);
      return list(reports)
        .filter(({ level }) => level === 'warning')
        .map((report) => text(report.text));
    };

    const session = await open(product.member, at);
    await product.member.ok('DELETE', `${at}/services/${text((await one(at, 'webServer')).id)}`, { session });
    await deploy(product.member, at, session);
    await settled(product.member, at);
    expect(await warnings()).toEqual([
      expect.stringContaining('Accounts of machines that are gone stay in acme.local: no machine of this environment'),
    ]);
    // told once
    await deployIt(at);
    expect(await warnings()).toEqual([]);

    await deployIt(at, web());
    expect(await warnings()).toEqual([]);
    expect(await accounts()).toEqual(['last1']);
    expect(firstUnit(await one(at, 'webServer')).state).toMatchObject({ hostname: 'last1', domain: 'acme.local' });

    // nobody is left to remove it once the environment goes: its name is told before, and in the report
    const stays = expect.stringMatching(
      /^The domain acme\.local keeps the accounts of last1: .+ Have them deleted in that domain, .+ Remove-ADComputer;/,
    );
    const preview = await product.member.ok('GET', `${at}/deletion`);
    expect(list(preview.warnings)).toContainEqual(expect.objectContaining({ code: 'stays_outside', sentence: stays }));
    await product.member.call('DELETE', at);
    expect(await warnings()).toEqual([stays]);
    await product.member.call('DELETE', corporate.at);
  });

  it('trap 9: that others need cannot be removed, and all who need them are named', async () => {
    const { at } = await deployed(product.member, [
      domain(),
      webServer({ domain: 'acme.local', unitNamingPattern: 'web#' }),
      sqlServer({ domain: 'acme.local' }),
    ]);
    const session = await open(product.member, at);
    await product.member.call('DELETE', `${at}/services/${text((await one(at, 'activeDirectory')).id)}`, { session });
    const answer = await product.member.call('POST', `${at}/sessions/${session}/deploy`);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(
      '\\"frontend\\" and \\"sql\\" are in the domain acme.local, which this change removes. Keep the service \\"acme.local\\", or clear their domains too.',
    );
    expect((await product.member.ok('GET', at)).status).not.toBe('failed');
    await product.member.call('DELETE', at);
  });

  it('and everything else there is work in one environment, whatever the order of adding', async () => {
    const { tenantId } = product.member;
    const data = { tenantId, machines: 40, vcpus: 120, memoryMb: 400_000, diskGb: 8_000 };
    await product.db.tenantQuota.create({ data });
    const { at } = await newEnvironment(product.member, 'everything');
    const environment = await deployIt(
      at,
      sqlCluster(),
      aspNetAppFarm({ domain: 'other.local', unitNamingPattern: 'shop#' }),
      webServer({ domain: 'acme.local', unitNamingPattern: 'web#' }),
      webServerFarm({ domain: 'acme.local', unitNamingPattern: 'farm#', loadBalancerPort: 8080 }),
      sqlServer({ domain: 'other.local' }),
      activeDirectory({ unitNamingPattern: 'dc#' }),
      domain({ name: 'other.local', domain: 'other.local', unitNamingPattern: 'odc#' }),
    );
    const [deployment] = list((await product.member.ok('GET', `${at}/deployments`)).deployments);
    expect({ status: environment.status, state: deployment?.state }).toEqual({ status: 'ready', state: 'success' });
    for (const service of list(environment.services)) {
      for (const unit of list(service.units)) {
        expect(object(unit.state).domain, text(unit.name)).toBe(service.domain);
      }
    }
    expect(object((await one(at, 'msSqlClusterServer')).state)).toMatchObject({
      replicas: 'node1 (primary), node2 (synchronous)',
      listenerName: 'orders.acme.local',
    });
    expect(JSON.stringify(environment)).not.toContain(PASSWORD);
  });
});
