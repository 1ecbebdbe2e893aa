import { describe, expect, test } from 'vitest';
import type { Client } from '@/lib/api/testing/product';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { codeOf, list, object, text } from '@/lib/api/testing/responses';
import { activeDirectory, PASSWORD, webServer } from '@/lib/api/testing/services';
import { add, deploy, deployed, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import type { JsonObject } from '@/lib/model/json';
import { MASK } from '@/lib/model/secret';

/** Murano v0.2 guide, chapter 4, "Services API" and the specs of services: tables 4.21–4.44. */

const product = productForTests();

const HEX = /^[0-9a-f]{32}$/;
const fields = (answer: { json: unknown }) =>
  ((answer.json as { fields?: { path: string }[] }).fields ?? []).map(({ path }) => path).sort();

async function draft(client: Client = product.member) {
  const { at, id } = await newEnvironment(client);
  const session = await open(client, at);
  const read = async (below = '') => (await client.call('GET', `${at}/services${below}`, { session })).json;
  return { at, id, session, services: `${at}/services`, read };
}

describe('adding services (tables 4.25, 4.26, 4.31, 4.32)', () => {
  test('scenario 3: the answer has ids, instants and unit names, no secret in clear; without the session nothing shows', async () => {
    const { member } = product;
    const { at, session, services, read } = await draft();
    const added = await member.call('POST', services, { session, body: activeDirectory() });
    expect(added.status).toBe(200);
    expect(added.json).toEqual({
      id: expect.stringMatching(HEX),
      type: 'activeDirectory',
      name: 'acme.local',
      created: expect.stringMatching(/Z$/),
      updated: expect.stringMatching(/Z$/),
      status: 'pending',
      domain: 'acme.local',
      adminPassword: MASK,
      flavor: 'm1.medium',
      osImage: expect.objectContaining({ name: 'ws-2012-std' }),
      units: [
        { id: expect.stringMatching(HEX), name: 'acme.local_instance_0', isMaster: true, recoveryPassword: MASK },
        { id: expect.stringMatching(HEX), name: 'acme.local_instance_1', isMaster: false, recoveryPassword: MASK },
      ],
    });
    expect(added.text).not.toContain(PASSWORD);
    expect(await read(`/${text(object(added.json).id)}`)).toEqual(added.json);
    expect((await member.call('GET', services)).json).toEqual([]);
    expect(await member.ok('GET', at)).toMatchObject({ services: [] });
  });

  test('the smallest web server of table 4.43 is completed: master flags, image and flavor where they are missing', async () => {
    const { member } = product;
    const { session, services, read } = await draft();
    const { flavor: _, osImage: __, ...small } = webServer();
    await add(member, services.replace('/services', ''), session, small);
    expect(await read('/0')).toMatchObject({ flavor: expect.any(String), osImage: { name: expect.any(String) } });
  });

  test('a list of services is added whole, in order, and answered as a list', async () => {
    const { member } = product;
    const { session, services, read } = await draft();
    const body = [activeDirectory(), webServer({ domain: 'acme.local' })];
    const added = await member.call('POST', services, { session, body });
    expect(list(added.json).map(({ name }) => name)).toEqual(['acme.local', 'frontend']);
    expect(await read()).toEqual(added.json);
  });

  test.each([
    ['an unknown type', webServer({ type: 'mainframe' }), ['type']],
    ['no type', { name: 'x', units: [{}] }, ['type']],
    ['a weak password', webServer({ adminPassword: 'short' }), ['adminPassword']],
    ['no password', activeDirectory({ adminPassword: '' }), ['adminPassword']],
    ['no name', webServer({ name: '' }), ['name']],
    ['osImage as the name of none', webServer({ osImage: 'beos' }), ['osImage.name']],
    ['osImage as a number', webServer({ osImage: 7 }), ['osImage.name']],
    ['osImage without a name', webServer({ osImage: {} }), ['osImage.name']],
    ['an image that the cloud lacks', webServer({ osImage: { name: 'beos' } }), ['osImage.name']],
    ['a flavor that the cloud lacks', webServer({ flavor: 'm1.galactic' }), ['flavor']],
    ['a domain of one label', activeDirectory({ domain: 'acme' }), ['domain']],
    ['a domain that tries to run code', activeDirectory({ domain: "x' or 1==1 or 'x" }), ['domain']],
    ['an attribute that the type lacks', webServer({ loadBalancerPort: 65536 }), ['loadBalancerPort']],
    ['no units', webServer({ units: [] }), ['units']],
    ['units that are no list', webServer({ units: {} }), ['units']],
    ['a unit that is no object', webServer({ units: [7] }), ['units.0']],
    [
      'two primary controllers (trap 1)',
      activeDirectory({ units: [1, 2].map(() => ({ isMaster: true, recoveryPassword: 'R3covery-One!' })) }),
      ['units.1.isMaster'],
    ],
    ['a mask where nothing is kept', webServer({ adminPassword: MASK }), ['adminPassword']],
    ['a number as password', webServer({ adminPassword: 12345678 }), ['adminPassword']],
    [
      'three bad fields',
      webServer({ name: 'no?marks', flavor: 'huge', adminPassword: 'x' }),
      ['adminPassword', 'flavor', 'name'],
    ],
  ])(
    'scenario 10, rough edges 1 and 6: %s answers 400 naming each bad field, and nothing is stored',
    async (_, body, paths) => {
      const { member } = product;
      const { session, services, read } = await draft();
      const answer = await member.call('POST', services, { session, body });
      expect(answer.status).toBe(400);
      expect(fields(answer)).toEqual(paths);
      const inList = await member.call('POST', services, { session, body: [webServer({ name: 'good' }), body] });
      expect(fields(inList)).toEqual(paths.map((path) => `1.${path}`));
      expect(await read()).toEqual([]);
    },
  );

  test('what is no JSON, no object, or holds a sealed secret is refused', async () => {
    const { member } = product;
    const { session, services, read } = await draft();
    expect((await member.call('POST', services, { session, body: 'text' })).status).toBe(400);
    expect((await member.call('POST', services, { session, body: null })).status).toBe(400);
    expect((await member.call('POST', services, { session })).status).toBe(400);
    const stolen = product.container.box.seal('whatever');
    const answer = await member.call('POST', services, { session, body: webServer({ adminPassword: stolen }) });
    expect([answer.status, codeOf(answer)]).toEqual([400, 'sealed_input']);
    expect(await read()).toEqual([]);
  });

  test('clients cannot set what Vetro keeps itself', async () => {
    const { member } = product;
    const { at, session, read } = await draft();
    const forged = webServer({
      id: 'f'.repeat(32),
      created: '1999-01-01',
      state: { adminPassword: 'x' },
      status: 'ready',
      temp: { a: 1 },
      uri: 'http://evil.example',
      units: [{ id: 'e'.repeat(32), state: { iisInstalled: true, hostname: 'forged' }, temp: {}, address: '1.2.3.4' }],
    });
    const added = await add(member, at, session, forged);
    expect(added.id).not.toBe('f'.repeat(32));
    const stored = object(await read('/0'));
    expect(Object.keys(stored)).not.toEqual(expect.arrayContaining(['state']));
    expect(stored).toMatchObject({ status: 'pending', created: expect.stringMatching(/^20[2-9]/) });
    expect([stored.state, stored.temp, stored.uri]).toEqual([undefined, undefined, undefined]);
    expect(list(stored.units)).toEqual([{ id: expect.not.stringMatching(/^e+$/), name: 'frontend_instance_0' }]);
  });

  test('20 services added at the same time are all there', async () => {
    const { member } = product;
    const { at, session, read } = await draft();
    const added = await Promise.all(
      Array.from({ length: 20 }, (_, i) => add(member, at, session, webServer({ name: `web-${i}` }))),
    );
    expect(added).toHaveLength(20);
    expect(list(await read())).toHaveLength(20);
  });
});

describe('reading (tables 4.21, 4.22, 4.29, 4.30, 4.37, 4.38, 4.41, 4.42)', () => {
  test('scenario 8, rough edge 39: ids, attributes and indexes lead to values; anything else is 404', async () => {
    const { member } = product;
    const { at, session, services, read } = await draft();
    const service = await add(member, at, session, activeDirectory());
    const [unit] = list(service.units);
    const found: [string, unknown][] = [
      [`/${text(service.id)}`, service],
      [`/${text(service.id)}/name`, 'acme.local'],
      [`/${text(service.id)}/osImage/name`, 'ws-2012-std'],
      [`/${text(service.id)}/units/${text(unit?.id)}/name`, 'acme.local_instance_0'],
      ['/0/units/1/isMaster', false],
      ['/0/adminPassword', MASK],
    ];
    for (const [below, value] of found) expect([below, await read(below)]).toEqual([below, value]);
    for (const below of [
      '/1',
      '/-1',
      '/00',
      `/${'0'.repeat(32)}`,
      '/0/nothing',
      '/0/name/x/y',
      '/0/units/7',
      '/0/__proto__',
      '/0/units/length',
    ]) {
      const answer = await member.call('GET', `${services}${below}`, { session });
      expect([below, answer.status, codeOf(answer)]).toEqual([below, 404, 'service_not_found']);
    }
    expect((await product.reader.call('GET', `${services}/0`)).status).toBe(404);
  });
});

/** The first service of a draft as it is kept: its instants to the millisecond. */
async function stored(sessionId: string): Promise<JsonObject> {
  const { model } = await product.db.session.findUniqueOrThrow({ where: { id: sessionId } });
  return object(list(object(model as JsonObject).services)[0]);
}

describe('changing (tables 4.23, 4.24)', () => {
  test('scenario 9: a changed flavor and a further unit are stored and echoed', async () => {
    const { member } = product;
    const { at, session, services, read } = await draft();
    const service = await add(member, at, session, activeDirectory());
    const before = text((await stored(session)).updated);
    const put = await member.call('PUT', `${services}/${text(service.id)}`, { session, body: { flavor: 'm1.large' } });
    expect(put.status).toBe(200);
    expect(put.json).toMatchObject({ id: service.id, flavor: 'm1.large', name: 'acme.local', adminPassword: MASK });
    expect(text(object(put.json).updated) >= text(service.updated)).toBe(true);
    expect(text((await stored(session)).updated) > before).toBe(true);
    expect(object(put.json).created).toBe(service.created);
    const unit = await member.call('POST', `${services}/${text(service.id)}/units`, {
      session,
      body: { recoveryPassword: 'R3covery-Two!' },
    });
    expect(unit.json).toEqual({
      id: expect.stringMatching(HEX),
      name: 'acme.local_instance_2',
      isMaster: false,
      recoveryPassword: MASK,
    });
    expect(list(object(await read('/0')).units)).toHaveLength(3);
    expect(await read(`/0/units/${text(object(unit.json).id)}`)).toEqual(unit.json);
  });

  test('a service read and sent back whole stays as it is: ids, state and secrets', async () => {
    const { member } = product;
    const { at, session, services, id } = await draft();
    const service = await add(member, at, session, activeDirectory());
    const stored = async () =>
      JSON.stringify((await product.db.session.findFirstOrThrow({ where: { environmentId: id } })).model).replace(
        /"updated": ?"[^"]+"/g,
        '',
      );
    const before = await stored();
    const put = await member.call('PUT', `${services}/0`, { session, body: service });
    expect(put.json).toEqual({ ...service, updated: expect.any(String) });
    expect(await stored()).toBe(before);
    await member.ok('PUT', `${services}/0/adminPassword`, { session, body: PASSWORD });
    expect(await stored()).toBe(before);
    await member.ok('PUT', `${services}/0/adminPassword`, { session, body: 'An0ther-Orchard!' });
    expect(await stored()).not.toBe(before);
  });

  test('attributes are set and added by their path, units changed one by one', async () => {
    const { member } = product;
    const { at, session, services, read } = await draft();
    await add(member, at, session, activeDirectory());
    await member.ok('PUT', `${services}/0/unitNamingPattern`, { session, body: 'dc#' });
    await member.ok('PUT', `${services}/0/osImage/name`, { session, body: 'ws-2019-std' });
    const unit = await member.call('PUT', `${services}/0/units/1`, {
      session,
      body: { recoveryPassword: 'R3covery-Six!' },
    });
    expect(unit.json).toMatchObject({ name: 'acme.local_instance_1', isMaster: false, recoveryPassword: MASK });
    expect(await read('/0/unitNamingPattern')).toBe('dc#');
    expect(await read('/0/osImage')).toMatchObject({ name: 'ws-2019-std', title: expect.stringContaining('2019') });
    const missing = ['/0/units/9', '/9', '/9/name', '/0/nothing/below', `/${'0'.repeat(32)}/name`];
    for (const below of missing) {
      const answer = await member.call('PUT', `${services}${below}`, { session, body: {} });
      expect([below, answer.status]).toEqual([below, 404]);
    }
  });

  test.each([
    ['/0/flavor', 'huge', ['flavor']],
    ['/0', { adminPassword: 'x', flavor: 'huge' }, ['adminPassword', 'flavor']],
    ['/0', { type: 'webServer' }, ['type']],
    ['/0', 'text', ['']],
    ['/0/units/1', { isMaster: true }, ['units.1.isMaster']],
    ['/0/units', [], ['units']],
    ['/0/id', 'f'.repeat(32), ['id']],
    ['/0/state', {}, ['state']],
    ['/0/units/0/state', { installed: true }, ['units.0.state']],
    ['/0/created', 'now', ['created']],
    ['/0', { unheardOf: 1 }, ['unheardOf']],
    ['/0/byAuthor', 'x', ['byAuthor']],
    ['', {}, ['']],
  ])('PUT services%s with %j answers 400 and stores nothing', async (below, body, paths) => {
    const { member } = product;
    const { at, session, services, read } = await draft();
    await add(member, at, session, activeDirectory());
    const before = await read();
    const answer = await member.call('PUT', `${services}${below}`, { session, body });
    expect(answer.status).toBe(400);
    expect(fields(answer)).toEqual(paths);
    expect(await read()).toEqual(before);
  });

  test('the whole list, sent by PUT, is what remains: known ones changed, new ones added, others removed', async () => {
    const { member } = product;
    const { at, session, services, read } = await draft();
    const keep = await add(member, at, session, webServer({ name: 'keep' }));
    await add(member, at, session, webServer({ name: 'drop' }));
    const body = [{ ...keep, flavor: 'm1.small' }, webServer({ name: 'new' })];
    const put = await member.call('PUT', services, { session, body });
    expect(list(put.json)).toMatchObject([{ id: keep.id, flavor: 'm1.small', adminPassword: MASK }, { name: 'new' }]);
    expect(await read()).toEqual(put.json);
  });

  test('POST adds to lists alone', async () => {
    const { member } = product;
    const { at, session, services } = await draft();
    await add(member, at, session, webServer());
    for (const below of ['/0', '/0/osImage', '/0/name']) {
      const answer = await member.call('POST', `${services}${below}`, { session, body: {} });
      expect([below, answer.status, fields(answer).length]).toEqual([below, 400, 1]);
    }
    expect((await member.call('POST', `${services}/0/nothing`, { session, body: {} })).status).toBe(404);
    const full = await member.call('POST', `${services}/0/units`, { session, body: {} });
    expect(fields(full)).toEqual(['units']);
  });
});

