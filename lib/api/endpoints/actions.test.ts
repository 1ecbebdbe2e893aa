import { describe, expect, it } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { add, deploy, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { catalogWith } from '@/lib/catalog/testing/catalog-with';
import { WEB_PAIR, webPair } from '@/lib/conductor/runtime/testing/web-pair';
import { zip } from '@/lib/formats/archive/testing/write-zip';
import type { JsonObject } from '@/lib/model/json';

const product = productForTests({ catalogDirectory: catalogWith(WEB_PAIR), conductor: { maxItems: 3_500 } });

/** An environment with an application of two machines, and its actions by their methods. */
async function withPages() {
  const { member } = product;
  const { id, at } = await newEnvironment(member);
  const session = await open(member, at);
  await add(member, at, session, webPair('pages', ['web1', 'web2']));
  await deploy(member, at, session);
  expect(await settled(member, at)).toMatchObject({ status: 'ready', version: 1 });
  const actions = list((await member.ok('GET', `${at}/actions`)).actions).map(object);
  const call = (method: string) =>
    `${at}/actions/${text(actions.find((one) => one.method === method && one.object === 'pages')?.id)}`;
  return { id, at, actions, call };
}

/** Starts an action and waits for its end. */
async function run(at: string, address: string, given: JsonObject): Promise<JsonObject> {
  const { task_id } = await product.member.ok('POST', address, { body: given });
  await settled(product.member, at);
  return object((await product.member.ok('GET', `${at}/runs/${text(task_id)}`)).run);
}

describe('an action of an object', () => {
  it('is offered with what it takes, by Murano’s name', async () => {
    const { actions } = await withPages();
    const greet = actions.find(({ method }) => method === 'greet');
    expect(greet).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{32}_greet$/),
      object: 'pages',
      title: 'Greet',
      description: 'Writes every page anew, with a greeting of your own.',
      arguments: [
        { name: 'greeting', kind: 'text', required: true },
        { name: 'keep', kind: 'boolean', required: false, default: false },
      ],
    });
  });

  it('runs, and its result is read by the id of its run; it makes no version where it changes nothing', async () => {
    const { at, call } = await withPages();
    const { member } = product;
    const done = await run(at, call('greet'), { greeting: 'Hello' });
    expect(done).toMatchObject({
      kind: 'action',
      outcome: 'success',
      user_name: 'max',
      target: { entity: 'service' },
      action: { object: 'pages', method: 'greet', title: 'Greet', arguments: { greeting: 'Hello' } },
      changes_model: false,
      version: null,
      description: null,
      result: { web1: 'Hello from web1\n', web2: 'Hello from web2\n' },
    });
    expect(await member.ok('GET', `${at}/actions/${text(done.id)}`)).toEqual({
      isException: false,
      result: { web1: 'Hello from web1\n', web2: 'Hello from web2\n' },
    });
    expect(await member.ok('GET', at)).toMatchObject({ status: 'ready', version: 1 });
    const { runs } = await member.ok('GET', `${at}/runs`);
    expect(list(runs).map((one) => object(one).kind)).toEqual(['action', 'deploy']);
    const { deployments } = await member.ok('GET', `${at}/deployments`);
    expect(list(deployments).map((one) => object(one).kind)).toEqual(['deploy']);
    const { entries } = await member.ok('GET', `${at}/history`);
    expect(list(entries)).toMatchObject([
      { kind: 'action', version: null, action: { title: 'Greet' }, current: false },
      { kind: 'deploy', version: 1, action: null, current: true },
    ]);
  });

  it('takes numbers, lists and names with values as its contracts say', async () => {
    const { at, actions, call } = await withPages();
    expect(object(actions.find(({ method }) => method === 'measure')).arguments).toMatchObject([
      { name: 'times', kind: 'integer' },
      { name: 'of', kind: 'integer', min: 1, max: 9 },
      { name: 'names', kind: 'list', required: false },
      { name: 'more', kind: 'map', required: false },
      { name: 'node', kind: 'json' },
    ]);
    const given = { times: 2, of: 9, names: 'alone', more: { a: 1 }, node: 'any name' };
    expect(await run(at, call('measure'), given)).toMatchObject({
      ...{ outcome: 'success', result: { times: 2, names: ['alone'], more: { a: 1 }, node: 'any name' } },
    });
    expect(await run(at, call('measure'), { times: 2, of: 9, node: 'any name' })).toMatchObject({
      ...{ outcome: 'success', result: { names: [], more: {} } },
    });
  });

  it('is polled as Murano’s client does: an empty answer while it runs, its result when it is over', async () => {
    const { at, call } = await withPages();
    const { member, faults } = product;
    const silence = await faults.add({ kind: 'silence' });
    const { task_id } = await member.ok('POST', call('greet'), { body: { greeting: 'Hello' } });
    expect(await member.ok('GET', `${at}/actions/${text(task_id)}`)).toEqual({});
    await member.ok('POST', `${at}/runs/${text(task_id)}/cancel`);
    await settled(member, at);
    await faults.remove(silence);
    expect(await member.ok('GET', `${at}/actions/${text(task_id)}`)).toHaveProperty('isException');
    expect((await member.call('GET', `${at}/actions/${'0'.repeat(32)}`)).status).toBe(404);
  });

  it('makes a version where it changes the model, and drafts of the version before are told', async () => {
    const { at, call } = await withPages();
    const { member } = product;
    const draft = await open(member, at);
    const done = await run(at, call('greet'), { greeting: 'Hello', keep: true });
    expect(done).toMatchObject({ changes_model: true, version: 2, outcome: 'success' });
    expect(await member.ok('GET', at)).toMatchObject({ version: 2 });
    expect(object((await member.call('GET', `${at}/sessions/${draft}`)).json)).toMatchObject({
      code: 'session_invalid',
      detail: expect.stringContaining(`came first`),
    });
    const comparison = await member.ok('GET', `${at}/compare?from=1&to=2`);
    expect(comparison).toMatchObject({ to: { run_id: done.id, version: 2 } });
  });

  it('that throws fails in the words of its program', async () => {
    const { at, call } = await withPages();
    const failed = await run(at, call('refuse'), { reason: 'not today' });
    expect(failed).toMatchObject({ outcome: 'failed', version: null, problem: { code: 'program_failed' } });
    expect(await product.member.ok('GET', `${at}/actions/${text(failed.id)}`)).toMatchObject({
      isException: true,
      result: { message: expect.stringContaining('not today') },
    });
    // the log of the process has the error that ended it, too
    const ends = product.logLines
      .map((line) => JSON.parse(line) as JsonObject)
      .filter(({ runId }) => runId === failed.id);
    expect(ends).toContainEqual(
      expect.objectContaining({
        ...{ msg: 'run finished', outcome: 'failed', code: 'program_failed' },
        problem: expect.stringContaining('not today'),
      }),
    );
    // What is deployed has not failed by it.
    expect(await product.member.ok('GET', at)).toMatchObject({ status: 'ready' });
  });

  it('is refused when nobody knows it, with wrong arguments, to readers, and while another run holds the environment', async () => {
    const { at, call } = await withPages();
    const { member, reader } = product;
    const refused = async (address: string, body: JsonObject) => {
      const { status, json } = await member.call('POST', address, { body });
      return { status, ...object(json) };
    };
    expect(await refused(`${at}/actions/${'0'.repeat(32)}_greet`, {})).toMatchObject({
      status: 404,
      code: 'action_not_found',
    });
    expect(await refused(call('greet'), { keep: 'perhaps', volume: 11 })).toMatchObject({
      status: 400,
      code: 'invalid_arguments',
      fields: [
        { path: 'volume', code: 'unknown' },
        { path: 'greeting', code: 'missing' },
        { path: 'keep', code: 'wrong_type' },
      ],
    });
    // each as what it was typed, and all told at once
    const typed = { times: 'many', of: 0, names: '["a", ', more: '{a: 1}', node: 'any name' };
    expect(await refused(call('measure'), typed)).toMatchObject({
      status: 400,
      fields: [
        { path: 'times', sentence: 'times must be a whole number.' },
        { path: 'of', sentence: 'of must be at least 1.' },
        { path: 'names', code: 'wrong_type' },
        { path: 'more', code: 'wrong_type' },
      ],
    });
    expect((await reader.call('POST', call('greet'), { body: { greeting: 'Hello' } })).status).toBe(403);

    const both = await Promise.all([
      member.call('POST', call('greet'), { body: { greeting: 'One' } }),
      member.call('POST', call('greet'), { body: { greeting: 'Two' } }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.map(({ json }) => object(json))).toContainEqual(
      expect.objectContaining({
        code: 'environment_busy',
        detail: 'Action is under way in this environment. Wait for its end, or cancel it.',
      }),
    );
    await settled(member, at);
  });

  it('keeps a secret among its arguments sealed', async () => {
    const { at, call } = await withPages();
    const done = await run(at, call('unlock'), { password: 'Tr0ub4dor&3' });
    expect(JSON.stringify(done)).not.toContain('Tr0ub4dor');
    const row = await product.db.run.findUniqueOrThrow({ where: { id: text(done.id) } });
    expect(JSON.stringify(row.input)).toContain('vetro:secret:v1:');
    expect(JSON.stringify(row)).not.toContain('Tr0ub4dor');
  });
});

