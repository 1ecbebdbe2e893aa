import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, refusalOf, text } from '@/lib/api/testing/responses';
import { deploy, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import {
  type CreateRow,
  DIFFERENCES,
  MAX_DIFFERENCES,
  SERVICE_TABLES,
  type ServiceTables,
  SHARED_ROWS,
} from './testing/tables';

/**
 * Chapter 4 of the guide to the letter: every address, header, payload and row of a table as printed, and either it is
 * answered as printed, or decision 4 has a row that says why not.
 */

const product = productForTests();
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const ID = /^[0-9a-f]{32}$/;

/** The rows of a create table as an object, with those of its units. */
function created({ type, create, unit, units: count = 1 }: ServiceTables, leftOut: readonly string[] = []): JsonObject {
  const sent = (rows: readonly CreateRow[]): JsonObject =>
    Object.fromEntries(rows.filter(([name]) => !leftOut.includes(name)).map(([name, , value]) => [name, value]));
  const own = sent(create);
  const each = Array.from({ length: count }, () => sent(unit));
  return { type, ...own, ...('units' in own ? { units: each } : {}) };
}

const optional = (rows: readonly CreateRow[]) => rows.filter(([, required]) => required === 'no').map(([name]) => name);
const required = (rows: readonly CreateRow[]) => rows.filter(([, needed]) => needed === 'yes').map(([name]) => name);

async function draft(): Promise<{ id: string; at: string; session: string }> {
  const environment = await newEnvironment(product.member);
  return { ...environment, session: await open(product.member, environment.at) };
}

/** What posting one service to a new draft is answered. */
async function posted(body: Json) {
  const { at, session } = await draft();
  return { at, session, ...(await product.member.call('POST', `${at}/services`, { session, body })) };
}

describe('rows that are answered otherwise', () => {
  test(`are at most ${MAX_DIFFERENCES}, and each has its row in decision 4`, () => {
    const decision = readFileSync('docs/decisions/0004-where-the-guide-and-murano-differ.md', 'utf8');
    const subjects = [...decision.matchAll(/^\| ([^|]+?) \|/gm)].map(([, subject]) => subject);
    expect(DIFFERENCES.length).toBeLessThanOrEqual(MAX_DIFFERENCES);
    for (const { row, subject } of DIFFERENCES) expect(subjects, row).toContain(subject);
  });
});

describe('environments', () => {
  test('4.3, 4.4: POST /environments with the payload that is printed', async () => {
    const made = await product.member.ok('POST', '/v1/environments', { body: { name: 'env1' } });
    expect(made).toMatchObject({
      id: expect.stringMatching(ID),
      name: 'env1',
      created: expect.stringMatching(INSTANT),
      updated: expect.stringMatching(INSTANT),
      tenant_id: product.member.tenantId,
      version: 0,
    });
  });

  test('4.1, 4.2: GET /environments has every attribute of the table', async () => {
    const { environments } = await product.member.ok('GET', '/v1/environments');
    for (const one of list(environments)) {
      expect(Object.keys(one)).toEqual(
        expect.arrayContaining(['id', 'name', 'created', 'updated', 'tenant_id', 'version', 'status']),
      );
      expect([one.created, one.updated]).toEqual([expect.stringMatching(INSTANT), expect.stringMatching(INSTANT)]);
    }
  });

  test('4.1: status is ready, pending while it is configured, deploying while it is deployed', async () => {
    const { member } = product;
    const { at, session } = await draft();
    expect((await member.ok('GET', at)).status).toBe('pending');
    await deploy(member, at, session);
    expect(await settled(member, at)).toMatchObject({ status: 'ready', version: 1 });
  });

  test('4.5, 4.6: PUT /environments/<id> renames', async () => {
    const { at } = await newEnvironment(product.member);
    const answer = await product.member.call('PUT', at, { body: { name: 'env1-changed' } });
    expect(answer).toMatchObject({ status: 200, json: { name: 'env1-changed', version: 0 } });
  });

  test('4.8, 4.10: GET and DELETE /environments/<id>', async () => {
    const { at } = await newEnvironment(product.member);
    expect(await product.member.ok('GET', at)).toMatchObject({ services: [], status: 'ready' });
    expect(await product.member.call('DELETE', at)).toMatchObject({ status: 200, text: '' });
    await settled(product.member, at);
    expect((await product.member.call('GET', at)).status).toBe(404);
  });

  test('4.7, 4.9, 4.11: what is another tenant’s is refused', async () => {
    const { at } = await newEnvironment(product.member);
    const { stranger } = product;
    expect((await stranger.call('GET', at)).status).toBe(404);
    expect((await stranger.call('PUT', at, { body: { name: 'x' } })).status).toBe(404);
    expect((await stranger.call('DELETE', at)).status).toBe(404);
    expect((await product.anonymous().call('GET', at)).status).toBe(401);
    expect((await product.member.call('GET', `/v1/environments/${'0'.repeat(32)}`)).status).toBe(404);
  });
});

describe('sessions', () => {
  test('4.12, 4.13: POST /environments/<id>/configure answers with every attribute of the table', async () => {
    const { member } = product;
    const { id, at } = await newEnvironment(member);
    expect(await member.ok('POST', `${at}/configure`)).toMatchObject({
      id: expect.stringMatching(ID),
      environment_id: id,
      created: expect.stringMatching(INSTANT),
      updated: expect.stringMatching(INSTANT),
      user_id: member.userId,
      version: 0,
      state: 'open',
    });
  });

  test('4.1, 4.14, 4.16, 4.20: while a session is deployed, nobody opens or deploys another, and it stays', async () => {
    const { member } = product;
    const { submit } = product.container.conductor;
    const held: string[] = [];
    product.container.conductor.submit = async (id) => void held.push(id);
    const { at, session } = await draft();
    const other = await open(member, at);
    await deploy(member, at, session);
    product.container.conductor.submit = submit;
    expect(await member.ok('GET', at)).toMatchObject({ status: 'deploying' });
    expect(await member.ok('GET', `${at}/sessions/${session}`)).toMatchObject({ state: 'deploying' });
    for (const [method, address] of [
      ['POST', 'configure'],
      ['POST', `sessions/${session}/deploy`],
      ['POST', `sessions/${other}/deploy`],
      ['GET', `sessions/${other}`],
      ['DELETE', `sessions/${session}`],
    ] as const)
      expect([method, address, (await member.call(method, `${at}/${address}`)).status]).toEqual([method, address, 403]);
    for (const id of held) await submit(id);
    expect(await settled(member, at)).toMatchObject({ status: 'ready' });
  });

  test('4.15 to 4.20: deploy, GET and DELETE of a session, and their refusals', async () => {
    const { member, colleague } = product;
    const { at, session } = await draft();
    const other = await open(member, at);
    const address = `${at}/sessions/${session}`;
    expect(await member.ok('GET', address)).toMatchObject({ id: session, state: 'open' });
    expect((await colleague.call('GET', address)).status).toBe(403);
    expect((await colleague.call('DELETE', address)).status).toBe(403);
    await deploy(member, at, session);
    await settled(member, at);
    expect((await member.ok('GET', address)).state).toBe('deployed');
    expect((await member.call('POST', `${address}/deploy`)).status).toBe(403);
    // the first that is deployed wins; the others are invalid (4.16, 4.18)
    expect((await member.call('POST', `${at}/sessions/${other}/deploy`)).status).toBe(403);
    expect((await member.call('GET', `${at}/sessions/${other}`)).status).toBe(403);
    expect((await member.call('DELETE', `${at}/sessions/${other}`)).status).toBe(200);
  });
});

describe('services', () => {
  test('4.31: the payload that is printed, with a password that Windows takes', async () => {
    const payload = {
      name: 'frontend',
      type: 'webServer',
      adminPassword: 'password',
      domain: 'acme.dc',
      units: [{ location: 'west-dc' }],
    };
    const refused = await posted(payload);
    expect(list(object(refused.json).fields).map(({ path }) => path)).toEqual(['adminPassword']);
    const { adminPassword: _, ...without } = payload;
    for (const body of [{ ...payload, adminPassword: 'Gr33n-Orchard!' }, without]) {
      expect(await posted(body)).toMatchObject({
        status: 200,
        json: {
          id: expect.stringMatching(ID),
          ...{ name: 'frontend', type: 'webServer', domain: 'acme.dc' },
          ...{ created: expect.stringMatching(INSTANT), updated: expect.stringMatching(INSTANT) },
          units: [{ id: expect.stringMatching(ID), location: 'west-dc' }],
        },
      });
    }
  });

  test('4.24, 4.26, 4.28, 4.32, 4.34: X-Configuration-Session is required, and for a GET it is not (4.22, 4.30)', async () => {
    const { member } = product;
    const { at } = await draft();
    expect((await member.call('GET', `${at}/services`)).json).toEqual([]);
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const body = method === 'DELETE' ? {} : { body: [] };
      expect(refusalOf(await member.call(method, `${at}/services`, body))).toEqual([403, 'session_required']);
    }
  });

  test('4.21: a service, and any attribute of it, by the address that is printed', async () => {
    const { member } = product;
    const { at, session, json } = await posted(created(SERVICE_TABLES[1] as ServiceTables));
    const id = text(object(json).id);
    expect((await member.call('GET', `${at}/services/${id}`, { session })).json).toMatchObject({ id });
    expect((await member.call('GET', `${at}/services/${id}/name`, { session })).json).toBe('My front end');
  });

  test('4.23: PUT updates or adds any attribute on any service, and says which are its author’s own', async () => {
    const { member } = product;
    for (const tables of SERVICE_TABLES) {
      const { at, session, json } = await posted(created(tables));
      const { id, units } = object(json);
      const service = `${at}/services/${text(id)}`;
      const unit = `${service}/units/${text(list(units)[0]?.id)}`;
      const put = (address: string, body: Json) => member.call('PUT', address, { session, body });
      expect(await put(`${service}/costCentre`, 'IT 42')).toMatchObject({ status: 200, json: 'IT 42' });
      expect(await put(`${unit}/rack`, { row: 3 })).toMatchObject({ status: 200, json: { row: 3 } });
      expect(await put(`${unit}/location`, 'west-dc')).toMatchObject({ status: 200, json: 'west-dc' });
      const read = object((await member.call('GET', service, { session })).json);
      expect(read).toMatchObject({ costCentre: 'IT 42', byAuthor: ['costCentre'] });
      expect(list(read.units)[0]).toMatchObject({ rack: { row: 3 }, location: 'west-dc', byAuthor: ['rack'] });
      // what was read is sent back as it is; a slip in a whole service is still one
      expect((await put(service, read)).status).toBe(200);
      const slip = await put(service, { flavour: 'm1.medium' });
      expect([slip.status, object(slip.json).detail]).toEqual([400, expect.stringContaining('"flavor"')]);
      expect((await member.call('DELETE', `${service}/costCentre`, { session })).status).toBe(200);
      expect(object((await member.call('GET', service, { session })).json)).not.toHaveProperty('byAuthor');
      expect((await put(`${service}/id`, 'x')).status).toBe(400);
    }
  });

  test('an attribute of one’s own is a change of the draft, and stays when it is deployed', async () => {
    const { member } = product;
    const { at, session, json } = await posted(created(SERVICE_TABLES[1] as ServiceTables, ['domain']));
    const service = `services/${text(object(json).id)}`;
    await deploy(member, at, session);
    await settled(member, at);
    const next = await open(member, at);
    await member.call('PUT', `${at}/${service}/costCentre`, { session: next, body: 'IT 42' });
    const { changes } = await member.ok('GET', `${at}/sessions/${next}/diff`);
    expect(list(changes)).toMatchObject([{ kind: 'propertyChanged', property: 'costCentre', after: 'IT 42' }]);
    await deploy(member, at, next);
    expect(await settled(member, at)).toMatchObject({ status: 'ready' });
    expect((await member.call('GET', `${at}/${service}/costCentre`)).json).toBe('IT 42');
  });

  test('4.25: POST adds new elements to lists with objects', async () => {
    const { member } = product;
    const farm = SERVICE_TABLES[3] as ServiceTables;
    const { at, session, json } = await posted([created(farm)]);
    const [service] = list(json);
    const units = `${at}/services/${text(service?.id)}/units`;
    const added = await member.call('POST', units, { session, body: {} });
    expect(added).toMatchObject({ status: 200, json: { id: expect.stringMatching(ID) } });
    expect(list((await member.call('GET', units, { session })).json)).toHaveLength(3);
  });

  test('4.27, 4.33: DELETE removes services, attributes and list items; what a service needs stays', async () => {
    const { member } = product;
    const { at, session, json } = await posted(created(SERVICE_TABLES[1] as ServiceTables));
    const service = `${at}/services/${text(object(json).id)}`;
    const remove = async (address: string) => (await member.call('DELETE', address, { session })).status;
    expect(await remove(`${service}/domain`)).toBe(200);
    expect(await remove(`${service}/name`)).toBe(400);
    expect(await remove(service)).toBe(200);
    expect(await remove(service)).toBe(404);
    expect(await remove(`${at}/services`)).toBe(200);
  });

  test('"Hostname assignment": ad#-loc gives ad1-loc and ad2-loc; without a pattern a name is made up', async () => {
    const { member } = product;
    const farm = created(SERVICE_TABLES[3] as ServiceTables, ['domain']);
    const { at, session } = await posted([
      { ...farm, unitNamingPattern: 'ad#-loc' },
      { ...farm, name: 'other', loadBalancerPort: 81 },
    ]);
    await deploy(member, at, session);
    const environment = await settled(member, at);
    const hosts = list(environment?.services).map(({ units }) =>
      list(units).map(({ state }) => object(state).hostname),
    );
    expect(hosts).toEqual([
      ['ad1-loc', 'ad2-loc'],
      [expect.stringMatching(/^[a-z0-9-]{1,15}$/), expect.stringMatching(/^[a-z0-9-]{1,15}$/)],
    ]);
  });
});

