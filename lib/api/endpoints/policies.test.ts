import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '@/lib/api/testing/product';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { activeDirectory, PASSWORD, webServer, webServerFarm } from '@/lib/api/testing/services';
import { add, deploy, deployed, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { systemAdmin } from '@/lib/api/testing/system-admin';
import type { JsonObject } from '@/lib/model/json';

/** Policies: who writes them, and what they do to whoever wants to begin a run. */

const product = productForTests();
let root: Client;
beforeAll(async () => {
  root = await systemAdmin(product);
});

const SIZE = `
// no machine with more cores than allowed
predeploy_errors(env, machine, message) :-
    murano:connected(env, machine), murano:parent_types(machine, "io.murano.resources.Instance"),
    murano:properties(machine, "flavor", flavor), cloud:flavors(flavor, cores, memory, disk),
    parameter("most_cores", most), gt(cores, most), concat(flavor, " has too many cores", message)`;

/** A policy for the time of a test. */
async function having(client: Client, policy: JsonObject, then: (policy: JsonObject) => Promise<void>): Promise<void> {
  const made = await client.ok('POST', '/v1/policies', { body: { name: 'Rule of a test', ...policy } });
  try {
    await then(made);
  } finally {
    await client.ok('DELETE', `/v1/policies/${text(made.id)}`);
  }
}

async function draftOf(client: Client, ...services: JsonObject[]) {
  const { id, at } = await newEnvironment(client);
  const session = await open(client, at);
  for (const service of services) await add(client, at, session, service);
  const check = () => client.ok('POST', `${at}/sessions/${session}/policy-check`);
  const begin = () => client.call('POST', `${at}/sessions/${session}/deploy`);
  return { id, at, session, check, begin };
}

describe('writing a policy', () => {
  test('is for administrators: of a tenant for it, of the installation for everybody', async () => {
    const body = { name: 'Not mine', text: SIZE };
    expect((await product.member.call('POST', '/v1/policies', { body })).status).toBe(403);
    const everywhere = { body: { ...body, scope: 'installation' } };
    expect((await product.admin.call('POST', '/v1/policies', everywhere)).status).toBe(403);
    await having(root, { text: SIZE, scope: 'installation' }, async ({ id }) => {
      const { policies } = await product.reader.ok('GET', '/v1/policies');
      expect(list(policies)).toMatchObject([{ id, scope: 'installation', may_change: false }]);
      const change = { body: { enabled: false } };
      expect((await product.admin.call('PATCH', `/v1/policies/${text(id)}`, change)).status).toBe(403);
    });
  });

  test('refuses what cannot be asked, with line and column, and stores nothing of it', async () => {
    const wrong = 'ok(x) :- murano:objects(x, y, z)\npredeploy_errors(e, o, m) :- murano:objekts(o, e, m)';
    const { status, json } = await product.admin.call('POST', '/v1/policies', { body: { name: 'Wrong', text: wrong } });
    expect(status).toBe(400);
    expect(object(json)).toMatchObject({
      code: 'policy_invalid',
      detail: expect.stringMatching(/^Line 2, column \d+: /),
    });
    const { problems } = await product.reader.ok('POST', '/v1/policies/check', { body: { text: 'p(x' } });
    expect(list(problems)).toMatchObject([{ line: 1, column: expect.any(Number) }]);
    expect((await product.admin.ok('GET', '/v1/policies')).policies).toEqual([]);
  });

  test('warns of names that are almost those of something known, and of a text that answers nothing', async () => {
    const warned = async (text: string) => {
      const checked = await product.reader.ok('POST', '/v1/policies/check', { body: { text } });
      expect(checked.problems).toEqual([]);
      return list(checked.warnings).map(({ line, sentence }) => `${line}: ${sentence}`);
    };
    const rules = (condition: string) =>
      `predeploy_errors(e, o, "no") :- murano:states(e, s),\n  murano:objects(o, p, t), ${condition}`;
    expect(await warned(rules('murano:parent_types(o, "io.murano.resources.Instanse")'))).toEqual([
      expect.stringMatching(
        /^2: Nothing here has a class “io.murano.resources.Instanse”.*“io.murano.resources.Instance”\?$/,
      ),
    ]);
    expect(await warned(rules('murano:properties(o, "flavour", f)'))).toEqual([
      expect.stringMatching(/^2: Nothing here has a property “flavour”.*Did you mean “flavor”\?$/),
    ]);
    expect(await warned(rules('deployed:relationships(source_id=o, name="untis")'))).toEqual([
      expect.stringMatching(/relationship “untis”.*Did you mean “units”\?$/),
    ]);
    for (const known of [
      'murano:properties(o, "networks.flat", f)',
      'murano:parent_types(o, "webServerFarm"), murano:relationships(o, q, "units")',
      'murano:parent_types(o, "org.elsewhere.Application"), murano:properties(o, "colour", c)',
    ])
      expect(await warned(rules(known))).toEqual([]);
    expect(await warned('big(x) :- murano:states(x, s)')).toEqual([
      expect.stringMatching(/No rule says any of predeploy_errors, predeploy_modify, predeploy_warnings/),
    ]);
  });

  test('keeps every text it had, and lets nobody overwrite a change unseen', async () => {
    await having(product.admin, { text: SIZE, parameters: { most_cores: 4 } }, async ({ id, version }) => {
      const at = `/v1/policies/${text(id)}`;
      const changed = await product.admin.ok('PATCH', at, { body: { parameters: { most_cores: 2 }, version } });
      expect(changed).toMatchObject({ version: 2, enabled: true, parameters: { most_cores: 2 } });
      expect((await product.admin.call('PATCH', at, { body: { text: 'p(1)', version } })).status).toBe(409);
      expect(await product.admin.ok('PATCH', at, { body: { enabled: false } })).toMatchObject({ version: 2 });
      const { versions } = await product.admin.ok('GET', `${at}/versions`);
      expect(list(versions)).toMatchObject([
        { version: 2, parameters: { most_cores: 2 }, changed_by: 'ada' },
        { version: 1, parameters: { most_cores: 4 } },
      ]);
      const twice = await product.admin.call('POST', '/v1/policies', { body: { name: 'RULE of a test', text: '' } });
      expect(twice.status).toBe(409);
    });
    const { entries } = await root.ok('GET', '/v1/admin/audit?action=policy.change');
    expect(list(entries).length).toBeGreaterThan(0);
  });
});

describe('a policy that forbids', () => {
  test('stops a deployment with its sentence, the same in the check; repaired, it deploys and keeps the verdicts', async () => {
    await having(product.admin, { text: SIZE, parameters: { most_cores: 1 } }, async ({ id }) => {
      const draft = await draftOf(product.member, webServer({ flavor: 'm1.medium' }));
      const { outcome, verdicts } = await draft.check();
      expect(outcome).toBe('stop');
      expect(list(verdicts)).toMatchObject([
        { kind: 'error', stops: true, sentence: 'm1.medium has too many cores', service_name: 'frontend' },
      ]);
      const refused = await draft.begin();
      expect(refused.status).toBe(422);
      expect(object(refused.json)).toMatchObject({
        code: 'policy_stopped',
        detail: expect.stringMatching(
          /^The policy "Rule of a test" stops this: m1\.medium has too many cores\. Who can make an exception from "Rule of a test": .*\bada\b/,
        ),
      });
      expect(await product.member.ok('GET', draft.at)).toMatchObject({ version: 0 });
      await product.admin.ok('PATCH', `/v1/policies/${text(id)}`, { body: { parameters: { most_cores: 64 } } });
      const run = await deploy(product.member, draft.at, draft.session);
      expect(await settled(product.member, draft.at)).toMatchObject({ status: 'ready' });
      expect(object((await product.member.ok('GET', `${draft.at}/runs/${run}`)).run).verdicts).toEqual([]);
      const policy = await product.admin.ok('GET', `/v1/policies/${text(id)}`);
      expect(list(policy.verdicts)).toMatchObject([{ stopped: true, run_id: null, environment_id: draft.id }]);
    });
  });

  test('only warns while it is not enforced, and is not asked while it is off', async () => {
    await having(product.admin, { text: SIZE, parameters: { most_cores: 1 }, mode: 'warn' }, async ({ id }) => {
      const draft = await draftOf(product.member, webServer());
      expect(await draft.check()).toMatchObject({ outcome: 'warn', verdicts: [{ stops: false, not_enforced: true }] });
      const run = await deploy(product.member, draft.at, draft.session);
      await settled(product.member, draft.at);
      const { verdicts } = object((await product.member.ok('GET', `${draft.at}/runs/${run}`)).run);
      expect(list(verdicts)).toMatchObject([{ kind: 'error', not_enforced: true, policy: 'Rule of a test' }]);
      await product.admin.ok('PATCH', `/v1/policies/${text(id)}`, { body: { enabled: false } });
      expect(await (await draftOf(product.member, webServer())).check()).toMatchObject({ policies: 0 });
    });
  });

  test('says nothing to other tenants', async () => {
    const never = 'predeploy_errors(e, e, "Nothing may be deployed") :- murano:states(e, s)';
    await having(product.admin, { text: never }, async () => {
      expect(await (await draftOf(product.stranger, webServer())).check()).toMatchObject({ outcome: 'pass' });
    });
  });

  test('stops a deletion, told from others by its kind, with what is deployed still known', async () => {
    const { at } = await deployed(product.member, [webServer({ name: 'precious' })]);
    const rule = `predeploy_errors(e, o, "Machines of precious stay") :-
      request:run("delete"), murano:states(e, s), deployed:properties(o, "name", "precious")`;
    await having(product.admin, { text: rule }, async () => {
      const { status, json } = await product.member.call('DELETE', at);
      expect([status, object(json).detail]).toEqual([
        422,
        expect.stringMatching(/^The policy "Rule of a test" stops this: Machines of precious stay\. Who can make an /),
      ]);
      expect(await product.member.ok('GET', at)).toMatchObject({ status: 'ready' });
    });
    await product.member.ok('DELETE', at);
    expect(await settled(product.member, at)).toBeNull();
  });
});

describe('facts', () => {
  test('say what services, machines, roles, references and who asks are, and no secret', async () => {
    const rule = `
      predeploy_warnings(e, s, m) :- murano:relationships(e, s, "services"), murano:parent_types(s, "webServerFarm"),
        murano:relationships(s, d, "domain"), murano:properties(d, "domain", name), request:user(who, role),
        concat(name, role, m)
      predeploy_warnings(e, r, "role") :- murano:connected(e, u), murano:relationships(u, r, "roles"),
        murano:parent_types(r, "io.vetro.Role")
      predeploy_warnings(e, o, v) :- murano:states(e, s), murano:properties(o, "adminPassword", v)`;
    await having(product.admin, { text: rule }, async () => {
      const draft = await draftOf(product.member, activeDirectory(), webServerFarm({ domain: 'acme.local' }));
      const verdicts = list((await draft.check()).verdicts).map(({ sentence, service_name }) => [
        service_name,
        sentence,
      ]);
      expect(verdicts).toContainEqual(['farm', 'acme.localmember']);
      expect(verdicts.filter(([, sentence]) => sentence === 'role').length).toBeGreaterThan(2);
      expect(verdicts).toContainEqual(['acme.local', '*** SANITIZED ***']);
      expect(JSON.stringify(verdicts)).not.toContain(PASSWORD);
      expect(JSON.stringify(verdicts)).not.toContain('vetro:secret');
    });
  });
});

describe('a policy that modifies', () => {
  const SMALLER = `predeploy_modify(e, m, action) :- murano:connected(e, m), murano:properties(m, "flavor", "m1.large"),
    murano:parent_types(m, "io.murano.resources.Instance"), concat("set-property: {object_id: ", m, head),
    concat(head, ", prop_name: flavor, value: m1.medium}", action)`;

  test('changes what is deployed, and says what it changed', async () => {
    await having(product.admin, { text: SMALLER }, async () => {
      const draft = await draftOf(product.member, webServer({ flavor: 'm1.large' }));
      expect(await draft.check()).toMatchObject({
        outcome: 'warn',
        verdicts: [{ kind: 'modification', sentence: 'Sets flavor of frontend to m1.medium.' }],
        changes: [{ sentence: expect.stringContaining('m1.medium') }],
      });
      await deploy(product.member, draft.at, draft.session);
      const environment = await settled(product.member, draft.at);
      expect(list(environment?.services)).toMatchObject([{ flavor: 'm1.medium' }]);
    });
  });

  test('cannot ask for what is not there: then nothing is deployed', async () => {
    const rule = 'predeploy_modify(e, e, "remove-object: {object_id: nobody}") :- murano:states(e, s)';
    await having(product.admin, { text: rule }, async () => {
      const draft = await draftOf(product.member, webServer());
      expect(await draft.check()).toMatchObject({ outcome: 'stop', verdicts: [{ kind: 'failure', stops: true }] });
      expect((await draft.begin()).status).toBe(422);
    });
  });
});

describe('rules that cannot be asked', () => {
  const ENDLESS = `n(x) :- cloud:flavors(x, a, b, c) n(x) :- cloud:images(x, a, b)
    predeploy_errors(e, e, "never") :- murano:states(e, s), ${'abcdefghijkl'
      .split('')
      .map((letter, at) => `n(${letter}1), concat(${at === 0 ? '""' : `z${at - 1}`}, ${letter}1, z${at})`)
      .join(', ')}, equal(z11, "nothing")`;

  test('stop a run, or warn where the installation says so; the server answers meanwhile', async () => {
    await having(product.admin, { text: ENDLESS }, async () => {
      const draft = await draftOf(product.member, webServer());
      expect(await draft.check()).toMatchObject({
        outcome: 'stop',
        verdicts: [
          { kind: 'failure', sentence: expect.stringMatching(/more steps than a policy may take|were stopped/) },
        ],
      });
      expect((await product.admin.call('PUT', '/v1/policy-settings', { body: { on_failure: 'warn' } })).status).toBe(
        403,
      );
      await root.ok('PUT', '/v1/policy-settings', { body: { on_failure: 'warn' } });
      expect(await draft.check()).toMatchObject({ outcome: 'warn', verdicts: [{ kind: 'failure', stops: false }] });
      await root.ok('PUT', '/v1/policy-settings', { body: { on_failure: 'stop' } });
    });
  });
});

describe('importing a policy file', () => {
  /** A file of keys that no policy has, which had to be searched one by one. */
  const unknownKeys = (count: number) =>
    `{${Array.from({ length: count }, (_, n) => `z${n.toString(36)}`).join(':,')}:}`;

  test('is refused by role before the file is read', async () => {
    const body = { file: ': is no YAML' };
    for (const client of [product.reader, product.member]) {
      const { status, json } = await client.call('POST', '/v1/policies/import', { body });
      expect({ status, code: object(json).code }).toEqual({ status: 403, code: 'role_too_low' });
    }
    const { status } = await product.admin.call('POST', '/v1/policies/import', {
      body: { ...body, scope: 'installation' },
    });
    expect(status).toBe(403);
  });

  test('reads a large file beside the server, and answers with a bounded list of problems', async () => {
    let turns = 0;
    const turning = setInterval(() => {
      turns += 1;
    }, 1);
    const { status, json } = await product.admin.call('POST', '/v1/policies/import', {
      body: { file: unknownKeys(16_000) },
    });
    clearInterval(turning);
    const { code, fields: problems } = object(json);
    expect({ status, code }).toEqual({ status: 400, code: 'policy_file_invalid' });
    expect(list(problems)).toHaveLength(101);
    expect(list(problems).at(-1)).toMatchObject({ code: 'more_problems' });
    expect(turns).toBeGreaterThan(10);
  });
});

describe('trying rules', () => {
  test('that say the same kind of thing without end are answered with the first five hundred', async () => {
    const { id } = await deployed(product.member, [webServer({ unitNamingPattern: 'much' })]);
    const rows = Array.from({ length: 700 }, (_, n) => `row("r${n}")`).join('\n');
    const body = { environment_id: id, text: `${rows}\npredeploy_errors(e, "x", m) :- row(m), murano:states(e, s)` };
    const { environments } = await product.admin.ok('POST', '/v1/policies/try', { body });
    const verdicts = list(list(environments)[0]?.verdicts);
    expect(verdicts).toHaveLength(501);
    expect(verdicts[500]).toMatchObject({
      kind: 'error',
      sentence: 'This policy has 200 more things of this kind to say.',
    });
  });

  test('has at most a hundred values, however they come', async () => {
    const parameters = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`p${n}`, n]));
    for (const [path, more] of [
      ['/v1/policies', { name: 'Many values', text: SIZE }],
      ['/v1/policy-templates/naming/policies', {}],
      ['/v1/policies/try', { text: SIZE }],
    ] as const) {
      const { status, json } = await product.admin.call('POST', path, { body: { ...more, parameters } });
      expect([path, status, list(object(json).fields)]).toEqual([
        path,
        400,
        [{ path: 'parameters', code: 'custom', sentence: 'A policy has at most 100 values.' }],
      ]);
    }
  });

  test('tells what they would say about every environment, and stores nothing', async () => {
    const { id } = await deployed(product.member, [webServer({ name: 'tried' })]);
    const body = { text: SIZE, parameters: { most_cores: 1 } };
    const { environments } = await product.admin.ok('POST', '/v1/policies/try', { body });
    expect(list(environments).find((one) => one.id === id)).toMatchObject({
      outcome: 'stop',
      verdicts: [{ service_name: 'tried' }],
    });
    expect((await product.admin.ok('GET', '/v1/policies')).policies).toEqual([]);
    expect((await product.member.call('POST', '/v1/policies/try', { body })).status).toBe(403);
  });
});
