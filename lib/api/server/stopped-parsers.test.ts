import http from 'node:http';
import { expect, test } from 'vitest';
import { catalogWith } from '@/lib/catalog/testing/catalog-with';
import { WEB_PAIR } from '@/lib/conductor/runtime/testing/web-pair';
import type { JsonObject } from '@/lib/model/json';
import { send } from '../testing/hostile/send';
import type { TypedBody } from '../testing/hostile/uploads';
import { worstArchives } from '../testing/hostile/worst-bodies';
import type { Client } from '../testing/product';
import { productForTests } from '../testing/product-for-tests';

/** Every parser of what people send that has a ceiling of time is stopped by it: here by one that nothing stays below. */

const product = productForTests({
  catalogDirectory: catalogWith(WEB_PAIR),
  threadLimits: { packages: { longestMs: 1 }, policies: { longestMs: 1 } },
});
const STOPPED = /stopped after 0\.001 seconds|more than 0\.001 seconds .* stopped/;

/** What an operation answers to a body. */
function answerOf(client: Client, method: string, path: string, body: TypedBody) {
  const headers = { 'x-auth-token': client.token, 'content-type': body.type };
  const to = Number(new URL(product.url).port);
  const request = { operation: path, method, path, headers, body: body.bytes, hangUpAt: null };
  return send(to, new http.Agent(), request);
}

test('an archive is', async () => {
  const archive = worstArchives().find(({ shape }) => shape === 'a manifest of many megabytes');
  const answer = await answerOf(product.admin, 'POST', '/v1/catalog/packages', archive?.body as TypedBody);
  expect(answer).toMatchObject({ status: 400, text: expect.stringMatching(STOPPED) });
});

test('the files of a package are', async () => {
  const files = new Map([['manifest.yaml', Buffer.from('a: 1\n'.repeat(20_000))]]);
  const { content, problems } = await product.container.catalog.check({ digest: 'x', files }, 'package');
  expect([content, ...problems]).toMatchObject([null, { code: 'checking_exceeded' }]);
});

test.each([
  ['rules', '/v1/policies/check', { text: 'f("a")\n'.repeat(12_000) }],
  ['the file of a policy', '/v1/policies/import', { file: 'a: 1\n'.repeat(19_000) }],
])('%s', async (_what, path, body: JsonObject) => {
  const json: TypedBody = { type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) };
  expect((await answerOf(product.admin, 'POST', path, json)).text).toMatch(STOPPED);
});