describe.each(SERVICE_TABLES)('the create table $tables.0 of $type', (tables) => {
  test('takes its rows as printed, with the optional ones and without', async () => {
    for (const leftOut of [[], optional(tables.create), ...optional(tables.create).map((name) => [name])]) {
      const answer = await posted(created(tables, leftOut));
      expect([leftOut, answer.status, answer.text.includes('Orchard')]).toEqual([leftOut, 200, false]);
    }
  });

  test('has a machine for each of two units, or says that its type has one', async () => {
    const [unit] = list((created(tables) as JsonObject).units ?? []);
    const answer = await posted({
      ...created(tables),
      units: [{ ...unit }, { ...unit, ...(unit?.isMaster ? { isMaster: false } : {}) }],
    });
    const single = ['webServer', 'aspNetApp', 'msSqlServer'].includes(tables.type);
    const codes = list(object(answer.json).fields ?? []).map(({ path, code }) => [path, code]);
    expect([answer.status, codes]).toEqual(single ? [400, [['units', 'too_many_units']]] : [200, []]);
  });

  test('needs the rows that are required, and names the one that is missing', async () => {
    for (const name of [...required(tables.create), ...required(tables.unit)]) {
      const answer = await posted(created(tables, [name]));
      if (tables.type === 'msSqlServer' && name === 'mixedModeAuth') {
        // decision 4: left out, it is off
        expect([answer.status, object(answer.json).mixedModeAuth]).toEqual([200, false]);
        continue;
      }
      if (name === 'loadBalancerPort') {
        // left out, it is the usual one
        expect([answer.status, object(answer.json).loadBalancerPort]).toEqual([200, 80]);
        continue;
      }
      if (tables.type === 'activeDirectory' && ['name', 'isMaster'].includes(name)) {
        // what is not said follows from what is: the domain is the name, the first machine is the master
        expect(answer.status).toBe(200);
        continue;
      }
      const fields = list(object(answer.json).fields).map(({ path }) => String(path));
      expect([name, answer.status, fields.some((path) => path.includes(name))]).toEqual([name, 400, true]);
    }
  });

  test('takes what all services share (4.35, 4.36), each attribute by itself and all together', async () => {
    const all = Object.fromEntries(SHARED_ROWS.map(([name, , value]) => [name, value]));
    for (const shared of [...SHARED_ROWS.map(([name, , value]) => ({ [name]: value })), all]) {
      const answer = await posted({ ...created(tables), ...shared });
      expect([Object.keys(shared), answer.status]).toEqual([Object.keys(shared), 200]);
    }
    const { json } = await posted({ ...created(tables), ...all });
    expect(object(json)).toMatchObject({ osImage: { name: 'ws-2012-std' }, flavor: 'm1.medium' });
  });
});

