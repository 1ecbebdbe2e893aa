import path from 'node:path';
import { expect, test } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { deploy, open, settled } from '@/lib/api/testing/stories';
import { catalogWith } from '@/lib/catalog/testing/catalog-with';
import { WEB_PAIR } from '@/lib/conductor/runtime/testing/web-pair';

/** An installation of the release before runs, packages and stacks, after its upgrade: everything is there, and goes on. */

const product = productForTests({
  catalogDirectory: catalogWith(WEB_PAIR),
  earlier: { migration: '0016_drafts_in_lists', rows: path.resolve('lib/db/earlier/0016.sql') },
});

async function addressOf(name: string): Promise<string> {
  const { environments } = await product.member.ok('GET', `/v1/environments?search=${name}`);
  return `/v1/environments/${text(list(environments)[0]?.id)}`;
}

test('environments, their services and versions are what they were', async () => {
  const { member } = product;
  const { environments } = await member.ok('GET', '/v1/environments?order_by=name');
  expect(list(environments).map(({ name, status, version }) => [name, status, version])).toEqual([
    ['Empty', 'ready', 0],
    ['Objects', 'ready', 1],
    ['Shop', 'pending', 3],
  ]);
  await member.ok('GET', '/v1/environments/summary');
  const objects = await addressOf('Objects');
  const [pair] = list((await member.call('GET', `${objects}/services`)).json);
  expect(pair).toMatchObject({ type: 'com.example.WebPair', status: 'ready', pages: { web1: 'Welcome from web1\n' } });

  const shop = await addressOf('Shop');
  const { entries, older_removed } = await member.ok('GET', `${shop}/history`);
  expect(list(entries).map(({ version, outcome, restores }) => [version, outcome, restores])).toEqual([
    [3, 'success', { version: 1, run_id: text(list(entries)[2]?.run_id) }],
    [2, 'success', null],
    [1, 'success', null],
  ]);
  expect(older_removed).toBe(false);
  const { changes } = await member.ok('GET', `${shop}/compare?from=1&to=2`);
  expect(list(changes).map(({ kind }) => kind)).toEqual(['propertyChanged']);
  for (const { run_id } of list(entries)) {
    const { run, reports } = await member.ok('GET', `${shop}/runs/${text(run_id)}`);
    expect(run).toMatchObject({ kind: 'deploy', outcome: 'success', log_removed: false });
    expect(list(reports).length).toBeGreaterThan(0);
    const { events } = await member.ok('GET', `${shop}/events?deployment_id=${text(run_id)}`);
    const kinds = list(events).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['run.started', 'effect.finished', 'run.finished']));
  }
  for (const page of ['activity', 'deployments', 'runs', 'lastStatus']) await member.ok('GET', `${shop}/${page}`);
});

test('drafts are still drafts: counted, shown, deployed; machines that exist stay', async () => {
  const { colleague, db } = product;
  const shop = await addressOf('Shop');
  const { sessions } = await colleague.ok('GET', `${shop}/sessions`);
  const drafts = list(sessions).filter(({ state }) => state === 'open');
  expect(drafts.map(({ user_name, changes }) => [user_name, changes]).sort()).toEqual([
    ['max', 0],
    ['mia', 1],
  ]);
  const session = text(drafts.find(({ changes }) => changes === 1)?.id);
  const diff = await colleague.ok('GET', `${shop}/sessions/${session}/diff`);
  expect(JSON.stringify(diff)).toContain('second');
  const machines = () => db.cloudMachine.findMany({ where: { deletedAt: null }, orderBy: { hostname: 'asc' } });
  const before = (await machines()).map(({ id }) => id);
  await deploy(colleague, shop, session);
  expect(await settled(colleague, shop)).toMatchObject({ status: 'ready', version: 4 });
  const after = (await machines()).map(({ id }) => id);
  expect(after).toEqual(expect.arrayContaining(before));
  expect(after).toHaveLength(before.length + 1);
  const { environments } = await colleague.ok('GET', '/v1/environments?search=Shop');
  expect(list(environments)).toHaveLength(1);
});

test('what was deployed is gone back to, changed, and deleted with all that the cloud has of it', async () => {
  const { member, db } = product;
  const shop = await addressOf('Shop');
  const { entries } = await member.ok('GET', `${shop}/history`);
  const second = list(entries).find(({ version }) => version === 2);
  const session = await member.ok('POST', `${shop}/deployments/${text(second?.run_id)}/rollback`);
  await deploy(member, shop, text(session.id));
  expect(await settled(member, shop)).toMatchObject({ status: 'ready', version: 5 });

  const objects = await addressOf('Objects');
  const draft = await open(member, objects);
  const [pair] = list((await member.call('GET', `${objects}/services`)).json);
  const servers = list(pair?.servers).slice(0, 1);
  await member.ok('PUT', `${objects}/services/${text(pair?.id)}/servers`, { session: draft, body: servers });
  await deploy(member, objects, draft);
  expect(object(await settled(member, objects))).toMatchObject({ status: 'ready', version: 2 });
  for (const at of [shop, objects]) {
    await member.call('DELETE', at);
    expect(await settled(member, at)).toBeNull();
  }
  expect(await db.cloudMachine.count({ where: { deletedAt: null } })).toBe(0);
  expect(await db.cloudStack.count({ where: { deletedAt: null } })).toBe(0);
});
