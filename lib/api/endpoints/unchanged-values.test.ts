import { describe, expect, it } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, refusalOf, text } from '@/lib/api/testing/responses';
import { deploy, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { catalogWith } from '@/lib/catalog/testing/catalog-with';
import { SHOP } from '@/lib/conductor/runtime/testing/shop';
import { newId } from '@/lib/crypto';
import type { Json, JsonObject } from '@/lib/model/json';

/** What is sent is kept as it is, or refused: nothing is changed without a word. */

const product = productForTests({ catalogDirectory: catalogWith(SHOP) });

async function post(path: string, body: BodyInit, contentType = 'application/json', headers = {}) {
  const response = await fetch(`${product.url}${path}`, {
    method: 'POST',
    headers: { 'x-auth-token': product.admin.token, 'content-type': contentType, ...headers },
    body,
  });
  const answer = await response.text();
  return { status: response.status, json: (answer === '' ? null : JSON.parse(answer)) as Json };
}

/** `{"name":"caf?"}` whose last letter is written in Latin 1. */
const LATIN1 = Buffer.from('{"name":"café"}', 'latin1');

describe('a body', () => {
  it('with a byte that belongs to no character is refused, and its place said', async () => {
    const refused = await post('/v1/environments', LATIN1);
    expect(refusalOf(refused)).toEqual([400, 'malformed_body']);
    expect(object(refused.json).detail).toBe('The body is not UTF-8: byte 13 belongs to no character.');
    expect((await post('/v1/environments', '{"name":"caf\ufffdé 東京"}')).status).toBe(200);
  });

  it.each(['/v1/policies/import', '/v1/environments/import', '/identity/v3/auth/tokens', '/v1/agents/enrolment'])(
    'with such a byte is refused at %s',
    async (path) => {
      expect((await post(path, LATIN1)).status).toBe(400);
    },
  );

  it('in another character set is refused before it is read', async () => {
    const sent = (charset: string) => post('/v1/environments', LATIN1, `application/json; charset=${charset}`);
    expect(refusalOf(await sent('iso-8859-1'))).toEqual([415, 'unsupported_media_type']);
    expect(refusalOf(await sent('"UTF-16"'))).toEqual([415, 'unsupported_media_type']);
    const name = '{"name":"caf-utf8"}';
    expect((await post('/v1/environments', name, 'application/json; charset=UTF-8')).status).toBe(200);
  });
});

describe('a field that an object of a body has twice', () => {
  it.each([
    ['/v1/environments', '{"name":"first","name":"second"}'],
    ['/v1/environments/import', '{"document":{"format":"x","services":[{},{"a":1,"b":{"name":1},"a":2}]}}'],
    // the same letters, written in two ways
    ['/v1/policies', '{"name":"a","te\\u0078t":"","text":"p(1)"}'],
    ['/identity/v3/auth/tokens', '{"auth":{"identity":{"methods":[],"methods":["password"]}}}'],
  ])('is refused at %s by its name: one of both values would be lost', async (path, body) => {
    const refused = await post(path, body);
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.json)).toMatch(/has the field \\"(name|a|text|methods)\\" twice/);
  });

  it('is told from fields of one name in several objects, and from texts that look like one', async () => {
    const { at } = await newEnvironment(product.admin);
    const session = { 'x-configuration-session': await open(product.admin, at) };
    const title = 'a": "b", "a": {[\\\\"';
    const shop = `{"?":{"type":"com.example.Shop"},"name":"s","title":"${title.replaceAll('"', '\\"')}"}`;
    const kept = await post(`${at}/services`, `[${shop},${shop.replace('"s"', '"other"')}]`, undefined, session);
    expect([kept.status, JSON.stringify(kept.json)]).toEqual([200, expect.stringContaining('other')]);
  });
});