describe('the request tables', () => {
  test('4.37 to 4.58: every attribute is there once all are deployed, in one change', async () => {
    const { member } = product;
    const { at, session } = await draft();
    for (const [index, tables] of SERVICE_TABLES.entries()) {
      const service = created(tables);
      const more = tables.type === 'activeDirectory' ? {} : { name: `Service ${index}` };
      const port = 'loadBalancerPort' in service ? { loadBalancerPort: 80 + index } : {};
      await member.ok('POST', `${at}/services`, { session, body: { ...service, ...more, ...port } });
    }
    await deploy(member, at, session);
    const environment = await settled(member, at);
    expect(environment?.status).toBe('ready');
    for (const [index, service] of list(environment?.services).entries()) {
      const { type, shown, shownUnit } = SERVICE_TABLES[index] as ServiceTables;
      expect(service.type).toBe(type);
      expect([type, ...Object.keys(service)]).toEqual(
        expect.arrayContaining([type, ...shown, 'type', 'created', 'updated', 'flavor', 'osImage']),
      );
      for (const unit of list(service.units)) expect(Object.keys(unit)).toEqual(expect.arrayContaining([...shownUnit]));
      for (const secret of ['adminPassword', 'saPassword'])
        if (isObject(service) && service[secret] !== undefined) expect(service[secret]).toBe('*** SANITIZED ***');
    }
  });

  test('a password that was made can be shown to who may see it', async () => {
    const { member } = product;
    const { at, session, json } = await posted(
      created(SERVICE_TABLES[5] as ServiceTables, ['adminPassword', 'saPassword', 'domain']),
    );
    await deploy(member, at, session);
    await settled(member, at);
    const service = `${at}/services/${text(object(json).id)}`;
    for (const property of ['units.0.adminPassword', 'saPassword']) {
      const shown = await member.ok('POST', `${service}/credentials/reveal`, { body: { property } });
      expect(shown).toEqual({ property, value: expect.stringMatching(/^[\w-]{20,}$/) });
    }
  });
});