describe('an action of a service inside another one', () => {
  /** A shop whose form asks for the till in it as well. */
  const SHOP = {
    'manifest.yaml': [
      'Format: 1.4',
      'Type: Application',
      'FullName: com.acme.Shop',
      'Name: Shop',
      'Version: 1.0.0',
      'Classes: {com.acme.Shop: Shop.yaml, com.acme.Till: Till.yaml}',
      'UI: ui.yaml',
    ],
    'Classes/Shop.yaml': [
      'Namespaces: {=: com.acme, std: io.murano}',
      'Name: Shop',
      'Extends: std:Application',
      'Properties:',
      '  name: {Contract: $.string().notNull()}',
      '  till: {Contract: $.class(Till).notNull()}',
      'Methods:',
      '  deploy: {Body: [$.till.deploy()]}',
      '  motto: {Usage: Static, Scope: Public, Body: [{Return: Always open}]}',
      '  tally:',
      '    Usage: Action',
      '    Arguments: [{number: {Contract: $.int().notNull()}}]',
      '    Body:',
      '      - Return: $number + range($number).toList().len()',
    ],
    'Classes/Till.yaml': [
      'Namespaces: {=: com.acme, std: io.murano}',
      'Name: Till',
      'Extends: std:Application',
      'Properties:',
      '  name: {Contract: $.string().notNull()}',
      '  sold: {Usage: InOut, Contract: $.int().notNull(), Default: 0}',
      'Methods:',
      '  deploy: {Body: []}',
      '  sell:',
      '    Usage: Action',
      '    Arguments: [{number: {Contract: $.int().notNull()}}]',
      '    Body:',
      '      - $.sold: $.sold + $number',
      '      - Return: $.sold',
    ],
    'UI/ui.yaml': [
      'Version: 2.2',
      'Application:',
      '  ?: {type: com.acme.Shop}',
      '  name: $.shop.name',
      '  till:',
      '    ?: {type: com.acme.Till}',
      '    name: $.shop.till',
      'Forms:',
      '  - shop:',
      '      fields:',
      '        - {name: name, type: string, label: Name}',
      '        - {name: till, type: string, label: Till}',
    ],
  };

  it('is offered under its own name with the service that holds it, and changes what it belongs to', async () => {
    const { admin, member } = product;
    const archive = zip(Object.entries(SHOP).map(([path, lines]) => ({ path, text: `${lines.join('\n')}\n` })));
    const imported = await fetch(`${product.url}/v1/catalog/packages`, {
      method: 'POST',
      headers: { 'x-auth-token': admin.token, 'content-type': 'application/zip' },
      body: Buffer.from(archive),
    });
    expect(imported.status).toBe(200);
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    await add(member, at, session, { type: 'com.acme.Shop', name: 'corner', till: 'left' });
    await deploy(member, at, session);
    expect(await settled(member, at)).toMatchObject({ status: 'ready' });
    const [service] = list((await member.call('GET', `${at}/services`)).json).map(object);
    const actions = list((await member.ok('GET', `${at}/actions`)).actions).map(object);
    const sell = actions.find(({ method }) => method === 'sell');
    expect(sell).toMatchObject({ serviceId: service?.id, object: 'left' });
    // what belongs to no object is no action of one, neither there nor in the header of the service
    expect(actions.map(({ method }) => method)).toEqual(['tally', 'sell']);
    const listed = Object.values(object(object(service?.['?'])._actions)).map((action) => object(action).name);
    expect(listed).toEqual(['tally']);
    const address = `${at}/actions/${text(sell?.id)}`;
    expect(await run(at, address, { number: 3 })).toMatchObject({ outcome: 'success', result: 3, version: 2 });
    expect(await run(at, address, { number: 4 })).toMatchObject({ outcome: 'success', result: 7, version: 3 });

    // deployed again with another answer, what it has sold stays
    const again = await open(member, at);
    await member.ok('PUT', `${at}/services/${text(service?.id)}`, {
      session: again,
      body: { type: 'com.acme.Shop', name: 'corner', till: 'right' },
    });
    await deploy(member, at, again);
    await settled(member, at);
    expect(await run(at, address, { number: 1 })).toMatchObject({ outcome: 'success', result: 8 });

    // a list has as many entries as the operator lets it have: 3,500 here, 2,000 where nothing is set
    const tally = `${at}/actions/${text(actions.find(({ method }) => method === 'tally')?.id)}`;
    expect(await run(at, tally, { number: 3_000 })).toMatchObject({ outcome: 'success', result: 6_000 });
    const tooMany = await run(at, tally, { number: 4_000 });
    expect(tooMany).toMatchObject({ outcome: 'failed', problem: { sentence: expect.stringContaining('3500') } });
  });
});
