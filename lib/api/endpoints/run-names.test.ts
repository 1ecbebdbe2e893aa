import { describe, expect, test } from 'vitest';
import { eventsOf } from '@/lib/api/testing/predictions';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { activeDirectory, PASSWORD, webServer } from '@/lib/api/testing/services';
import { deploy, deployed, open, settled } from '@/lib/api/testing/stories';
import type { JsonObject } from '@/lib/model/json';

const product = productForTests();

const view = async (at: string, deployment: string) =>
  object((await product.member.ok('GET', `${at}/deployments/${deployment}`)).deployment);
const newest = async (at: string) => object(list((await product.member.ok('GET', `${at}/deployments`)).deployments)[0]);
const titles = (events: readonly JsonObject[]) =>
  events.filter(({ kind }) => kind === 'effect.started').map(({ data }) => text(object(data).title));
const planned = (events: readonly JsonObject[]) => events.filter(({ kind }) => kind === 'run.planned');

/** Deploys the environment after an edit of its draft; answers with the deployment's id and how it ended. */
async function deployAfter(at: string, edit: (session: string, services: JsonObject[]) => Promise<unknown>) {
  const { member } = product;
  const session = await open(member, at);
  await edit(session, list((await member.ok('GET', at, { session })).services));
  const deployment = await deploy(member, at, session);
  await settled(member, at);
  return deployment;
}
const without = (at: string) => async (session: string, services: JsonObject[]) => {
  const web = services.find(({ type }) => type === 'webServer');
  await product.member.call('DELETE', `${at}/services/${text(web?.id)}`, { session });
};

describe('what a deployment is called', () => {
  test('is the version it makes and what it was asked to do, and its steps are named after what they do', async () => {
    const { at } = await deployed(product.member, [
      activeDirectory({ name: 'acme' }),
      webServer({ name: 'shop', domain: 'acme.local', unitNamingPattern: 'shop#' }),
    ]);
    const first = await newest(at);
    expect(first).toMatchObject({ version: 1, removed: [] });
    expect(first.summary).toEqual([
      { change: 'added', service: 'acme', machines: 2 },
      { change: 'added', service: 'shop', machines: 1 },
    ]);
    expect(titles(await eventsOf(product.member, at, text(first.id)))[0]).toBe('Create 3 machines');

    const removal = await deployAfter(at, without(at));
    const second = await view(at, removal);
    expect(second).toMatchObject({
      version: 2,
      summary: [{ change: 'removed', service: 'shop', machines: 1 }],
      removed: [{ name: 'shop', units: [{ state: { hostname: 'shop1' } }] }],
    });
    expect(JSON.stringify(second)).not.toContain(PASSWORD);
    const events = await eventsOf(product.member, at, removal);
    expect(titles(events)).toEqual(['Remove 1 machine', 'RemoveComputers']);
    expect(planned(events)).toHaveLength(1);
    const [plan] = planned(events).map(({ data }) => object(data));
    expect(plan).toMatchObject({
      complete: true,
      steps: [{ round: 0 }, { round: 1 }],
      machines: [{ host: 'shop1', change: 'remove', unitId: text(object(list(list(second.removed)[0]?.units)[0]).id) }],
    });

    const again = await deployAfter(at, async () => undefined);
    expect(await view(at, again)).toMatchObject({ version: 3, summary: [{ change: 'again' }], removed: [] });
    expect(object(planned(await eventsOf(product.member, at, again))[0]?.data)).toMatchObject({ steps: [] });

    const { entries } = await product.member.ok('GET', `${at}/history`);
    expect(list(entries).map(({ version, summary }) => [version, list(summary).map(({ change }) => change)])).toEqual([
      [3, ['again']],
      [2, ['removed']],
      [1, ['added', 'added']],
    ]);

    await product.member.call('DELETE', at);
    const last = await settledDeletion(at);
    expect(last).toMatchObject({ kind: 'delete', version: 4, summary: [{ change: 'deleted', machines: 2 }] });
    expect(list(last.removed).flatMap(({ units }) => list(units))).toHaveLength(2);
    const end = await eventsOf(product.member, at, text(last.id));
    expect(titles(end)).toEqual(['Remove 2 machines']);
    expect(list(object(planned(end)[0]?.data).steps)).toHaveLength(1);
  });

  test('tells that it goes on with what was not finished; what failed made a version, too', async () => {
    const { member, faults } = product;
    await faults.add({ kind: 'command', target: 'Install-WebServer', message: 'The disk is full.', times: 1 });
    const { at } = await deployed(member, [webServer({ unitNamingPattern: 'late#' })]);
    expect(await newest(at)).toMatchObject({ outcome: 'failed', version: 1 });
    const again = await deployAfter(at, async () => undefined);
    expect(await view(at, again)).toMatchObject({
      version: 2,
      outcome: 'success',
      summary: [{ change: 'continued', machines: 1 }],
    });
  });

  test('holds no secret in its plan', async () => {
    const { member } = product;
    const { at } = await deployed(member, [activeDirectory()]);
    const [plan] = planned(await eventsOf(member, at, text((await newest(at)).id)));
    const written = JSON.stringify(plan);
    for (const hidden of [PASSWORD, 'vetro:secret:', 'SANITIZED']) expect(written).not.toContain(hidden);
  });
});

/** The deletion of an environment, once it is over. */
async function settledDeletion(at: string): Promise<JsonObject> {
  expect(await settled(product.member, at)).toBeNull();
  return newest(at);
}
