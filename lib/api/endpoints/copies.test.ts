import { beforeAll, describe, expect, test } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { activeDirectory, PASSWORD, webServer } from '@/lib/api/testing/services';
import { add, deployed, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import type { Json, JsonObject } from '@/lib/model/json';
import { fingerprintOf, MASK, SEALED } from '@/lib/model/secret';

/** Cloning an environment, exporting it to a file and importing one, over HTTP on a real database. */

const product = productForTests();
let original: { id: string; at: string };
beforeAll(async () => {
  original = await deployed(product.member, [
    activeDirectory({ domain: 'copy.local', name: 'copy.local', unitNamingPattern: 'cdc#' }),
    webServer({ name: 'portal', domain: 'copy.local', adminPassword: 'Wh1te-Harbour!' }),
  ]);
});

/** What a person chose of the services of a document: no ids, no state, no instants. */
function chosen(services: Json | undefined): JsonObject[] {
  const own = ({ id: _id, state: _state, created: _c, updated: _u, status: _s, uri: _uri, ...rest }: JsonObject) =>
    rest;
  return list(services).map((service) => ({
    ...own(service),
    units: list(service.units).map(({ name: _name, address: _address, ...unit }) => own(unit)),
  }));
}

async function draftOf(made: JsonObject): Promise<JsonObject> {
  const row = await product.db.session.findUniqueOrThrow({ where: { id: text(made.session_id) } });
  return object(row.model as Json);
}

const opened = (value: Json | undefined) => product.container.box.openDeep(value ?? null);

describe('cloning an environment', () => {
  test('gives the same services with passwords of their own, as a draft', async () => {
    const { member } = product;
    const made = await member.ok('POST', `${original.at}/clone`, { body: { name: 'Copy' } });
    expect(made).toMatchObject({ environment: { name: 'Copy', version: 0, status: 'pending' }, deployment_id: null });
    const at = `/v1/environments/${text(object(made.environment).id)}`;
    const copy = await member.ok('GET', at, { session: text(made.session_id) });
    const source = await member.ok('GET', original.at);
    expect(chosen(copy.services)).toEqual(chosen(source.services));
    expect(list(made.credentials).map(({ label }) => label)).toEqual([
      'Administrator password',
      'Recovery password',
      'Administrator password',
    ]);
    const [domain] = list(object(opened(await draftOf(made))).services);
    expect(domain?.adminPassword).toBe(list(made.credentials)[0]?.value);
    expect(domain?.adminPassword).not.toBe(PASSWORD);
    expect(domain?.state).toBeUndefined();
    const ids = (services: Json | undefined) =>
      list(services).flatMap(({ id, units }) => [id, ...list(units).map((unit) => unit.id)]);
    expect(ids(copy.services).filter((id) => ids(source.services).includes(id))).toEqual([]);
  });

  test('keeps the sealed passwords when asked to, tells none, and deploys to ready', async () => {
    const { member, db } = product;
    const body = { name: 'Twin', secrets: 'keep', deploy: true };
    const made = await member.ok('POST', `${original.at}/clone`, { body });
    expect(made.credentials).toEqual([]);
    const at = `/v1/environments/${text(object(made.environment).id)}`;
    expect(await settled(member, at)).toMatchObject({ status: 'ready', version: 1 });
    const seals = async (id: string) => {
      const { model } = await db.environment.findUniqueOrThrow({ where: { id } });
      return list(object(model as Json).services).map(({ adminPassword }) => fingerprintOf(text(adminPassword)));
    };
    expect(await seals(text(object(made.environment).id))).toEqual(await seals(original.id));
    const audit = await db.auditEntry.findFirstOrThrow({
      where: { action: 'environment.clone', targetId: text(object(made.environment).id) },
    });
    expect(audit.details).toMatchObject({ from: original.id, secrets: 'keep', name: 'Twin' });
  });

  test('takes one’s own draft instead of what is deployed', async () => {
    const { member } = product;
    const session = await open(member, original.at);
    await add(member, original.at, session, webServer({ name: 'drafted' }));
    const made = await member.ok('POST', `${original.at}/clone`, { session, body: { name: 'Drafted' } });
    expect(list((await draftOf(made)).services).map(({ name }) => name)).toEqual(['copy.local', 'portal', 'drafted']);
    await member.ok('DELETE', `${original.at}/sessions/${session}`);
  });

  test('refuses taken names, nothing to copy, readers and other tenants', async () => {
    const { member, reader, stranger } = product;
    const codeOf = async (client: typeof member, at: string, name: string) => {
      const { status, json } = await client.call('POST', `${at}/clone`, { body: { name } });
      return [status, object(json).code];
    };
    expect(await codeOf(member, original.at, 'copy')).toEqual([409, 'environment_name_taken']);
    expect(await codeOf(member, original.at, ' ')).toEqual([400, 'invalid_input']);
    expect(await codeOf(reader, original.at, 'R')).toEqual([403, 'role_too_low']);
    expect(await codeOf(stranger, original.at, 'S')).toEqual([404, 'environment_not_found']);
    const empty = await newEnvironment(member);
    expect(await codeOf(member, empty.at, 'E')).toEqual([409, 'environment_empty']);
  });
});

describe('exporting and importing a file', () => {
  test('a file holds everything but secrets, and gives the same environment again', async () => {
    const { member, reader, db } = product;
    const file = await reader.ok('GET', `${original.at}/export`);
    expect(file).toMatchObject({ format: 'VetroEnvironment/1.0', parameters: [] });
    expect(JSON.stringify(file)).not.toMatch(SEALED);
    expect(JSON.stringify(file)).not.toContain(MASK);
    expect(list(file.services)[1]).toEqual({
      type: 'webServer',
      name: 'portal',
      domain: 'copy.local',
      adminPassword: { $secret: 'ask' },
      flavor: 'm1.medium',
      osImage: { name: 'ws-2012-std' },
      units: [{}],
    });
    expect(await db.auditEntry.count({ where: { action: 'environment.export', targetId: original.id } })).toBe(1);

    const check = await member.ok('POST', '/v1/environments/import/check', { body: { document: file } });
    expect(check).toMatchObject({
      problems: [],
      needs: { machines: 3 },
      secrets: [
        { id: 'services.0.adminPassword', mode: 'ask', label: 'Administrator password', service: 'copy.local' },
        { id: 'shared-1', mode: 'ask', label: 'Recovery password' },
        { id: 'services.1.adminPassword', mode: 'ask', service: 'portal' },
      ],
    });

    const secrets = { 'services.0.adminPassword': PASSWORD };
    const body = { document: file, name: 'Imported', secrets, missing_secrets: 'generate', deploy: true };
    const made = await member.ok('POST', '/v1/environments/import', { body });
    expect(list(made.credentials).map(({ label, services }) => [label, services])).toEqual([
      ['Recovery password', ['copy.local']],
      ['Administrator password', ['portal']],
    ]);
    const at = `/v1/environments/${text(object(made.environment).id)}`;
    const imported = await settled(member, at);
    expect(imported).toMatchObject({ status: 'ready', version: 1 });
    expect(chosen(imported?.services)).toEqual(chosen((await member.ok('GET', original.at)).services));
    const again = await member.ok('GET', `${at}/export`);
    expect(again.services).toEqual(file.services);
  });

  test('a secret that the file asks for and nobody typed is named by its path', async () => {
    const { member } = product;
    const file = await member.ok('GET', `${original.at}/export`);
    const answer = await member.call('POST', '/v1/environments/import', { body: { document: file, name: 'Missing' } });
    expect(answer.status).toBe(400);
    expect(list(object(answer.json).fields).map(({ path, code }) => [path, code])).toEqual([
      ['services.0.adminPassword', 'secret_missing'],
      ['services.0.units.0.recoveryPassword', 'secret_missing'],
      ['services.1.adminPassword', 'secret_missing'],
    ]);
  });

  const web = { type: 'webServer', name: 'web', adminPassword: { $secret: 'generate' }, units: [{}] };
  const head = { format: 'VetroEnvironment/1.0', name: 'File' };
  test.each<[string, Json, [string, string][]]>([
    [
      'something else',
      { hello: 'world' },
      [
        ['format', 'unknown_format'],
        ['name', 'invalid'],
        ['services', 'invalid'],
        ['hello', 'unknown_property'],
      ],
    ],
    ['a list', [], [['', 'invalid']]],
    [
      'a service type that nobody has',
      { ...head, services: [{ type: 'castle', name: 'c', units: [{}] }] },
      [['services.0.type', 'unknown_type']],
    ],
    ['a service without a type', { ...head, services: [{ name: 'c' }] }, [['services.0.type', 'invalid']]],
    [
      'a property that the type does not have',
      { ...head, services: [{ ...web, colour: 'red' }] },
      [['services.0.colour', 'unknown_property']],
    ],
    [
      'a size that the cloud does not have',
      { ...head, services: [{ ...web, flavor: 'huge' }] },
      [['services.0.flavor', 'not_offered']],
    ],
    [
      'a domain that nothing provides',
      { ...head, services: [{ ...web, domain: 'no.where' }] },
      [['services.0.domain', 'domain_not_provided']],
    ],
    [
      'no machines',
      { ...head, services: [{ type: 'webServer', name: 'web', adminPassword: { $secret: 'generate' } }] },
      [['services.0.units', 'too_few_units']],
    ],
    [
      'a marker that is none',
      { ...head, services: [{ ...web, adminPassword: { $secret: 'guess' } }] },
      [['services.0.adminPassword', 'bad_marker']],
    ],
    [
      'a parameter that is none',
      { ...head, services: [{ ...web, name: { $parameter: 'who' } }] },
      [['services.0.name', 'unknown_parameter']],
    ],
    [
      'a password in clear that is weak',
      { ...head, services: [{ ...web, adminPassword: 'short' }] },
      [['services.0.adminPassword', 'password_short']],
    ],
  ])('a file with %s is checked whole and refused by path', async (_, document, expected) => {
    const { member } = product;
    const check = await member.ok('POST', '/v1/environments/import/check', { body: { document } });
    const found = list(check.problems).map(({ path, code }) => [path, code]);
    for (const [path, code] of expected) {
      expect(found.map(([at]) => at)).toContain(path);
      if (code !== 'password_short') expect(found).toContainEqual([path, code]);
    }
    const before = await product.db.environment.count();
    const answer = await member.call('POST', '/v1/environments/import', { body: { document, name: 'Bad' } });
    expect(answer.status).toBe(400);
    expect(list(object(answer.json).fields).map(({ path, code }) => [path, code])).toEqual(found);
    expect(await product.db.environment.count()).toBe(before);
  });

  test('readers, strangers and sealed secrets are refused', async () => {
    const { reader, stranger, member, db } = product;
    const document = { ...head, services: [web] };
    for (const to of ['import', 'import/check']) {
      expect((await reader.call('POST', `/v1/environments/${to}`, { body: { document } })).status).toBe(403);
    }
    expect((await stranger.call('GET', `${original.at}/export`)).status).toBe(404);
    const row = await db.environment.findUniqueOrThrow({ where: { id: original.id } });
    const sealed = text(list(object(row.model as Json).services)[0]?.adminPassword);
    const answer = await member.call('POST', '/v1/environments/import', {
      body: { document: { ...head, services: [{ ...web, adminPassword: sealed }] } },
    });
    expect([answer.status, object(answer.json).code]).toEqual([400, 'sealed_input']);
  });
});
