import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { follow } from '@/lib/api/testing/follow';
import { expectAsPlanned } from '@/lib/api/testing/planned-steps';
import { eventsOf, readPreview } from '@/lib/api/testing/predictions';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import {
  activeDirectory,
  aspNetApp,
  aspNetAppFarm,
  existingDomain,
  sqlCluster,
  sqlServer,
  webServer,
  webServerFarm,
} from '@/lib/api/testing/services';
import { deploy, deployed, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { catalogWith } from '@/lib/catalog/testing/catalog-with';
import { WEB_PAIR, webPair } from '@/lib/conductor/runtime/testing/web-pair';
import type { Json, JsonObject } from '@/lib/model/json';
import type { ServiceType } from '@/lib/model/service-type';
import { eventually } from '@/lib/testing/patience';

/** Planned and actual steps differ in no run of the catalogue, whatever the run is for. */

const product = productForTests({ catalogDirectory: catalogWith(WEB_PAIR) });
const RECOVERY = 'R3covery-One!';

/** What each service of the catalogue is tried with, by its type. */
const SERVICES: Record<string, (elsewhere: string) => JsonObject[]> = {
  activeDirectory: () => [activeDirectory()],
  existingActiveDirectory: (dns) => [existingDomain({ dnsServers: [dns] }), webServer({ domain: 'acme.local' })],
  webServer: () => [activeDirectory(), webServer({ domain: 'acme.local' })],
  webServerFarm: () => [webServerFarm()],
  aspNetApp: () => [aspNetApp()],
  aspNetAppFarm: () => [aspNetAppFarm()],
  msSqlServer: () => [sqlServer()],
  msSqlClusterServer: () => [activeDirectory(), sqlCluster()],
  'com.example.WebPair': () => [webPair('pages', ['web1', 'web2'])],
};

let elsewhere: { at: string };
let types: ServiceType[];
beforeAll(async () => {
  types = await product.container.catalog.serviceTypes(product.member.tenantId);
  elsewhere = await deployed(product.member, [activeDirectory({ unitNamingPattern: 'far#' })]);
});
afterAll(async () => {
  await product.member.call('DELETE', elsewhere.at);
  await settled(product.member, elsewhere.at);
});

it('every service of the catalogue is tried', () => {
  const known = types.map(({ type }) => type);
  expect(Object.keys(SERVICES)).toEqual(expect.arrayContaining(known));
});

describe.each(Object.keys(SERVICES))('the steps of %s are as planned', (type) => {
  let environment: { id: string; at: string };
  let first: string;
  beforeAll(async () => {
    environment = await newEnvironment(product.member);
  });

  const typeOf = (service: JsonObject) => types.find((one) => one.type === service.type);
  const services = async (session?: string) =>
    list((await product.member.ok('GET', environment.at, session === undefined ? {} : { session })).services);

  /** Edits in a draft of its own, deploys that, and compares. */
  async function run(edit: (session: string, services: JsonObject[]) => Promise<unknown> = async () => undefined) {
    const { member } = product;
    const session = await open(member, environment.at);
    await edit(session, await services(session));
    return carryOut(session);
  }
  async function carryOut(session: string) {
    const { member } = product;
    const id = await deploy(member, environment.at, session);
    await settled(member, environment.at);
    return { id, ...expectAsPlanned(await eventsOf(member, environment.at, id)) };
  }
  const put = async (session: string, path: string, body: Json) => {
    const answer = await product.member.call('PUT', `${environment.at}/services/${path}`, { session, body });
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  };

  it('when the cloud refuses, when a command fails, and when it is then deployed again', async () => {
    const { member, faults } = product;
    const domain = list((await member.ok('GET', elsewhere.at)).services)[0];
    const body = SERVICES[type]?.(text(object(domain?.state).primaryDcIp)) ?? [];
    await faults.add({ kind: 'stack', target: 'OS::Nova::Server', message: 'No valid host was found', times: 1 });
    const refused = await run((session) => member.ok('POST', `${environment.at}/services`, { session, body }));
    expect(refused.outcome).toBe('failed');

    const session = await open(member, environment.at);
    const last = (await readPreview(member, environment.at, session)).steps.findLast(({ effect }) => effect === 'plan');
    if (last?.effect !== 'plan') throw new Error('nothing is to be done on a machine');
    const target = `${last.host}/${last.commands.at(-1)?.name ?? ''}`;
    await faults.add({ kind: 'command', target, message: 'The disk is full.', times: 1 });
    await carryOut(session);

    const repaired = await run();
    expect(repaired.outcome).toBe('success');
    first = repaired.id;
    expect(await run()).toMatchObject({ outcome: 'success' });
  });

  it('when it grows, and shrinks again', async () => {
    const grown = await run(async (session, all) => {
      for (const service of all) {
        const units = typeOf(service)?.units;
        if (!units || list(service.units).length >= units.max) continue;
        const secrets = typeOf(service)?.unitProperties.filter(({ kind }) => kind === 'password') ?? [];
        const passwords = Object.fromEntries(secrets.map(({ name }) => [name, RECOVERY]));
        const body = { ...typeOf(service)?.unitTemplates.at(-1), ...passwords };
        await product.member.ok('POST', `${environment.at}/services/${text(service.id)}/units`, { session, body });
      }
      for (const { id, servers } of all) {
        const more = webPair('', ['web3']).servers;
        if (Array.isArray(servers) && Array.isArray(more))
          await put(session, `${text(id)}/servers`, [...servers, ...more]);
      }
    });
    expect(grown.outcome).toBe('success');
    const shrunk = await run(async (session, all) => {
      for (const service of all) {
        const units = list(service.units);
        const last = units.at(-1);
        if (Array.isArray(service.servers))
          await put(session, `${text(service.id)}/servers`, service.servers.slice(0, -1));
        else if (last && units.length > (typeOf(service)?.units.min ?? 1)) {
          const path = `${environment.at}/services/${text(service.id)}/units/${text(last.id)}`;
          expect((await product.member.call('DELETE', path, { session })).status).toBe(200);
        }
      }
    });
    expect(shrunk.outcome).toBe('success');
  });

  it('when properties change, and when it goes back to the first version', async () => {
    const changed = await run(async (session, all) => {
      const changes = { flavor: 'm1.large', adminPassword: 'An0ther-Orchard!', greeting: 'Hello' };
      for (const service of all) {
        if (service.type === 'existingActiveDirectory') continue;
        for (const [name, value] of Object.entries(changes))
          if (service[name] !== undefined) await put(session, `${text(service.id)}/${name}`, value);
      }
    });
    expect(changed.outcome).toBe('success');
    const back = await product.member.ok('POST', `${environment.at}/deployments/${first}/rollback`);
    expect(await carryOut(text(back.id))).toMatchObject({ outcome: 'success' });
  });

  it('when it is removed, and when its environment is deleted', async () => {
    const { member, url } = product;
    const gone = await run(async (session, all) => {
      const last = all.at(-1);
      const path = `${environment.at}/services/${text(last?.id)}`;
      expect((await member.call('DELETE', path, { session })).status).toBe(200);
    });
    expect(gone.outcome).toBe('success');
    // the log of an environment goes with it
    const stream = await follow<JsonObject>(url, member, `${environment.at}/events`);
    await member.call('DELETE', environment.at);
    expect(await settled(member, environment.at)).toBeNull();
    const events = await eventually('the end of the deletion', async () => {
      const all = stream.messages.map(({ data }) => data).filter(({ kind }) => kind !== undefined);
      const begun = all.findLastIndex(({ kind }) => kind === 'run.queued');
      return all.slice(begun).some(({ kind }) => kind === 'run.finished') && all.slice(begun);
    });
    stream.stop();
    const deletion = events[0]?.runId;
    expect(expectAsPlanned(events.filter((event) => event.runId === deletion))).toMatchObject({ outcome: 'success' });
  });
});
