import { describe, expect, it } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { deploy, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { catalogWith } from '@/lib/catalog/testing/catalog-with';
import { BOARD } from '@/lib/conductor/runtime/testing/board';
import type { JsonObject } from '@/lib/model/json';

const product = productForTests({ catalogDirectory: catalogWith(BOARD) });
const ANSWERS = { type: 'com.example.Board', name: 'notices', title: 'News', count: 3 };

async function draft() {
  const { at } = await newEnvironment(product.member);
  return { at, session: await open(product.member, at) };
}

/** Each bad field and what is said of it; none for answers that were taken. */
async function refusals(body: JsonObject | JsonObject[]): Promise<[unknown, unknown][]> {
  const { at, session } = await draft();
  const { status, json } = await product.member.call('POST', `${at}/services`, { session, body });
  if (status === 200) return [];
  return list(object(json).fields).map(({ path, sentence }) => [path, sentence]);
}

describe("answers to a package's own form", () => {
  it('are refused by its rules as soon as they are given, at their field and in its words', async () => {
    expect(await refusals(ANSWERS)).toEqual([]);
    expect(await refusals({ ...ANSWERS, title: 'news' })).toEqual([['title', 'A title begins with a capital letter.']]);
    expect(await refusals({ ...ANSWERS, title: 'Newsletter' })).toEqual([
      ['title', 'A title has at most eight letters.'],
    ]);
    expect(await refusals({ ...ANSWERS, title: 'Many', count: 1 })).toEqual([
      ['count', 'Many notices are more than one.'],
    ]);
    expect(await refusals({ ...ANSWERS, secure: true })).toEqual([['key', 'Fill in "Key".']]);
    expect(await refusals({ ...ANSWERS, secure: true, key: 'k' })).toEqual([]);
  });

  it('are refused by the contracts of the class at the field that they come from', async () => {
    expect(await refusals({ ...ANSWERS, count: 100 })).toEqual([
      ['count', '"Notices": A board has room for 99 notices.'],
    ]);
    expect(await refusals([ANSWERS, { ...ANSWERS, name: 'second', count: 100 }])).toEqual([
      ['1.count', '"Notices": A board has room for 99 notices.'],
    ]);
  });

  it('reach the class with their lines and rows; a change of something else is judged by itself', async () => {
    const { at, session } = await draft();
    const rows = [{ host: 'a', port: 80 }, { host: 'b' }];
    const body = { ...ANSWERS, nodes: rows, text: 'one\ntwo' };
    const { id } = await product.member.ok('POST', `${at}/services`, { session, body });
    const wrong = await product.member.call('PUT', `${at}/services/${text(id)}/title`, { session, body: 'Newsletter' });
    expect(wrong.status).toBe(400);
    await deploy(product.member, at, session);
    expect(await settled(product.member, at)).toMatchObject({ status: 'ready' });
    const { task_id } = await product.member.ok('POST', `${at}/actions/${text(id)}_read`, { body: {} });
    await settled(product.member, at);
    expect(await product.member.ok('GET', `${at}/actions/${text(task_id)}`)).toMatchObject({
      result: { title: 'News', notices: 3, rows: [{ host: 'a', port: 80 }, { host: 'b' }], text: 'one\ntwo' },
    });
  });
});
