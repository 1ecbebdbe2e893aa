import { describe, expect, it } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { aspNetAppFarm } from '@/lib/api/testing/services';
import { deploy, deployed, open, settled } from '@/lib/api/testing/stories';
import type { JsonObject } from '@/lib/model/json';

/** A farm whose application changes goes on answering: its machines are updated one after the other. */

const product = productForTests();
const OLD = 'https://git.example.com/shop.git';
const NEW = 'https://git.example.com/shop-2.git';

/** Who answers at an address, with which application: `app1 old`. */
async function answerAt(uri: string): Promise<string> {
  const { cloud } = product.container;
  const link = (await cloud.simulation?.pages.linkFor({ tenantId: product.member.tenantId }, uri)) ?? '';
  const page = await cloud.simulation?.pages.page(link.replace('/machines/', ''), '');
  if (page?.status !== 200) return `nobody (${page?.status ?? 'no page'})`;
  const host = /<strong>(.+?)<\/strong> answered/.exec(page.html)?.[1] ?? 'somebody';
  return `${host} ${page.html.includes(NEW) ? 'new' : 'old'}`;
}

async function change(at: string, changes: JsonObject): Promise<string> {
  const { member } = product;
  const session = await open(member, at);
  for (const [property, body] of Object.entries(changes)) {
    const answer = await member.call('PUT', `${at}/services/0/${property}`, { session, body });
    expect(answer.status).toBe(200);
  }
  return deploy(member, at, session);
}
const changeRepository = (at: string) => change(at, { repository: NEW });

/** Asks until the environment is settled. @returns everything that was answered meanwhile */
async function answersUntilSettled(at: string, uri: string): Promise<Set<string>> {
  const seen = new Set<string>();
  let over = false;
  const end = settled(product.member, at).finally(() => {
    over = true;
  });
  while (!over) seen.add(await answerAt(uri));
  expect(await end).toMatchObject({ status: 'ready' });
  return seen;
}

async function farmOf(pattern: string) {
  const units = [{}, {}, {}];
  const { at } = await deployed(product.member, [
    aspNetAppFarm({ unitNamingPattern: pattern, units, repository: OLD }),
  ]);
  const uri = text(object(list((await product.member.ok('GET', at)).services)[0]).uri);
  return { at, uri };
}

describe('a farm whose repository changes', () => {
  it('answers at every moment, and from the new application on every machine in the end', async () => {
    const { at, uri } = await farmOf('roll#');
    await changeRepository(at);
    const seen = await answersUntilSettled(at, uri);
    expect([...seen].filter((answer) => answer.startsWith('nobody'))).toEqual([]);
    const after = new Set([await answerAt(uri), await answerAt(uri), await answerAt(uri)]);
    expect(after).toEqual(new Set(['roll1 new', 'roll2 new', 'roll3 new']));
  });

  it('stops at the first machine that fails: the others keep what they run, and the next deployment goes on', async () => {
    const { member, faults } = product;
    const { at, uri } = await farmOf('halt#');
    const message = 'error CS1002: ; expected';
    await faults.add({ kind: 'command', target: 'halt2/Deploy-WebAppFromGit', message, times: 1 });
    const deployment = await changeRepository(at);
    expect(await settled(member, at)).toMatchObject({ status: 'failed' });
    const { reports } = await member.ok('GET', `${at}/deployments/${deployment}`);
    expect(
      list(reports)
        .filter(({ level }) => level !== 'info')
        .map((report) => report.text),
    ).toEqual([
      `shop could not be deployed on halt2: ${message}`,
      'The other machines of shop stay as they are. Deploy again once that is repaired',
    ]);
    const answers = new Set([await answerAt(uri), await answerAt(uri), await answerAt(uri)]);
    expect(answers).toEqual(new Set(['halt1 new', 'halt2 old', 'halt3 old']));
    await deploy(member, at, await open(member, at));
    expect(await settled(member, at)).toMatchObject({ status: 'ready' });
    expect(await answerAt(uri)).toMatch(/new$/);
  });
});

describe('a farm whose image changes, and its repository with it', () => {
  it('answers at every moment while each machine is set up again, never two at a time', async () => {
    const { member } = product;
    const { at, uri } = await farmOf('image#');
    const deployment = await change(at, { osImage: { name: 'ws-2022-std' }, repository: NEW });
    const seen = await answersUntilSettled(at, uri);
    expect([...seen].filter((answer) => answer.startsWith('nobody'))).toEqual([]);
    const after = new Set([await answerAt(uri), await answerAt(uri), await answerAt(uri)]);
    expect(after).toEqual(new Set(['image1 new', 'image2 new', 'image3 new']));
    const { events } = await member.ok('GET', `${at}/events?deployment_id=${deployment}&limit=1000`);
    const busy = list(events).flatMap(({ kind, data }) => {
      const { effect, host } = object(data ?? {});
      return kind === 'effect.started' ? [effect === 'plan' ? text(host) : text(effect)] : [];
    });
    const inTurn = busy.filter((who, index) => who !== busy[index - 1]);
    expect(inTurn).toEqual(['image1', 'image2', 'image3'].flatMap((host) => ['stack.update', host]));
  });

  it('stops at the first machine that fails: the others keep their image, and the next deployment goes on', async () => {
    const { member, faults } = product;
    const { at, uri } = await farmOf('broken#');
    await faults.add({ kind: 'command', target: 'broken1/Install-WebServer', message: 'The disk is full.', times: 1 });
    await change(at, { osImage: { name: 'ws-2022-std' } });
    expect(await settled(member, at)).toMatchObject({ status: 'failed' });
    const builds = async () =>
      list(object(list((await member.ok('GET', at)).services)[0]).units).map((unit) =>
        text(object(unit.state).build).includes('ws-2022-std'),
      );
    expect(await builds()).toEqual([true, false, false]);
    expect(new Set([await answerAt(uri), await answerAt(uri)])).toEqual(new Set(['broken2 old', 'broken3 old']));
    await deploy(member, at, await open(member, at));
    expect(await settled(member, at)).toMatchObject({ status: 'ready' });
    expect(await builds()).toEqual([true, true, true]);
  });
});