describe('removing (tables 4.27, 4.28, 4.33, 4.34)', () => {
  test('scenario 11: of a service, one unit, then an attribute; of the list, one service, then all; deployed machines stay until deploy', async () => {
    const { member } = product;
    const { at, id } = await deployed(member, [activeDirectory(), webServer({ unitNamingPattern: 'web#' })]);
    const machines = () =>
      product.db.cloudMachine.count({
        where: { tenantId: member.tenantId, deletedAt: null, queue: { startsWith: `e${id}` } },
      });
    expect(await machines()).toBe(3);
    const session = await open(member, at);
    const services = `${at}/services`;
    const before = list((await member.call('GET', services, { session })).json);
    const [dc, web] = [object(before[0]), object(before[1])];
    const unit = text(list(dc.units)[1]?.id);
    const gone = await member.call('DELETE', `${services}/${text(dc.id)}/units/${unit}`, { session });
    expect([gone.status, gone.text]).toEqual([200, '']);
    expect(list((await member.call('GET', `${services}/${text(dc.id)}/units`, { session })).json)).toHaveLength(1);
    await member.ok('DELETE', `${services}/1/unitNamingPattern`, { session });
    expect((await member.call('GET', `${services}/1/unitNamingPattern`, { session })).status).toBe(404);
    await member.ok('DELETE', `${services}/${text(web.id)}`, { session });
    expect(list((await member.call('GET', services, { session })).json)).toHaveLength(1);
    for (const below of [`/${text(web.id)}`, '/7', '/0/units/9', '/0/nothing']) {
      expect((await member.call('DELETE', `${services}${below}`, { session })).status).toBe(404);
    }
    for (const below of ['/0/units/0', '/0/units', '/0/adminPassword', '/0/id', '/0/state', '/0/type']) {
      expect((await member.call('DELETE', `${services}${below}`, { session })).status).toBe(400);
    }
    await member.ok('DELETE', services, { session });
    expect((await member.call('GET', services, { session })).json).toEqual([]);
    expect([await machines(), list((await member.call('GET', services)).json).length]).toEqual([3, 2]);
    await deploy(member, at, session);
    await settled(member, at);
    expect(await machines()).toBe(0);
  });
});