describe('/openapi.json', () => {
  test('has a schema for each type of service, which takes what the create table prints', async () => {
    const document = await product.anonymous().ok('GET', '/openapi.json');
    const schemas = object(object(document.components).schemas);
    for (const { type, create } of SERVICE_TABLES) {
      const schema = object(schemas[`service.${type}`]);
      expect(Object.keys(object(schema.properties))).toEqual(
        expect.arrayContaining(create.map(([name]) => name).concat('type')),
      );
    }
    expect(object(schemas['service.activeDirectory']).required).toEqual(
      expect.arrayContaining(['type', 'adminPassword', 'domain', 'units']),
    );
    expect(object(schemas['service.webServer']).required).toEqual(['type', 'name', 'units']);
  });

  test('says of every call on services whether X-Configuration-Session is required', async () => {
    const document = await product.anonymous().ok('GET', '/openapi.json');
    const paths = object(document.paths);
    for (const address of ['services', 'services/{path}']) {
      const operations = object(paths[`/v1/environments/{environmentId}/${address}`]);
      for (const [method, operation] of Object.entries(operations)) {
        const header = list(object(operation).parameters).find(({ in: place }) => place === 'header');
        expect([method, header?.name, header?.required]).toEqual([method, 'x-configuration-session', method !== 'get']);
      }
    }
  });
});
