import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { activeDirectory, webServer } from '@/lib/api/testing/services';
import { deploy, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { catalogWith } from '@/lib/catalog/testing/catalog-with';
import { SHOP } from '@/lib/conductor/runtime/testing/shop';
import { newId } from '@/lib/crypto';
import type { Json, JsonObject } from '@/lib/model/json';

/** What rules see of a service, through every door that it may come by: always the object that the engine loads. */

/** A package of a blueprint. */
const BLUEPRINT = path.resolve('lib/conductor/runtime/testing/packages/com.example.HealExample');

/** A package of a Heat template whose parameter says how large its servers are, and how many. */
const SHARDS = path.resolve('lib/conductor/runtime/testing/packages/com.example.Shards');
/** A program that keeps its machine for its run alone. */
const CREW = path.resolve('lib/conductor/runtime/testing/packages/com.example.Crew');

/** Every fact is joined with others: no ceiling of time shall decide on a busy machine. */
const threadLimits = { policies: { longestMs: 10 * 60_000 } };

const product = productForTests({ catalogDirectory: catalogWith(SHOP, BLUEPRINT, SHARDS, CREW), threadLimits });

/** Every fact of an environment as a sentence, with types in the place of ids. */
const FACTS = `
fact(e, o, m) :- murano:properties(o, n, v), murano:objects(o, w, t), murano:states(e, s),
  concat(t, ".", a), concat(a, n, b), concat(b, " = ", c), concat(c, v, m)
fact(e, o, m) :- murano:relationships(o, p, n), murano:objects(o, w, t), murano:objects(p, x, u), murano:states(e, s),
  concat(t, " -", a), concat(a, n, b), concat(b, "-> ", c), concat(c, u, m)
fact(e, o, m) :- murano:connected(o, p), murano:objects(o, w, t), murano:objects(p, x, u), murano:states(e, s),
  concat(t, " ... ", a), concat(a, u, m)
fact(e, o, m) :- murano:objects(o, w, t), murano:objects(w, x, u), murano:states(e, s),
  concat(t, " in ", a), concat(a, u, m)
fact(e, o, m) :- murano:parent_types(o, p), murano:objects(o, w, t), murano:states(e, s),
  concat(t, " is ", a), concat(a, p, m)
predeploy_warnings(e, o, m) :- fact(e, o, m)`;

/** The answers to the form of a shop. */
const ANSWERS = {
  type: 'com.example.Shop',
  name: 'corner',
  title: 'Corner',
  owners: ['ann', 'ben'],
  flavor: 'm1.medium',
  osImage: { name: 'debian-12-murano' },
  unitNamingPattern: 'till#',
  units: [{}],
};

/** The same shop as programs send it. */
const whole = (): JsonObject => ({
  '?': { id: newId(), type: 'com.example.Shop' },
  name: 'corner',
  title: 'Corner',
  owners: ['ann', 'ben'],
  instance: {
    '?': { id: newId(), type: 'io.murano.resources.LinuxMuranoInstance' },
    name: 'till1',
    flavor: 'm1.medium',
    image: 'debian-12-murano',
  },
});

/** The answers to the form of the blueprint. */
const OF_BLUEPRINT = {
  type: 'com.example.HealExample',
  name: 'example',
  adminPassword: 'Passw0rd!one',
  flavor: 'm1.medium',
  osImage: { name: 'ws-2022-std', type: 'windows.2022', title: 'Windows Server 2022 Standard' },
  unitNamingPattern: 'heal#',
  units: [{}],
};

/** The answers to the form of a Heat template, and the object of it that programs send. */
const ofTemplate = (size = 'm1.large') => ({ type: 'com.example.Shards', name: 'shards', size, shards: 2 });
const wholeOfTemplate = (parameters: JsonObject = { size: 'm1.large' }): JsonObject => ({
  '?': { id: newId(), type: 'com.example.Shards' },
  name: 'shards',
  templateParameters: parameters,
});
const crew = (size = 'm1.large'): JsonObject => ({
  '?': { id: newId(), type: 'com.example.Crew' },
  name: 'crew',
  size,
});

async function factsOf(environmentId: string, session?: string): Promise<string[]> {
  const body = { text: FACTS, environment_id: environmentId, ...(session ? { session_id: session } : {}) };
  const trial = await product.admin.ok('POST', '/v1/policies/try', { body });
  const [environment] = list(trial.environments);
  return list(environment?.verdicts)
    .map(({ sentence }) => text(sentence))
    .filter((sentence) => !sentence.startsWith('io.murano.Environment.name = '))
    .sort();
}

/** The facts that a refusal tells, where the policy "Facts" stops with each. */
const factsIn = (refusal: Json | undefined) =>
  list(object(refusal).fields).map(({ sentence }) => text(sentence).replace(/^Facts: /, ''));

async function drafted(...services: JsonObject[]) {
  const { id, at } = await newEnvironment(product.admin);
  const session = await open(product.admin, at);
  for (const body of services) await product.admin.ok('POST', `${at}/services`, { session, body });
  return { id, at, session };
}

/** The one draft that an environment was made with. */
const draftOf = ({ environment, session_id }: JsonObject): [string, string] => [
  text(object(environment).id),
  text(session_id),
];

describe('the facts of a service', () => {
  it('are those of the object that the engine loads: defaults, nested objects, maps, lists, what .init makes', async () => {
    const { id, session } = await drafted(ANSWERS);
    expect(await factsOf(id, session)).toEqual(
      expect.arrayContaining([
        'com.example.Shop.title = Corner',
        'com.example.Shop.port = 8080',
        'com.example.Shop.owners = ann',
        'com.example.Shop.owners = ben',
        'com.example.Shop.admins = root',
        'com.example.Shop.networks.useFlatNetwork = False',
        'com.example.Shop.networks.customNetworks = 10.0.1.0',
        'com.example.Shop.networks.customNetworks = 10.0.2.0',
        'com.example.Shop.slogan = Corner is open',
        'com.example.Shop -instance-> io.murano.resources.LinuxMuranoInstance',
        'com.example.Shop -till-> com.example.Till',
        'com.example.Till.drawers = 2',
        'com.example.Till in com.example.Shop',
        'io.murano.resources.LinuxMuranoInstance.flavor = m1.medium',
        'io.murano.resources.LinuxMuranoInstance is io.murano.resources.Instance',
        'io.murano.Environment ... io.murano.resources.LinuxMuranoInstance',
      ]),
    );
  });

  it('are the same for its answers and for the whole object', async () => {
    const [byForm, inFull] = [await drafted(ANSWERS), await drafted(whole())];
    const facts = await factsOf(byForm.id, byForm.session);
    expect(facts.length).toBeGreaterThan(30);
    expect(await factsOf(inFull.id, inFull.session)).toEqual(facts);
  });

  it.each([
    ['its answers', () => ANSWERS],
    ['the whole object', whole],
    ['the answers to the form of our own format', () => webServer({ domain: 'acme.local' })],
    ['the answers to the form of a blueprint', () => OF_BLUEPRINT],
    ['the answers to the form of a Heat template', () => ofTemplate()],
    ['the whole object of a Heat template', () => wholeOfTemplate()],
    ['an object with machines for its run alone', () => crew()],
  ])('are the same for a copy, an import of a file and a template of %s', async (_name, service) => {
    const { id, at, session } = await drafted(activeDirectory(), service() as JsonObject);
    const facts = await factsOf(id, session);
    const { admin } = product;
    const name = () => `copy-${newId().slice(0, 8)}`;
    const document = await admin.ok('GET', `${at}/export`, { session });
    const imported = await admin.ok('POST', '/v1/environments/import', {
      body: { document, name: name(), missing_secrets: 'generate' },
    });
    expect(await factsOf(...draftOf(imported))).toEqual(facts);
    const cloned = await admin.ok('POST', `${at}/clone`, { session, body: { name: name() } });
    expect(await factsOf(...draftOf(cloned))).toEqual(facts);
    const saved = await admin.ok('POST', '/v1/templates', { session, body: { environment_id: id, name: name() } });
    const made = await admin.ok('POST', `/v1/templates/${text(saved.id)}/environments`, {
      body: { name: name(), deploy: false },
    });
    expect(await factsOf(...draftOf(made))).toEqual(facts);
  });

  it('are the same once it is deployed, when an action asks, and follow what the action changes', async () => {
    const { admin } = product;
    const { id, at, session } = await drafted(whole());
    const facts = await factsOf(id, session);
    await deploy(admin, at, session);
    expect(await settled(admin, at)).toMatchObject({ status: 'ready' });
    // what only a deployment tells: addresses, ids of the cloud
    expect(await factsOf(id)).toEqual(expect.arrayContaining(facts));
    const policy = await admin.ok('POST', '/v1/policies', {
      body: { name: 'Facts', text: `${FACTS}\npredeploy_errors(e, o, m) :- fact(e, o, m), request:run("action")` },
    });
    const [service] = list((await admin.call('GET', `${at}/services`)).json);
    const action = `${at}/actions/${text(service?.id)}_addAdmin`;
    const refused = await admin.call('POST', action, { body: { admin: 'anna' } });
    await admin.ok('DELETE', `/v1/policies/${text(policy.id)}`);
    expect(refused.status).toBe(422);
    expect(factsIn(refused.json)).toEqual(expect.arrayContaining(facts));
  });

  it('are those of machines and their settings for a service of a blueprint, deployed and asked by a workflow, too', async () => {
    const { admin } = product;
    const { id, at, session } = await drafted(OF_BLUEPRINT);
    const facts = await factsOf(id, session);
    expect(facts).toEqual(
      expect.arrayContaining([
        'com.example.HealExample.flavor = m1.medium',
        'com.example.HealExample.adminPassword = *** SANITIZED ***',
        'com.example.HealExample -units-> com.example.HealExample.Machine',
        'com.example.HealExample.Machine.flavor = m1.medium',
        'com.example.HealExample.Machine.image = ws-2022-std',
        'com.example.HealExample.Machine is io.murano.resources.WindowsInstance',
        'io.murano.Environment ... com.example.HealExample.Machine',
      ]),
    );
    await deploy(admin, at, session);
    expect(await settled(admin, at)).toMatchObject({ status: 'ready' });
    expect(await factsOf(id)).toEqual(expect.arrayContaining(facts));
    const rules = `${FACTS}\npredeploy_errors(e, o, m) :- fact(e, o, m), request:run("check_status")`;
    const policy = await admin.ok('POST', '/v1/policies', { body: { name: 'Facts', text: rules } });
    const refused = await admin.call('POST', `${at}/executions`, { body: { workflow: 'check_status' } });
    await admin.ok('DELETE', `/v1/policies/${text(policy.id)}`);
    expect(refused.status).toBe(422);
    expect(factsIn(refused.json)).toEqual(expect.arrayContaining(facts));
  });
});

describe('machines that stand in no model', () => {
  const servers = (facts: readonly string[]) => new Set(facts.filter((fact) => /Server\b/.test(fact)));

  it('are told of a Heat template, by its parameters, groups and conditions', async () => {
    const { id, session } = await drafted(wholeOfTemplate({ size: 'm1.large', spare: true, shards: 1 }));
    expect(servers(await factsOf(id, session))).toEqual(
      new Set([
        'OS::Nova::Server in com.example.Shards',
        'OS::Nova::Server is OS::Nova::Server',
        'OS::Nova::Server is io.murano.CloudResource',
        'OS::Nova::Server is io.murano.Object',
        'OS::Nova::Server is io.murano.resources.Instance',
        'OS::Nova::Server is io.murano.resources.MetadataAware',
        'OS::Nova::Server.flavor = m1.large',
        'OS::Nova::Server.flavor = m1.medium',
        'OS::Nova::Server.flavor = m1.small',
        'OS::Nova::Server.image = debian-12-murano',
        'OS::Nova::Server.name = router',
        'OS::Nova::Server.name = shard-0',
        'OS::Nova::Server.name = spare',
        'com.example.Shards ... OS::Nova::Server',
        'com.example.Shards -units-> OS::Nova::Server',
        'io.murano.Environment ... OS::Nova::Server',
      ]),
    );
  });

  it('are told of what a program keeps for its run, and nothing else of that', async () => {
    const { id, session } = await drafted(crew());
    const facts = await factsOf(id, session);
    expect(facts).toEqual(
      expect.arrayContaining([
        'io.murano.resources.LinuxMuranoInstance.flavor = m1.large',
        'io.murano.resources.LinuxMuranoInstance in com.example.Crew',
      ]),
    );
    expect(facts.join()).not.toMatch(/motto|io\.murano\.system/);
  });

  it.each([
    ['answers to the form of a Heat template', (size: string) => ofTemplate(size) as JsonObject],
    ['an object of a Heat template', (size: string) => wholeOfTemplate({ size })],
    ['an object with machines for its run alone', crew],
  ])('keep to the largest size, and count: %s', async (_name, service) => {
    const { admin } = product;
    const policy = await admin.ok('POST', '/v1/policy-templates/machine-size/policies', {
      body: { parameters: { most_cores: 2 }, mode: 'stop', enabled: true },
    });
    const [large, small] = [await drafted(service('m1.xlarge')), await drafted(service('m1.small'))];
    const refused = await admin.call('POST', `${large.at}/sessions/${large.session}/deploy`);
    expect([refused.status, object(refused.json).code]).toEqual([422, 'policy_stopped']);
    expect(refused.text).toContain('Cores that one machine may have here, at most: 2.');
    expect((await admin.call('GET', large.at)).json).toMatchObject({ status: 'pending' });
    await deploy(admin, small.at, small.session);
    expect(await settled(admin, small.at)).toMatchObject({ status: 'ready' });
    await admin.ok('DELETE', `/v1/policies/${text(policy.id)}`);
    const count = JSON.stringify(service('')).includes('Shards') ? 3 : 1;
    const body = {
      text: `predeploy_warnings(e, e, "so many") :- murano:states(e, s), totals:resources("machines", ${count}, d)`,
      ...{ environment_id: large.id, session_id: large.session },
    };
    const [tried] = list((await admin.ok('POST', '/v1/policies/try', { body })).environments);
    expect(list(tried?.verdicts).map(({ sentence }) => sentence)).toEqual(['so many']);
  });
});

describe('a reference', () => {
  const toAnother = (type: string) => new RegExp(`^${type}(\\.partner = |\\.domain = | -partner-> | -domain-> )`);

  it('of an object to another is a relationship and no property, by its name in a form as by its id', async () => {
    const first = whole();
    const { id, session } = await drafted(first, { ...ANSWERS, name: 'second', partner: 'corner' });
    const expected = ['com.example.Shop -partner-> com.example.Shop'];
    const isReference = (fact: string) => toAnother('com.example.Shop').test(fact);
    expect((await factsOf(id, session)).filter(isReference)).toEqual(expected);
    const other = { ...whole(), name: 'second', partner: object(first['?']).id as string };
    const inFull = await drafted(first, other);
    expect((await factsOf(inFull.id, inFull.session)).filter(isReference)).toEqual(expected);
  });

  it('of a service of our own format, which names another, is both: rules compare names, and follow relationships', async () => {
    const { id, session } = await drafted(activeDirectory(), webServer({ domain: 'acme.local' }));
    expect((await factsOf(id, session)).filter((fact) => toAnother('io.vetro.windows.WebServer').test(fact))).toEqual([
      'io.vetro.windows.WebServer -domain-> io.vetro.windows.ActiveDirectory',
      'io.vetro.windows.WebServer.domain = acme.local',
    ]);
  });
});
