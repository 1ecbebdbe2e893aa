import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPreview } from '@/lib/api/testing/predictions';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { deploy, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { catalogWith } from '@/lib/catalog/testing/catalog-with';
import { newId } from '@/lib/crypto';

/** Names that a program makes up are the same in the review of a draft, in its rehearsal and in its run, over HTTP. */

const SQUAD = path.resolve('lib/conductor/runtime/testing/packages/com.example.Squad');
const product = productForTests({ catalogDirectory: catalogWith(SQUAD) });

const NAME = /^[a-z]{5}[a-z0-9]{9}\d\d$/;

async function draft(at: string, names: readonly string[]): Promise<string> {
  const session = await open(product.member, at);
  for (const name of names) {
    const body = { '?': { id: newId(), type: 'com.example.Squad' }, name };
    await product.member.ok('POST', `${at}/services`, { session, body });
  }
  return session;
}

async function hostsIn(at: string): Promise<string[]> {
  const { services } = await product.member.ok('GET', at);
  const units = list(services).flatMap((service) => list(service.units));
  return units.map(({ state }) => text(object(state).hostname)).sort();
}

describe('names that a program makes up by chance', () => {
  it('are in the review, the rehearsal, the plan and the run of a draft the same, also where branches overtake each other', async () => {
    const { member } = product;
    const { at } = await newEnvironment(member);
    const session = await draft(at, ['one', 'two', 'three']);
    const preview = await readPreview(member, at, session);
    const seen = preview.machines.map(({ host }) => host).sort();
    expect(new Set(seen)).toHaveLength(6);
    for (const host of seen) expect(host).toMatch(NAME);

    const made = await member.ok('POST', `${at}/sessions/${session}/rehearsal`, { body: {} });
    const copy = `/v1/environments/${text(made.environment_id)}`;
    await settled(member, copy);
    expect(await hostsIn(copy)).toEqual(seen);
    await member.ok('DELETE', `${copy}/rehearsal`);

    const deployment = await deploy(member, at, session);
    expect(await settled(member, at)).toMatchObject({ status: 'ready' });
    expect(await hostsIn(at)).toEqual(seen);
    const { events } = await member.ok('GET', `${at}/events?deployment_id=${deployment}&limit=1000`);
    const planned = object(list(events).find(({ kind }) => kind === 'run.planned')?.data);
    for (const host of seen) expect(JSON.stringify(planned)).toContain(host);
  });

  it('are others in the next draft', async () => {
    const { member } = product;
    const { at } = await newEnvironment(member);
    const session = await draft(at, ['first']);
    await deploy(member, at, session);
    expect(await settled(member, at)).toMatchObject({ status: 'ready' });
    const before = await hostsIn(at);
    const next = await draft(at, ['second']);
    const seen = (await readPreview(member, at, next)).machines.map(({ host }) => host);
    await deploy(member, at, next);
    expect(await settled(member, at)).toMatchObject({ status: 'ready' });
    const after = await hostsIn(at);
    expect(after.every((host) => seen.includes(host))).toBe(true);
    expect(after).toHaveLength(4);
    expect(after.filter((host) => before.includes(host))).toHaveLength(0);
  });
});