describe('the session header', () => {
  test('writes without it answer 403 and say how to open a session; reads need none', async () => {
    const { member } = product;
    const { at, session, services } = await draft();
    await add(member, at, session, webServer());
    const writes: [string, string, unknown?][] = [
      ['POST', services, webServer({ name: 'x' })],
      ['PUT', services, []],
      ['DELETE', services],
      ['POST', `${services}/0/units`, {}],
      ['PUT', `${services}/0/flavor`, 'm1.small'],
      ['DELETE', `${services}/0`],
    ];
    for (const [method, path, body] of writes) {
      const answer = await member.call(method, path, { body });
      expect([method, answer.status, codeOf(answer)]).toEqual([method, 403, 'session_required']);
      expect((await product.anonymous().call(method, path, { body, session })).status).toBe(401);
    }
    expect((await member.call('GET', services)).status).toBe(200);
    expect((await product.anonymous().call('GET', services)).status).toBe(401);
  });

  test('is required by the description of the API where leaving it out is refused, and nowhere else', async () => {
    const { member } = product;
    const { at, session } = await draft();
    await add(member, at, session, webServer());
    const bodies: Record<string, unknown> = {
      addServices: webServer({ name: 'x' }),
      replaceServices: [],
      addBelowService: {},
      changeService: 'm1.small',
      chooseEnvironmentPackages: { packages: {} },
      patchModel: [{ op: 'replace', path: '/services', value: [] }],
    };
    const { paths } = await member.ok('GET', '/openapi.json');
    const needs: [string, boolean, boolean][] = [];
    for (const [path, methods] of Object.entries(object(paths))) {
      for (const [method, described] of Object.entries(object(methods))) {
        const { operationId: id, parameters = [] } = object(described);
        const header = list(parameters)
          .map(object)
          .find(({ name }) => name === 'x-configuration-session');
        if (!header || !path.startsWith('/v1/environments/{environmentId}')) continue;
        const address = path.replace('/v1/environments/{environmentId}', at).replace('{unitId}', session);
        const body = bodies[String(id)];
        const answer = await member.call(method.toUpperCase(), address.replace('{path}', '0/flavor'), { body });
        needs.push([
          String(id),
          header.required === true,
          answer.status === 403 && codeOf(answer) === 'session_required',
        ]);
      }
    }
    expect(
      needs
        .filter(([, required]) => required)
        .map(([id]) => id)
        .sort(),
    ).toEqual([
      ...['addBelowService', 'addServices', 'changeService', 'chooseEnvironmentPackages'],
      ...['patchModel', 'removeAllServices', 'removeService', 'replaceServices', 'replaceUnit'],
    ]);
    expect(needs.filter(([, required, refused]) => required !== refused)).toEqual([]);
  });
});
