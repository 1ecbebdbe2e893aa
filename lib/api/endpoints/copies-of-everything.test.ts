import { beforeAll, describe, expect, test } from 'vitest';
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
import { newEnvironment, open } from '@/lib/api/testing/stories';
import type { Json, JsonObject } from '@/lib/model/json';

/** An environment with a service of every type, cloned, saved as a template and carried by a file: the same again. */

const product = productForTests();
let at: string;
let session: string;
let types: string[];

const inDomain = { domain: 'acme.local' };
const everything = (): JsonObject[] => [
  activeDirectory({ unitNamingPattern: 'dc#' }),
  existingDomain({ domain: 'corp.local', dnsServers: ['10.9.0.1', '10.9.0.2'], adminAccountName: 'joiner' }),
  webServer({ name: 'front', domain: 'corp.local', unitNamingPattern: 'web#' }),
  webServerFarm({ loadBalancerPort: 8080, healthCheckPath: '/up', unitNamingPattern: 'farm#', units: [{}, {}, {}] }),
  sqlServer(inDomain),
  aspNetApp({ ...inDomain, name: 'app', revision: 'v2.0', databaseServer: 'sql', unitNamingPattern: 'app#' }),
  aspNetAppFarm({
    ...inDomain,
    databaseServer: 'sql',
    database: 'orders',
    connectionName: 'MyDbConnection',
    unitNamingPattern: 'shop#',
  }),
  sqlCluster({
    clusterIp: '10.0.3.1',
    agListenerIP: '10.0.3.2',
    units: [{}, {}, {}].map((_, index) => ({ isMaster: index === 0, isSync: index < 2 })),
  }),
];

beforeAll(async () => {
  const { member } = product;
  types = (await product.container.catalog.serviceTypes(member.tenantId)).map(({ type }) => type);
  ({ at } = await newEnvironment(member, 'everything'));
  session = await open(member, at);
  await member.ok('POST', `${at}/services`, { session, body: everything() });
});

/** What a person chose: no ids, no instants, no names that are made. */
function chosen(services: Json | undefined): JsonObject[] {
  const own = ({ id: _id, created: _c, updated: _u, status: _s, ...rest }: JsonObject) => rest;
  return list(services).map((service) => ({
    ...own(service),
    units: list(service.units).map(({ name: _name, ...unit }) => own(unit)),
  }));
}

const original = async () => chosen((await product.member.ok('GET', at, { session })).services);

/** The draft of an environment that was just made, and what stands against deploying it. */
async function draftOf(made: JsonObject) {
  const address = `/v1/environments/${text(object(made.environment).id)}`;
  const draft = text(made.session_id);
  const { services } = await product.member.ok('GET', address, { session: draft });
  const { problems } = await product.member.ok('GET', `${address}/sessions/${draft}/diff`);
  return { services: chosen(services), problems, address, draft };
}

describe('an environment with a service of every type', () => {
  test('holds every type that ships, and may be deployed', async () => {
    expect(new Set((await original()).map(({ type }) => type))).toEqual(new Set(types));
    expect((await product.member.ok('GET', `${at}/sessions/${session}/diff`)).problems).toEqual([]);
  });

  test('is the same once it is cloned', async () => {
    const body = { name: 'Cloned', secrets: 'keep' };
    const made = await product.member.ok('POST', `${at}/clone`, { session, body });
    expect(await draftOf(made)).toMatchObject({ services: await original(), problems: [] });
  });

  test('is the same once it is saved as a template and made of that', async () => {
    const { member } = product;
    const id = at.split('/').at(-1);
    const saved = await member.ok('POST', '/v1/templates', {
      session,
      body: { environment_id: id, name: 'Everything' },
    });
    const made = await member.ok('POST', `/v1/templates/${text(saved.id)}/environments`, {
      body: { name: 'From template', deploy: false },
    });
    expect(await draftOf(made)).toMatchObject({ services: await original(), problems: [] });
  });

  test('is the same once it was carried by a file, and so is the file', async () => {
    const { member } = product;
    const cloned = await member.ok('POST', `${at}/clone`, { session, body: { name: 'To carry', secrets: 'keep' } });
    const { address, draft } = await draftOf(cloned);
    const document = await member.ok('GET', `${address}/export`, { session: draft });
    const made = await member.ok('POST', '/v1/environments/import', {
      body: { document, name: 'Carried', missing_secrets: 'generate', deploy: false },
    });
    const carried = await draftOf(made);
    expect(carried).toMatchObject({ services: await original(), problems: [] });
    const again = await member.ok('GET', `${carried.address}/export`, { session: carried.draft });
    expect(again.services).toEqual(document.services);
  });
});
