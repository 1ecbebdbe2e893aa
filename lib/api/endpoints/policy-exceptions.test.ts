import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '@/lib/api/testing/product';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { codeOf, list, object, text } from '@/lib/api/testing/responses';
import { webServer } from '@/lib/api/testing/services';
import { add, deploy, deployed, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { systemAdmin } from '@/lib/api/testing/system-admin';
import type { JsonObject } from '@/lib/model/json';

/** Leave of a policy, what is counted of it, and what it would have said. */

const product = productForTests();
let root: Client;
beforeAll(async () => {
  root = await systemAdmin(product);
});

const NEVER = `predeploy_errors(e, o, sentence) :-
  murano:states(e, s), murano:parent_types(o, "webServer"), murano:properties(o, "name", name),
  concat(name, " is not allowed", sentence)`;
const soon = (ms: number) => new Date(Date.now() + ms).toISOString();
const DAY_MS = 24 * 3600 * 1000;

async function policy(client: Client, more: JsonObject = {}): Promise<{ id: string; at: string }> {
  const body = { name: `Rule ${crypto.randomUUID().slice(0, 8)}`, text: NEVER, ...more };
  const { id } = await client.ok('POST', '/v1/policies', { body });
  return { id: text(id), at: `/v1/policies/${text(id)}` };
}

async function draft(client: Client) {
  const environment = await newEnvironment(client);
  const session = await open(client, environment.at);
  await add(client, environment.at, session, webServer());
  const check = (query = '') => client.ok('POST', `${environment.at}/sessions/${session}/policy-check${query}`);
  return {
    ...environment,
    session,
    check,
    begin: () => client.call('POST', `${environment.at}/sessions/${session}/deploy`),
  };
}

describe('an exception', () => {
  test('lets one environment through and no other, is told with the verdict, and ends by itself', async () => {
    const { id, at } = await policy(product.admin);
    const [mine, other] = [await draft(product.member), await draft(product.member)];
    const body = { environment_id: mine.id, reason: 'Needed for the fair', until: soon(DAY_MS) };
    expect((await product.member.call('POST', `${at}/exceptions`, { body })).status).toBe(403);
    const made = await product.admin.ok('POST', `${at}/exceptions`, { body });
    expect(made).toMatchObject({ active: true, reason: 'Needed for the fair', environment_id: mine.id });
    expect(await mine.check()).toMatchObject({
      outcome: 'warn',
      verdicts: [{ stops: false, not_enforced: true, excepted: { until: body.until, by: expect.any(String) } }],
    });
    expect(await other.check()).toMatchObject({
      ...{ outcome: 'stop', verdicts: [{ stops: true, excepted: null }] },
      // whoever is stopped, and may not make an exception, is told who may
      exceptions_by: [{ policyId: id, names: expect.arrayContaining(['ada']) }],
    });
    expect(await (await draft(product.admin)).check()).toMatchObject({ outcome: 'stop', exceptions_by: [] });
    const added = await product.member.ok('POST', `${other.at}/policy-check`, { body: webServer({ name: 'more' }) });
    expect(added).toMatchObject({ outcome: 'stop', exceptions_by: [{ policyId: id }] });
    const run = await deploy(product.member, mine.at, mine.session);
    await settled(product.member, mine.at);
    const { verdicts } = object((await product.member.ok('GET', `${mine.at}/runs/${run}`)).run);
    expect(list(verdicts)).toMatchObject([{ excepted: { reason: 'Needed for the fair' } }]);
    expect((await other.begin()).status).toBe(422);
    expect(await product.reader.ok('GET', at)).toMatchObject({
      statistics: { days: 30, stopped: 1, would_have_stopped: 1, last: expect.any(String) },
      exceptions: [{ id: made.id }],
    });
    // its day comes
    await product.db.policyException.update({ where: { id: text(made.id) }, data: { until: new Date() } });
    const again = text(await open(product.member, mine.at));
    const check = await product.member.ok('POST', `${mine.at}/sessions/${again}/policy-check`);
    expect(check).toMatchObject({ outcome: 'stop' });
    expect(list((await product.admin.ok('GET', `${at}/exceptions`)).exceptions)).toMatchObject([{ active: false }]);
    const audited = await product.db.auditEntry.findMany({ where: { targetId: id }, orderBy: { id: 'asc' } });
    expect(audited.map(({ action }) => action)).toEqual(['policy.create', 'policy.except']);
    await product.admin.ok('DELETE', at);
  });

  test('is asked for by people who read the names of what rules know by ids', async () => {
    const { at } = await policy(product.admin, {
      text: `predeploy_errors(e, o, sentence) :-
  murano:states(e, s), murano:parent_types(o, "webServer"), concat(o, " is no part of ", begin), concat(begin, e, sentence)`,
    });
    const { check, at: environment } = await draft(product.member);
    const [said] = list((await check()).verdicts);
    const { name } = await product.member.ok('GET', environment);
    expect(said).toMatchObject({ sentence: `${text(said?.service_name)} is no part of ${text(name)}` });
    // the same where the rules cannot be asked: what the one takes away the other changes
    const change = (action: string) => `predeploy_modify(e, o, a) :-
  murano:states(e, s), murano:parent_types(o, "webServer"), concat("${action}", o, b), concat(b, "}", a)`;
    const both = ['remove-object: {object_id: ', 'set-property: {prop_name: flavor, value: x, object_id: '].map(change);
    await product.admin.ok('PATCH', at, { body: { text: both.join('\n') } });
    const [failure] = list((await check()).verdicts);
    expect(failure).toMatchObject({
      kind: 'failure',
      sentence: expect.stringContaining('There is no object “frontend”'),
    });
    await product.admin.ok('DELETE', at);
  });

  test('of a tenant holds in all its environments until somebody ends it', async () => {
    const { at } = await policy(root, { scope: 'installation' });
    const { check } = await draft(product.member);
    const tenant = (await root.ok('GET', '/v1/me')).tenant;
    expect(await check()).toMatchObject({ outcome: 'stop' });
    const body = { reason: 'Until the new sizes are there', until: soon(DAY_MS) };
    expect((await product.admin.call('POST', `${at}/exceptions`, { body })).status).toBe(403);
    const { tenant_id } = object(
      await root.ok('POST', `${at}/exceptions`, {
        body: { ...body, environment_id: (await draft(product.member)).id },
      }),
    );
    expect(await check()).toMatchObject({ outcome: 'stop' });
    const made = await root.ok('POST', `${at}/exceptions`, { body: { ...body, tenant_id: text(tenant_id) } });
    expect(await check()).toMatchObject({ outcome: 'warn' });
    expect(await root.ok('DELETE', `${at}/exceptions/${text(made.id)}`)).toMatchObject({
      active: false,
      ended_by: expect.any(String),
    });
    expect((await root.call('DELETE', `${at}/exceptions/${text(made.id)}`)).status).toBe(409);
    expect(await check()).toMatchObject({ outcome: 'stop' });
    expect(tenant).toBeDefined();
    await root.ok('DELETE', at);
  });

  test('has an end that lies ahead within a year, a reason, and an environment of the tenant', async () => {
    const { at } = await policy(product.admin);
    const refused = async (body: JsonObject) => {
      const answer = await product.admin.call('POST', `${at}/exceptions`, { body });
      return [answer.status, codeOf(answer)];
    };
    const reason = 'a reason';
    expect(await refused({ reason, until: soon(-1000) })).toEqual([400, 'invalid_input']);
    expect(await refused({ reason, until: soon(400 * DAY_MS) })).toEqual([400, 'invalid_input']);
    expect(await refused({ reason: '', until: soon(DAY_MS) })).toEqual([400, 'invalid_input']);
    const foreign = await newEnvironment(product.stranger);
    expect((await refused({ reason, until: soon(DAY_MS), environment_id: foreign.id }))[0]).toBeGreaterThanOrEqual(403);
    await product.admin.ok('DELETE', at);
  });
});

describe('why', () => {
  test('is told with each verdict of a draft, when asked for', async () => {
    const { at } = await policy(product.admin);
    const { check } = await draft(product.member);
    expect(list((await check()).verdicts)[0]).not.toHaveProperty('why');
    const [verdict] = list((await check('?explain=true')).verdicts);
    expect(list(object(verdict ?? {}).why).map(({ depth, kind, line }) => [depth, kind, line])).toEqual([
      [0, 'rule', 1],
      [1, 'fact', null],
      [1, 'fact', null],
      [1, 'fact', null],
      [1, 'computed', null],
    ]);
    await product.admin.ok('DELETE', at);
  });

  test('and why not, of a stored policy for everybody, of any text for administrators', async () => {
    const { id, at } = await policy(product.admin);
    const environment = await newEnvironment(product.member);
    const ask = (client: Client, body: JsonObject) =>
      client.call('POST', '/v1/policies/explain', { body: { environment_id: environment.id, ...body } });
    const { status, json } = await ask(product.reader, { policy_id: id });
    expect(status).toBe(200);
    expect(json).toMatchObject({ holds: false });
    const [steps] = object(json).answers as JsonObject[][];
    expect(steps?.map(({ kind, holds }) => [kind, holds])).toEqual([
      ['rule', false],
      ['fact', true],
      ['fact', false],
    ]);
    expect((await ask(product.member, { text: NEVER })).status).toBe(403);
    expect(await ask(product.admin, { text: 'p(1)', atom: 'p(x)' })).toMatchObject({ json: { holds: true } });
    const wrong = await ask(product.admin, { text: 'p(1)', atom: 'p(x' });
    expect([wrong.status, codeOf(wrong)]).toEqual([400, 'policy_invalid']);
    await product.admin.ok('DELETE', at);
  });
});

describe('trying rules on many', () => {
  test('goes through all environments page by page, and through the runs of a period', async () => {
    const before = soon(-1000);
    const names = ['one', 'two', 'three'];
    for (const name of names) await deployed(product.member, [webServer({ name })]);
    const tried: JsonObject[] = [];
    let after: string | null = null;
    do {
      const page: JsonObject = await product.admin.ok('POST', '/v1/policies/try', {
        body: { text: NEVER, limit: 2, ...(after === null ? {} : { after }) },
      });
      tried.push(...list(page.environments));
      after = (page.next as string | null) ?? null;
      expect(object(page.counts).asked).toBe(list(page.environments).length);
    } while (after !== null);
    expect(new Set(tried.map(({ id }) => id)).size).toBe(tried.length);
    for (const name of names)
      expect(tried.filter(({ verdicts }) => JSON.stringify(verdicts).includes(`${name} is not allowed`))).toHaveLength(
        1,
      );
    const replayed = await product.admin.ok('POST', '/v1/policies/try', { body: { text: NEVER, from: before } });
    expect(list(replayed.environments).length).toBe(replayed.total);
    expect(object(replayed.counts).stop).toBeGreaterThanOrEqual(3);
    expect(list(replayed.environments)[0]).toMatchObject({ run: { kind: 'deploy', at: expect.any(String) } });
    const nothing = await product.admin.ok('POST', '/v1/policies/try', {
      body: { text: NEVER, from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
    });
    expect(nothing).toMatchObject({ environments: [], total: 0, next: null });
  });

  test('of every tenant is for who administers the installation', async () => {
    await deployed(product.stranger, [webServer({ name: 'foreign' })]);
    const body = { text: NEVER, scope: 'installation' };
    expect((await product.admin.call('POST', '/v1/policies/try', { body })).status).toBe(403);
    const { environments } = await root.ok('POST', '/v1/policies/try', { body });
    expect(new Set(list(environments).map(({ tenant_id }) => tenant_id)).size).toBeGreaterThan(1);
  });

  test('tells of a draft, with why', async () => {
    const { id, session } = await draft(product.member);
    const body = { text: NEVER, environment_id: id, session_id: session, explain: true };
    const { environments } = await product.admin.ok('POST', '/v1/policies/try', { body });
    expect(list(environments)).toMatchObject([{ outcome: 'stop', verdicts: [{ why: expect.any(Array) }] }]);
  });
});

describe('ready policies', () => {
  test('are switched on with values that fit their contracts, and speak the language of whoever reads', async () => {
    const { templates } = await product.reader.ok('GET', '/v1/policy-templates');
    expect(list(templates).map(({ name }) => name)).toContain('machine-size');
    const at = '/v1/policy-templates/machine-size/policies';
    const wrong = await product.admin.call('POST', at, { body: { parameters: { most_cores: 'many', colour: 'red' } } });
    expect(wrong.json).toMatchObject({
      code: 'policy_parameters_invalid',
      fields: [{ path: 'parameters.colour' }, { path: 'parameters.most_cores' }],
    });
    expect((await product.member.call('POST', at, { body: {} })).status).toBe(403);
    const none = await product.admin.call('POST', '/v1/policy-templates/none/policies', { body: {} });
    expect(none.status).toBe(404);
    const headers = { 'accept-language': 'de' };
    const asked = { language: 'de', parameters: { most_cores: 1 } };
    const made = await product.admin.ok('POST', at, { body: asked, headers });
    expect(made).toMatchObject({ name: 'Größe von Maschinen', template: 'machine-size', language: 'de' });
    const { at: environmentAt, session, check } = await draft(product.member);
    const [english] = list((await check()).verdicts);
    expect(english).toMatchObject({
      policy: 'Size of machines',
      sentence: 'Cores that one machine may have here, at most: 1. Choose a smaller machine size.',
    });
    const checkAt = `${environmentAt}/sessions/${session}/policy-check`;
    const [german] = list((await product.member.ok('POST', checkAt, { headers })).verdicts);
    expect(german).toMatchObject({
      policy: 'Größe von Maschinen',
      sentence: 'Kerne, die eine Maschine hier haben darf, höchstens: 1. Eine kleinere Maschinengröße wählen.',
    });
    const policyAt = `/v1/policies/${text(made.id)}`;
    // what is kept with a run is read in any language, too
    await product.admin.ok('PATCH', policyAt, { body: { mode: 'warn' } });
    const deployAt = `${environmentAt}/sessions/${session}/deploy`;
    const { deployment_id: run } = await product.member.ok('POST', deployAt, { headers });
    await settled(product.member, environmentAt);
    for (const [read, sentence] of [
      [{ 'accept-language': 'en' }, 'Cores that one machine'],
      [headers, 'Kerne, die eine Maschine'],
    ] as const) {
      const { run: kept } = await product.member.ok('GET', `${environmentAt}/runs/${text(run)}`, { headers: read });
      expect(list(object(kept).verdicts)).toMatchObject([{ sentence: expect.stringContaining(sentence) }]);
    }
    await product.admin.ok('PATCH', policyAt, { body: { mode: 'stop' } });
    // a name that was shown in another language and comes back is not a name of their own
    const shown = await product.admin.ok('GET', policyAt);
    expect(shown).toMatchObject({ name: 'Size of machines' });
    await product.admin.ok('PATCH', policyAt, { body: { name: text(shown.name), mode: 'warn' } });
    expect(await product.admin.ok('GET', policyAt, { headers })).toMatchObject({ name: 'Größe von Maschinen' });
    await product.admin.ok('PATCH', policyAt, { body: { name: 'Ours' } });
    expect(await product.admin.ok('GET', policyAt, { headers })).toMatchObject({ name: 'Ours' });
    const bad = await product.admin.call('PATCH', policyAt, { body: { parameters: { most_cores: 0 } } });
    expect(bad.status).toBe(400);
    const own = await product.admin.ok('PATCH', policyAt, { body: { text: 'p(1)' } });
    expect(own).toMatchObject({ template: null, version: 2 });
    await product.admin.ok('DELETE', policyAt);
  });
});

describe('a policy as a file', () => {
  test('is what was exported', async () => {
    const { at } = await policy(product.admin, { name: 'Exported "rule"', parameters: { n: [1, 2] }, mode: 'warn' });
    const before = await product.admin.ok('GET', at);
    const { file, file_name } = await product.admin.ok('GET', `${at}/file`);
    expect(file_name).toBe('exported-rule.yaml');
    const taken = await product.admin.call('POST', '/v1/policies/import', { body: { file: text(file) } });
    expect(taken.status).toBe(409);
    await product.admin.ok('DELETE', at);
    const after = await product.admin.ok('POST', '/v1/policies/import', { body: { file: text(file) } });
    const { name, summary, text: rules, parameters, mode, enabled } = before;
    expect(after).toMatchObject({ name, summary, text: rules, parameters, mode, enabled });
    await product.admin.ok('DELETE', `/v1/policies/${text(after.id)}`);
    const wrong = await product.admin.call('POST', '/v1/policies/import', {
      body: { file: 'Format: Policy/1.0\nx: 1' },
    });
    expect([wrong.status, codeOf(wrong)]).toEqual([400, 'policy_file_invalid']);
  });
});
