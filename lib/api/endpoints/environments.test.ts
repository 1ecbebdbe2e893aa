import { describe, expect, test } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { webServer } from '@/lib/api/testing/services';
import { add, deploy, deployed, newEnvironment, open, settled } from '@/lib/api/testing/stories';

/** Murano v0.2 guide, chapter 4, "Environment API": tables 4.1–4.11, over HTTP on a real database. */

const product = productForTests();

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const HEX = /^[0-9a-f]{32}$/;
const NOBODY = '0'.repeat(32);

describe('creating an environment (tables 4.3, 4.4)', () => {
  test('scenario 1: a new environment has an id, version 0 and the tenant of the caller, and reads ready without services', async () => {
    const { member } = product;
    const created = await member.call('POST', '/v1/environments', { body: { name: 'e' } });
    expect(created.status).toBe(200);
    expect(created.json).toEqual({
      id: expect.stringMatching(HEX),
      name: 'e',
      created: expect.stringMatching(ISO),
      updated: expect.stringMatching(ISO),
      tenant_id: member.tenantId,
      version: 0,
      status: 'ready',
    });
    const { id } = object(created.json);
    expect(await member.ok('GET', `/v1/environments/${String(id)}`)).toMatchObject({ status: 'ready', services: [] });
    const audit = await product.db.auditEntry.findFirstOrThrow({ where: { targetId: String(id) } });
    expect(audit).toMatchObject({ action: 'environment.create', userId: member.userId, tenantId: member.tenantId });
    expect(audit.requestId).toBe(created.headers.get('x-request-id'));
  });

  test.each([
    ['without a name', {}, 'name'],
    ['with an empty name', { name: '   ' }, 'name'],
    ['with a name that is no text', { name: 5 }, 'name'],
    ['with 256 characters', { name: 'x'.repeat(256) }, 'name'],
    ['with a space of no width', { name: 'pro\u200bd' }, 'name'],
    ['with a line break in the name', { name: 'a\nb' }, 'name'],
    ['with attributes of the system', { name: 'ok', tenant_id: NOBODY }, 'tenant_id'],
  ])('refuses one %s, naming the field', async (_, body, field) => {
    const answer = await product.member.call('POST', '/v1/environments', { body });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(list(object(answer.json).fields).map(({ path }) => path)).toEqual([field]);
  });

  test('trims names, takes 255 characters, and refuses a name that is taken, whatever the case', async () => {
    const { member, stranger } = product;
    const long = 'n'.repeat(255);
    expect(await member.ok('POST', '/v1/environments', { body: { name: ` ${long} ` } })).toMatchObject({ name: long });
    const twin = await member.call('POST', '/v1/environments', { body: { name: long.toUpperCase() } });
    expect(twin.status).toBe(409);
    expect(twin.json).toMatchObject({
      code: 'environment_name_taken',
      detail: expect.stringContaining('another name'),
    });
    await stranger.ok('POST', '/v1/environments', { body: { name: long } });
  });

  test('of 20 requests for one name at the same time, one is taken', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => product.member.call('POST', '/v1/environments', { body: { name: 'race' } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  });
});

describe('listing environments (tables 4.1, 4.2)', () => {
  test('tells the environments of the tenant and no other', async () => {
    const owner = await product.clientOf('lena', 'Lister', 'member');
    const names = ['one', 'two', 'three'];
    for (const name of names) await newEnvironment(owner, name);
    const { environments } = await owner.ok('GET', '/v1/environments');
    expect(list(environments).map(({ name }) => name)).toEqual(names);
    expect(list(environments)[0]).toEqual({
      id: expect.stringMatching(HEX),
      name: 'one',
      created: expect.stringMatching(ISO),
      updated: expect.stringMatching(ISO),
      tenant_id: owner.tenantId,
      version: 0,
      status: 'ready',
      service_count: 0,
      machines: { count: 0, up: 0, failed: 0, resting: 0, suspended: 0, drifted: 0, health: 'none' },
      created_by: { id: owner.userId, name: expect.any(String) },
      deployed_by: null,
      last_outcome: null,
      deployed_status: 'nothing',
      active_kind: null,
      half_way: null,
      drafts: null,
      active_deployment_id: null,
      event_seq: 1,
    });
  });

  test('tells drafts that change something apart: mine, those of others, and how many services mine has', async () => {
    const { member, colleague, admin } = product;
    const { at, id } = await newEnvironment(member);
    const seenBy = async (client: typeof member) => {
      const listed = list((await client.ok('GET', '/v1/environments')).environments).find((one) => one.id === id);
      expect(await client.ok('GET', at)).toMatchObject({ drafts: listed?.drafts ?? null });
      return listed;
    };
    const mine = await open(member, at);
    expect(await seenBy(member)).toMatchObject({ status: 'pending', deployed_status: 'nothing', drafts: null });
    await add(member, at, mine, webServer({ name: 'one' }));
    await add(member, at, mine, webServer({ name: 'two' }));
    await add(colleague, at, await open(colleague, at), webServer({ name: 'three' }));
    expect(await seenBy(member)).toMatchObject({
      service_count: 0,
      drafts: { mine: true, others: 1, people: ['mia'], service_count: 2 },
    });
    expect(await seenBy(admin)).toMatchObject({
      drafts: { mine: false, others: 2, people: ['mia', 'max'], service_count: 1 },
    });
  });
});

describe('one environment (table 4.8)', () => {
  test('tells its services with a status each; with a session, those of its draft', async () => {
    const { member } = product;
    const { at, id } = await newEnvironment(member);
    const session = await open(member, at);
    await add(member, at, session, webServer());
    expect(await member.ok('GET', at)).toMatchObject({
      id,
      status: 'pending',
      services: [],
      active_deployment_id: null,
    });
    const drafted = await member.ok('GET', at, { session });
    expect(drafted.services).toMatchObject([
      { name: 'frontend', type: 'webServer', status: 'pending', units: [{ name: 'frontend_instance_0' }] },
    ]);
  });
});

describe('renaming an environment (tables 4.5, 4.6)', () => {
  test('answers with the renamed environment, and a deployment uses the new name', async () => {
    const { member } = product;
    const { at, id } = await newEnvironment(member);
    const renamed = await member.call('PUT', at, { body: { name: 'env1-changed' } });
    expect(renamed.status).toBe(200);
    expect(renamed.json).toMatchObject({ id, name: 'env1-changed', version: 0, tenant_id: member.tenantId });
    const row = await product.db.environment.findUniqueOrThrow({ where: { id } });
    expect(row.model).toMatchObject({ name: 'env1-changed' });
    expect(await product.db.event.count({ where: { environmentId: id, kind: 'environment.renamed' } })).toBe(1);
  });

  test('rough edge 2: takes nothing but a name: tenant, version and document are not for clients to set', async () => {
    const { member, stranger } = product;
    const { at, id } = await newEnvironment(member);
    const before = await product.db.environment.findUniqueOrThrow({ where: { id } });
    for (const more of [{ tenant_id: stranger.tenantId }, { version: 7 }, { description: {} }, { model: {} }]) {
      const answer = await member.call('PUT', at, { body: { name: 'mine-still', ...more } });
      expect([answer.status, list(object(answer.json).fields).map(({ path }) => path)]).toEqual([
        400,
        Object.keys(more),
      ]);
    }
    expect(await product.db.environment.findUniqueOrThrow({ where: { id } })).toEqual(before);
  });

  test('refuses a bad name and one that is taken', async () => {
    const { member } = product;
    const [first, second] = [await newEnvironment(member, 'taken-1'), await newEnvironment(member, 'taken-2')];
    expect((await member.call('PUT', first.at, { body: { name: '' } })).status).toBe(400);
    expect((await member.call('PUT', second.at, { body: { name: 'TAKEN-1' } })).status).toBe(409);
    expect((await member.call('PUT', first.at, { body: { name: 'Taken-1' } })).status).toBe(200);
  });
});

describe('removing an environment (table 4.10)', () => {
  test('one that nothing was deployed in is gone at once, its name is free, its history stays', async () => {
    const { member } = product;
    const { at, id } = await newEnvironment(member, 'short-lived');
    const answer = await member.call('DELETE', at);
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect((await member.call('GET', at)).status).toBe(404);
    expect((await member.call('DELETE', at)).status).toBe(404);
    expect((await member.call('POST', `${at}/configure`)).status).toBe(404);
    await newEnvironment(member, 'short-lived');
    expect(list((await member.ok('GET', `${at}/events`)).events).at(-1)?.text).toContain('deleted');
    expect(await product.db.auditEntry.count({ where: { targetId: id, action: 'environment.delete' } })).toBe(1);
  });
});

describe('who may (tables 4.7, 4.9, 4.11)', () => {
  const calls: [string, string, unknown?][] = [
    ['GET', ''],
    ['PUT', '', { name: 'theirs' }],
    ['DELETE', ''],
    ['POST', '/configure'],
    ['GET', '/lastStatus'],
    ['GET', '/sessions'],
    ['GET', '/deployments'],
    ['GET', '/events'],
    ['GET', '/services'],
  ];

  test.each(calls)(
    '%s environment%s: 401 without and with a made-up token, also in the list',
    async (method, below, body) => {
      const { at } = await newEnvironment(product.member);
      for (const token of ['', 'made-up']) {
        const answer = await product.anonymous(token).call(method, `${at}${below}`, { body });
        expect(answer.status).toBe(401);
        expect(answer.headers.get('www-authenticate')).toContain('Keystone uri=');
      }
      expect((await product.anonymous().call('GET', '/v1/environments')).status).toBe(401);
      expect((await product.anonymous().call('POST', '/v1/environments', { body: { name: 'x' } })).status).toBe(401);
    },
  );

  test.each(calls)(
    '%s environment%s: 404 for a stranger, 403 for whoever signed in to another of their tenants',
    async (method, below, body) => {
      const { member, stranger } = product;
      const { at } = await newEnvironment(member, `private-${method}-${below.slice(1)}`);
      const answer = await stranger.call(method, `${at}${below}`, { body });
      expect(answer.status).toBe(404);
      expect(answer.text).not.toContain('private');
      const elsewhere = await product.clientOf('max', 'Fabrikam', 'member');
      const wrong = await elsewhere.call(method, `${at}${below}`, { body });
      expect(wrong.status).toBe(403);
      expect(wrong.json).toMatchObject({ code: 'other_tenant', detail: expect.stringContaining('Contoso') });
      expect(await member.ok('GET', at)).toMatchObject({
        status: 'ready',
        name: `private-${method}-${below.slice(1)}`,
      });
    },
  );

  test.each(calls)(
    '%s environment%s: 404 for an id that nobody has, and for one that is none',
    async (method, below, body) => {
      for (const id of [NOBODY, 'x']) {
        const answer = await product.member.call(method, `/v1/environments/${id}${below}`, { body });
        expect(answer.status).toBe(404);
        expect(answer.headers.get('content-type')).toBe('application/problem+json');
      }
    },
  );

  test.each(calls)('%s environment%s: 400 for an address that is none', async (method, below, body) => {
    for (const id of ['%00', '%zz', '%ff']) {
      const answer = await product.member.call(method, `/v1/environments/${id}${below}`, { body });
      expect(answer.status).toBe(400);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
    }
  });

  test('scenario 43, rough edge 38: a viewer looks at everything, also while another user deploys; that changes nothing', async () => {
    const { reader, colleague, member } = product;
    const { faults } = product;
    const { at } = await deployed(member, [webServer({ unitNamingPattern: 'seen#' })]);
    async function look(client: typeof reader) {
      for (const below of ['', '/services', '/sessions', '/deployments', '/events', '/lastStatus']) {
        expect((await client.call('GET', `${at}${below}`)).status).toBe(200);
      }
      return client.ok('GET', at);
    }
    const before = await look(reader);
    expect(before).toMatchObject({ status: 'ready', version: 1 });
    expect(await look(colleague)).toEqual(before);

    const silence = await faults.add({ kind: 'silence', target: 'slow1' });
    const session = await open(member, at);
    await add(member, at, session, webServer({ name: 'slow', unitNamingPattern: 'slow#' }));
    const deployment = await deploy(member, at, session);
    const asked = async () => {
      const { events } = await reader.ok('GET', `${at}/events?deployment_id=${deployment}&limit=1000`);
      return list(events).map((event) => text(event.text));
    };
    await expect.poll(asked).toContain("Setting the administrator's password on slow1");
    for (const viewer of [reader, colleague]) {
      const seen = await look(viewer);
      expect(seen).toMatchObject({
        status: 'deploying',
        version: 1,
        active_kind: 'deploy',
        active_deployment_id: deployment,
      });
      // As reached so far: the machine stands, what it was asked for is under way.
      expect(list(seen.services).map(({ name }) => name)).toEqual(['frontend', 'slow']);
    }
    expect((await member.call('POST', `${at}/deployments/${deployment}/cancel`)).status).toBe(200);
    await settled(member, at);
    await faults.remove(silence);
  });

  test('a reader may change nothing, and is told so', async () => {
    const { reader, member } = product;
    const { at } = await deployed(member, [webServer()]);
    const session = await open(member, at);
    const before = await reader.ok('GET', at);
    const writes: [string, string, unknown?][] = [
      ['POST', '/v1/environments', { name: 'no' }],
      ['PUT', at, { name: 'no' }],
      ['DELETE', at],
      ['POST', `${at}/configure`],
      ['POST', `${at}/services`, webServer()],
      ['PUT', `${at}/services/0/flavor`, 'm1.small'],
      ['DELETE', `${at}/services`],
      ['DELETE', `${at}/sessions/${session}`],
      ['POST', `${at}/sessions/${session}/deploy`],
      ['POST', `${at}/sessions/${session}/reapply`],
    ];
    for (const [method, path, body] of writes) {
      const answer = await reader.call(method, path, { body, session });
      expect([path, answer.status, object(answer.json).code]).toEqual([path, 403, 'role_too_low']);
    }
    expect(await reader.ok('GET', at)).toEqual(before);
  });
});