describe('a whole number beyond 2^53', () => {
  it('in a body is refused by its digits, in a text it is kept', async () => {
    const { at } = await newEnvironment(product.admin);
    const session = { 'x-configuration-session': await open(product.admin, at) };
    const shop = (port: string) =>
      post(
        `${at}/services`,
        `{"?":{"type":"com.example.Shop"},"name":"s","title":"T","port":${port}}`,
        undefined,
        session,
      );
    const refused = await shop('9007199254740993');
    expect(refusalOf(refused)).toEqual([400, 'inexact_number']);
    expect(object(refused.json).detail).toContain('9007199254740993');
    expect((await shop('[{"a":-123456789012345678901234567890}]')).status).toBe(400);
    expect(refusalOf(await shop('9007199254740993.0'))).toEqual([400, 'inexact_number']);
    expect(refusalOf(await shop('9007199254740993e0'))).toEqual([400, 'inexact_number']);
    const fraction = await shop('[1.2345678901234567890]');
    expect(refusalOf(fraction)).toEqual([400, 'inexact_number']);
    expect(object(fraction.json).detail).toContain('would be kept as 1.2345678901234567');
    const kept = await shop('"9007199254740993"');
    expect(kept).toMatchObject({ status: 200, json: { port: '9007199254740993' } });
    expect((await shop('9007199254740991')).json).toMatchObject({ port: 9007199254740991 });
  });

  it('in a policy file is refused with its line', async () => {
    const file = 'Format: Policy/1.0\nname: big\ntitle: Big\nvalues: { most: 9007199254740993 }\nrules: ""\n';
    const refused = await post('/v1/policies/import', JSON.stringify({ file }));
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.json)).toContain('9007199254740993');
  });
});

describe('an object of MuranoPL', () => {
  const shop = (): JsonObject => ({
    '?': { id: newId(), type: 'com.example.Shop', _noted: { colour: 'green' } },
    name: 'corner',
    title: 'Corner',
    instance: {
      '?': { id: newId(), type: 'io.murano.resources.LinuxMuranoInstance', _noted: 'inside' },
      name: 'till1',
      flavor: 'm1.small',
      image: 'debian-12-murano',
    },
  });
  const answers = {
    '?': { form: true, _noted: { colour: 'blue' } },
    type: 'com.example.Shop',
    name: 'second',
    title: 'Second',
    flavor: 'm1.small',
    osImage: { name: 'debian-12-murano' },
    units: [{}],
  };

  it('keeps notes of clients in its headers, and what its actions return keeps its value', async () => {
    const { admin } = product;
    const { at } = await newEnvironment(admin);
    const session = await open(admin, at);
    await admin.ok('POST', `${at}/services`, { session, body: shop() });
    await admin.ok('POST', `${at}/services`, { session, body: answers });
    const services = async (inSession?: string) =>
      list((await admin.call('GET', `${at}/services`, inSession ? { session: inSession } : {})).json);
    const noted = [
      { '?': { _noted: { colour: 'green' } }, instance: { '?': { _noted: 'inside' } } },
      { '?': { _noted: { colour: 'blue' } } },
    ];
    expect(await services(session)).toMatchObject(noted);
    await deploy(admin, at, session);
    expect(await settled(admin, at)).toMatchObject({ status: 'ready' });
    expect(await services()).toMatchObject(noted);

    const [first] = await services();
    const { task_id } = await admin.ok('POST', `${at}/actions/${text(first?.id)}_count`, { body: {} });
    expect(await settled(admin, at)).toMatchObject({ status: 'ready' });
    const counted = {
      large: '10000000000000000000000',
      date: '2016-02-29T00:00:00+00:00',
      numbers: { 1: 'one', null: 'nothing' },
    };
    const { isException, result } = await admin.ok('GET', `${at}/actions/${text(task_id)}`);
    expect(isException).toBe(false);
    expect(result).toMatchObject({ ...counted, infinite: 'inf' });
    expect((await services())[0]).toMatchObject({ counted });
  });
});
