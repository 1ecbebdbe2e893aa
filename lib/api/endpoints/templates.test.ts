import { describe, expect, test } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { activeDirectory, webServer } from '@/lib/api/testing/services';
import { add, deployed, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import type { Json, JsonObject } from '@/lib/model/json';
import { MASK, SEALED } from '@/lib/model/secret';
import { passwordViolations } from '@/lib/model/windows-rules';

/** Templates, over HTTP on a real database with real machines of the embedded cloud. */

const product = productForTests();

const SMALL_OFFICE = '/v1/templates/small-office-domain';
const HEX = /^[0-9a-f]{32}$/;

async function template(id: string): Promise<JsonObject> {
  return product.member.ok('GET', `/v1/templates/${id}`);
}

/** Field paths of a refusal. */
const paths = (json: Json | undefined) => list(object(json).fields).map(({ path }) => path);

describe('the templates that ship', () => {
  test('are offered to readers with what they make, the smallest first', async () => {
    const { templates } = await product.reader.ok('GET', '/v1/templates');
    const [first] = list(templates);
    expect(first).toMatchObject({
      id: 'small-office-domain',
      origin: 'shipped',
      name: 'Small office domain',
      services: [
        { type: 'activeDirectory', title: 'Active Directory', machines: 2 },
        { type: 'webServer', title: 'Web Server', machines: 1 },
      ],
      needs: { machines: 3, vcpus: 6, memory_mb: 12_288 },
      missing_types: [],
      mine: false,
    });
    const sizes = list(templates).map(({ needs }) => Number(object(needs).machines));
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
  });

  test('are not there for whoever is not signed in', async () => {
    expect((await product.anonymous().call('GET', '/v1/templates')).status).toBe(401);
  });
});

describe('making an environment from a template', () => {
  test('takes a name alone, deploys to ready, and answers with strong passwords once', async () => {
    const { member, db, logLines } = product;
    const made = await member.ok('POST', `${SMALL_OFFICE}/environments`, { body: { name: 'Accounting, Vienna' } });
    expect(made).toMatchObject({
      environment: { name: 'Accounting, Vienna', status: 'deploying', version: 0 },
      session_id: expect.stringMatching(HEX),
      deployment_id: expect.stringMatching(HEX),
    });
    const credentials = list(made.credentials);
    expect(credentials.map(({ label, services }) => [label, services])).toEqual([
      ['Administrator password', ['accounting.internal']],
      ['Recovery password', ['accounting.internal']],
      ['Administrator password', ['web']],
    ]);
    const values = credentials.map(({ value }) => text(value));
    expect(new Set(values).size).toBe(3);
    for (const value of values) expect(passwordViolations(value)).toEqual([]);

    const id = text(object(made.environment).id);
    const environment = await settled(member, `/v1/environments/${id}`);
    expect(environment).toMatchObject({ status: 'ready', version: 1 });
    const [domain, web] = list(environment?.services);
    expect(domain).toMatchObject({ type: 'activeDirectory', name: 'accounting.internal', adminPassword: MASK });
    expect(list(domain?.units).map(({ isMaster, state }) => [isMaster, object(state).hostname])).toEqual([
      [true, 'dc1'],
      [false, 'dc2'],
    ]);
    expect(web).toMatchObject({ domain: 'accounting.internal', units: [{ state: { domain: 'accounting.internal' } }] });

    // in clear they are nowhere: not in the database, not in the log
    const dump = JSON.stringify([
      await db.environment.findMany(),
      await db.session.findMany(),
      await db.run.findMany(),
      await db.event.findMany(),
      (await db.auditEntry.findMany()).map(({ id: _id, position: _position, ...entry }) => entry),
      await db.environmentTemplate.findMany(),
    ]);
    for (const value of values) {
      expect(dump).not.toContain(value);
      expect(logLines.join('\n')).not.toContain(value);
    }
    const audit = await db.auditEntry.findFirstOrThrow({
      where: { targetId: id, action: 'environment.from_template' },
    });
    expect(audit).toMatchObject({
      userId: member.userId,
      details: { templateId: 'small-office-domain', version: '1.0.0', name: 'Accounting, Vienna' },
    });
  });

  test('the next time, says how long it took', async () => {
    const seconds = (await template('small-office-domain')).usual_seconds;
    expect(seconds).toBeGreaterThanOrEqual(1);
    const stranger = await product.stranger.ok('GET', SMALL_OFFICE);
    expect(stranger.usual_seconds).toBeNull();
  });

  test('makes a domain of its own for a name that would give one that is there', async () => {
    const { member } = product;
    const body = { name: 'Accounting: Graz', deploy: false };
    const made = await member.ok('POST', `${SMALL_OFFICE}/environments`, { body });
    expect(made).toMatchObject({ environment: { status: 'pending' }, deployment_id: null });
    const at = `/v1/environments/${text(object(made.environment).id)}`;
    const drafted = await member.ok('GET', at, { session: text(made.session_id) });
    const [domain] = list(drafted.services);
    expect(domain?.domain).toBe('accounting-graz.internal');
    const again = await member.ok('POST', `${SMALL_OFFICE}/environments`, {
      body: { name: 'Accounting', deploy: false },
    });
    const [second] = list(
      (
        await member.ok('GET', `/v1/environments/${text(object(again.environment).id)}`, {
          session: text(again.session_id),
        })
      ).services,
    );
    expect(second?.domain).toBe('accounting2.internal');
  });

  test('takes parameters and passwords that were chosen, and then makes none', async () => {
    const { member } = product;
    const secrets = {
      'domain-admin': 'Gr33n-Orchard!',
      recovery: 'R3covery-Harbour!',
      'web-admin': 'Wh1te-Harbour!',
    };
    const body = { name: 'Chosen', parameters: { domain: 'Chosen.Example' }, secrets, deploy: false };
    const made = await member.ok('POST', `${SMALL_OFFICE}/environments`, { body });
    expect(made.credentials).toEqual([]);
    const row = await product.db.session.findUniqueOrThrow({ where: { id: text(made.session_id) } });
    const model = product.container.box.openDeep(row.model) as JsonObject;
    expect(list(model.services)[0]).toMatchObject({
      domain: 'chosen.example',
      adminPassword: 'Gr33n-Orchard!',
      units: [{ recoveryPassword: 'R3covery-Harbour!' }, { recoveryPassword: 'R3covery-Harbour!' }],
    });
  });

  test.each([
    ['an empty name', { name: ' ' }, 400, 'invalid_input', ['name']],
    [
      'a domain of one part',
      { name: 'x1', parameters: { domain: 'acme' } },
      400,
      'blueprint_unfit',
      ['parameters.domain'],
    ],
    [
      'a parameter it does not have',
      { name: 'x2', parameters: { colour: 'red' } },
      400,
      'blueprint_unfit',
      ['parameters.colour'],
    ],
    [
      'a weak password',
      { name: 'x3', secrets: { 'web-admin': 'short' } },
      400,
      'blueprint_unfit',
      ['services.1.adminPassword'],
    ],
    [
      'a secret nothing asks for',
      { name: 'x4', secrets: { sa: 'Wh1te-Harbour!' } },
      400,
      'blueprint_unfit',
      ['secrets.sa'],
    ],
    ['a property nobody knows', { name: 'x5', size: 3 }, 400, 'invalid_input', ['size']],
  ])('refuses %s, and then nothing is made', async (_, body, status, code, fields) => {
    const before = await product.db.environment.count();
    const answer = await product.member.call('POST', `${SMALL_OFFICE}/environments`, { body });
    expect(answer.status).toBe(status);
    expect(answer.json).toMatchObject({ code });
    expect([...new Set(paths(answer.json))]).toEqual(fields);
    expect(await product.db.environment.count()).toBe(before);
  });

  test('refuses a name that is taken, a template that is not there, and readers', async () => {
    const { member, reader } = product;
    const taken = await member.call('POST', `${SMALL_OFFICE}/environments`, { body: { name: 'ACCOUNTING, VIENNA' } });
    expect(taken.status).toBe(409);
    expect(taken.json).toMatchObject({ code: 'environment_name_taken' });
    const nothing = await member.call('POST', '/v1/templates/castle/environments', { body: { name: 'y' } });
    expect([nothing.status, object(nothing.json).code]).toEqual([404, 'template_not_found']);
    const refused = await reader.call('POST', `${SMALL_OFFICE}/environments`, { body: { name: 'z' } });
    expect([refused.status, object(refused.json).code]).toEqual([403, 'role_too_low']);
  });

  test('refuses what the quota does not hold, naming what is short, and nothing stays', async () => {
    const owner = await product.clientOf('otto', 'Overfull', 'member');
    const controllers = Array.from({ length: 19 }, (_, index) => ({
      isMaster: index === 0,
      recoveryPassword: 'R3covery-One!',
    }));
    const full = await deployed(owner, [activeDirectory({ units: controllers, flavor: 'm1.small' })]);
    const answer = await owner.call('POST', `${SMALL_OFFICE}/environments`, { body: { name: 'One too many' } });
    expect(answer.status).toBe(400);
    expect(list(object(answer.json).fields)).toMatchObject([{ path: 'services', code: 'over_quota' }]);
    const { environments } = await owner.ok('GET', '/v1/environments');
    expect(list(environments).map(({ id }) => id)).toEqual([full.id]);
  });
});

describe('every template that ships', () => {
  test.each(['small-office-domain', 'three-tier-web-farm', 'highly-available-sql'])(
    '%s deploys to ready with a name alone, and its file gives the same environment again',
    async (id) => {
      const owner = await product.clientOf(`one-${id}`, `Tenant of ${id}`, 'member');
      const made = await owner.ok('POST', `/v1/templates/${id}/environments`, { body: { name: 'Main' } });
      const at = `/v1/environments/${text(object(made.environment).id)}`;
      const settledOne = await settled(owner, at);
      const [deployment] = list((await owner.ok('GET', `${at}/deployments`)).deployments);
      expect([settledOne?.status, deployment?.state, deployment?.problem]).toEqual(['ready', 'success', null]);
      const { blueprint } = await owner.ok('GET', `/v1/templates/${id}`);
      expect(list(settledOne?.services).map(({ type }) => type)).toEqual(
        list(object(blueprint).services).map(({ type }) => type),
      );
      const document = await owner.ok('GET', `${at}/export`);
      const again = await owner.ok('POST', '/v1/environments/import', {
        body: { document, name: 'Again', missing_secrets: 'generate' },
      });
      const session = text(again.session_id);
      const copy = `/v1/environments/${text(object(again.environment).id)}/export`;
      expect((await owner.ok('GET', copy, { session })).services).toEqual(document.services);
    },
    120_000,
  );
});

describe('saving an environment as a template', () => {
  test('keeps what was chosen, leaves secrets out, and gives the same environment again', async () => {
    const { member, colleague, stranger, db } = product;
    const { id } = await deployed(member, [
      activeDirectory({ domain: 'saved.local', name: 'saved.local', unitNamingPattern: 'sdc#' }),
      webServer({ name: 'portal', domain: 'saved.local', flavor: 'm1.small', unitNamingPattern: 'portal#' }),
    ]);
    const saved = await member.ok('POST', '/v1/templates', {
      body: { environment_id: id, name: 'Our office', summary: 'As in Vienna.' },
    });
    expect(saved).toMatchObject({
      id: expect.stringMatching(HEX),
      origin: 'tenant',
      name: 'Our office',
      summary: 'As in Vienna.',
      created_by: 'max',
      mine: true,
      parameters: [{ name: 'domain', default: 'saved.local' }],
      needs: { machines: 3 },
      // tried on the machines that it is saved from, told without their addresses
      losses: [{ host: 'portal1', sentence: 'Nobody answers at http://portal1 any more.' }],
    });
    const copied = await colleague.ok('POST', `/v1/templates/${text(saved.id)}/clone`, { body: { name: 'A copy' } });
    expect(copied.losses).toEqual(saved.losses);
    await colleague.ok('PUT', `/v1/templates/${text(copied.id)}/services`, { body: [] });
    expect((await colleague.ok('GET', `/v1/templates/${text(copied.id)}`)).losses).toBeNull();
    const stored = await db.environmentTemplate.findUniqueOrThrow({ where: { id: text(saved.id) } });
    expect(JSON.stringify(stored.blueprint)).not.toMatch(SEALED);
    const { blueprint } = await colleague.ok('GET', `/v1/templates/${text(saved.id)}`);
    expect(list(object(blueprint).services)[0]).toEqual({
      type: 'activeDirectory',
      name: { $parameter: 'domain' },
      domain: { $parameter: 'domain' },
      adminPassword: { $secret: 'generate', key: 'shared-1' },
      flavor: 'm1.medium',
      osImage: { name: 'ws-2012-std' },
      unitNamingPattern: 'sdc#',
      units: [
        { isMaster: true, recoveryPassword: { $secret: 'generate', key: 'shared-2' } },
        { isMaster: false, recoveryPassword: { $secret: 'generate', key: 'shared-2' } },
      ],
    });

    const { templates } = await colleague.ok('GET', '/v1/templates');
    expect(list(templates).find((one) => one.id === saved.id)).toMatchObject({ name: 'Our office', mine: false });
    expect((await stranger.call('GET', `/v1/templates/${text(saved.id)}`)).status).toBe(404);
    expect(list((await stranger.ok('GET', '/v1/templates')).templates).map(({ origin }) => origin)).not.toContain(
      'tenant',
    );
    const theirs = await stranger.call('POST', `/v1/templates/${text(saved.id)}/environments`, { body: { name: 'q' } });
    expect(theirs.status).toBe(404);

    const made = await colleague.ok('POST', `/v1/templates/${text(saved.id)}/environments`, {
      body: { name: 'Second office' },
    });
    const second = await settled(colleague, `/v1/environments/${text(object(made.environment).id)}`);
    expect(second).toMatchObject({
      status: 'ready',
      services: [
        { type: 'activeDirectory', domain: 'saved.local', flavor: 'm1.medium' },
        { type: 'webServer', name: 'portal', domain: 'saved.local', flavor: 'm1.small' },
      ],
    });
    const audit = await db.auditEntry.findFirstOrThrow({ where: { targetId: text(saved.id) } });
    expect(audit).toMatchObject({ action: 'template.save', details: { name: 'Our office', environmentId: id } });
  });

  test('takes one’s own draft, and marks passwords to be asked when that is wanted', async () => {
    const { member, colleague } = product;
    const { at, id } = await newEnvironment(member);
    const session = await open(member, at);
    const empty = await member.call('POST', '/v1/templates', { body: { environment_id: id, name: 'Nothing' } });
    expect([empty.status, object(empty.json).code]).toEqual([409, 'environment_empty']);
    await add(member, at, session, webServer());
    const body = { environment_id: id, name: 'Asking', secrets: 'ask' };
    const notTheirs = await colleague.call('POST', '/v1/templates', { session, body });
    expect(object(notTheirs.json).code).toBe('session_of_another_user');
    const saved = await member.ok('POST', '/v1/templates', { session, body });
    expect(saved.secrets).toEqual([
      {
        id: 'services.0.adminPassword',
        mode: 'ask',
        label: 'Administrator password',
        service: 'frontend',
        kind: 'password',
      },
    ]);
    const to = `/v1/templates/${text(saved.id)}/environments`;
    const missing = await member.call('POST', to, { body: { name: 'Asked', deploy: false } });
    expect(list(object(missing.json).fields)).toMatchObject([
      { path: 'services.0.adminPassword', code: 'secret_missing' },
    ]);
    const secrets = { 'services.0.adminPassword': 'Gr33n-Orchard!' };
    const made = await member.ok('POST', to, { body: { name: 'Asked', deploy: false, secrets } });
    expect(made.credentials).toEqual([]);
  });

  test('refuses a name that is taken, and environments of others', async () => {
    const { member, stranger } = product;
    const { id } = await deployed(member, [webServer({ name: 'twin' })]);
    await member.ok('POST', '/v1/templates', { body: { environment_id: id, name: 'Twin' } });
    const twin = await member.call('POST', '/v1/templates', { body: { environment_id: id, name: 'TWIN' } });
    expect([twin.status, object(twin.json).code]).toEqual([409, 'template_name_taken']);
    const foreign = await stranger.call('POST', '/v1/templates', { body: { environment_id: id, name: 'Mine' } });
    expect([foreign.status, object(foreign.json).code]).toEqual([404, 'environment_not_found']);
    const reader = await product.reader.call('POST', '/v1/templates', { body: { environment_id: id, name: 'R' } });
    expect(reader.status).toBe(403);
  });
});

describe('deleting a template', () => {
  test('is for whoever saved it and for administrators of the tenant', async () => {
    const { member, colleague, admin, stranger, reader } = product;
    const { id } = await deployed(member, [webServer({ name: 'short-lived' })]);
    const save = async (name: string) =>
      text((await member.ok('POST', '/v1/templates', { body: { environment_id: id, name } })).id);
    const [first, second] = [await save('First'), await save('Second')];
    const by = async (client: typeof member, template: string) => {
      const { status, json } = await client.call('DELETE', `/v1/templates/${template}`);
      return json === undefined ? status : [status, object(json).code];
    };
    expect(await by(colleague, first)).toEqual([403, 'template_of_another_user']);
    expect(await by(reader, first)).toEqual([403, 'role_too_low']);
    expect(await by(stranger, first)).toEqual([404, 'template_not_found']);
    expect(await by(member, 'small-office-domain')).toEqual([403, 'template_shipped']);
    expect(await by(member, first)).toBe(200);
    expect(await by(member, first)).toEqual([404, 'template_not_found']);
    expect(await by(admin, second)).toBe(200);
    const audit = await product.db.auditEntry.findFirstOrThrow({
      where: { action: 'template.delete', targetId: second },
    });
    expect(audit.userId).toBe(admin.userId);
  });
});
