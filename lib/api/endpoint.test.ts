import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { dashboardSignIn } from '@/lib/auth/testing';
import { errors, type VetroError } from '@/lib/errors';
import { MASK } from '@/lib/model/secret';
import { type Access, type AnyEndpoint, type Call, endpoint } from './endpoint';
import { fetchHandler } from './fetch-handler';
import { BODY_LIMIT_BYTES } from './input';
import { MAX_FIELDS_OF_OBJECT, MAX_NAME_CHARACTERS, MAX_VALUES } from './storable-input';
import { demoPeople } from './testing/demo-people';

const { ids, parts } = demoPeople();
const tokens: Record<string, string> = {};

beforeAll(async () => {
  for (const name of ['admin', 'member', 'reader']) {
    tokens[name] = await parts().container.auth.tokens.issue({
      userId: ids[name] ?? '',
      tenantId: ids.Contoso ?? '',
      methods: ['password'],
      credentialVersion: 0,
    });
  }
});

const Thing = z.object({
  name: z.string().min(2),
  size: z.int().optional(),
  parts: z.array(z.object({ on: z.boolean() })).optional(),
});

const Query = z.object({ service_id: z.array(z.string()).default([]), after: z.coerce.number().int().optional() });
const Headers = z.object({ 'X-Configuration-Session': z.string().optional() });
type ThingCall = Call<
  'member',
  { thingId: string },
  z.infer<typeof Query>,
  z.infer<typeof Headers>,
  z.infer<typeof Thing>
>;

const thing = (handle: (call: ThingCall) => Record<string, unknown>) =>
  endpoint({
    id: 'thing',
    method: 'POST',
    path: '/v1/things/{thingId}',
    summary: 'A thing',
    tag: 'test',
    role: 'member',
    params: z.object({ thingId: z.string().regex(/^[0-9a-f]{4}$/) }),
    query: Query,
    headers: Headers,
    body: Thing,
    response: z.looseObject({}),
    errors: [],
    handle,
  });

const look = <const R extends Access>(
  role: R,
  handle: (call: Call<R, undefined, undefined, undefined, undefined>) => Record<string, unknown>,
  more: { method?: 'POST'; path?: '/v1/{a}'; response?: z.ZodType<Record<string, unknown>> } = {},
) =>
  endpoint({
    id: 'look',
    method: 'GET',
    path: '/v1/look',
    summary: 'Look',
    tag: 'test',
    role,
    response: z.looseObject({}),
    errors: [],
    handle,
    ...more,
  });

interface TestRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | ReadableStream<Uint8Array>;
  url?: string;
  thingId?: string;
}

async function call(
  called: AnyEndpoint,
  { method = 'GET', headers = {}, body, url, thingId = '00ff' }: TestRequest = {},
) {
  const streamed = body instanceof ReadableStream ? { duplex: 'half' } : {};
  const request = new Request(url ?? `https://vetro.test${called.path.replace('{thingId}', thingId)}`, {
    method,
    headers,
    body,
    ...streamed,
  } as RequestInit);
  const response = await fetchHandler([called])(request);
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: text === '' ? undefined : JSON.parse(text) };
}

const json = (value: unknown, token = tokens.member ?? ''): TestRequest => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-auth-token': token },
  body: JSON.stringify(value),
});
const as = (name: string) => ({ headers: { 'x-auth-token': tokens[name] ?? '' } });

describe('who may call', () => {
  const show = look('reader', ({ actor }) => ({ tenant: actor.tenantName, role: actor.role, via: actor.via }));

  it('needs a token', async () => {
    const response = await call(show);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Keystone uri="https://vetro.test/identity"');
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(response.json).toMatchObject({
      status: 401,
      code: 'not_signed_in',
      type: 'urn:vetro:problem:not_signed_in',
    });
  });

  it('needs a valid one', async () => {
    expect((await call(show, { headers: { 'x-auth-token': 'made-up' } })).json).toMatchObject({
      code: 'token_invalid',
    });
    expect((await call(show, { headers: { 'x-auth-token': '' } })).status).toBe(401);
  });

  it('is known to the handler', async () => {
    expect((await call(show, as('reader'))).json).toEqual({ tenant: 'Contoso', role: 'reader', via: 'token' });
  });

  it('needs the role, and is told which and whom to ask', async () => {
    const change = look('member', () => ({}));
    const response = await call(change, as('reader'));
    expect(response.status).toBe(403);
    expect(response.json.code).toBe('role_too_low');
    expect(response.json.detail).toMatch(/"member" in Contoso; yours is "reader"/);
    expect((await call(change, as('member'))).status).toBe(200);
    expect((await call(change, as('admin'))).status).toBe(200);
  });

  it('is anyone where the endpoint says so', async () => {
    expect((await call(look('anyone', ({ actor }) => ({ actor })))).json).toEqual({ actor: null });
  });
});

describe('the cookie of a dashboard sign-in', () => {
  const cookie = async () => {
    const { auth, config } = parts().container;
    const who = { userId: ids.member ?? '', tenantId: ids.Contoso ?? '' };
    return (await dashboardSignIn(auth, config.sessionSecret, who, true)).cookie;
  };
  const read = look('reader', ({ actor }) => ({ via: actor.via }));
  const write = look('reader', ({ actor }) => ({ via: actor.via }), { method: 'POST' });

  it('is good for reading', async () => {
    expect((await call(read, { headers: { cookie: await cookie() } })).json).toEqual({ via: 'dashboard' });
  });

  it('is good for writing from our own pages alone', async () => {
    const post = async (headers: Record<string, string>) =>
      call(write, { method: 'POST', headers: { cookie: await cookie(), ...headers } });
    expect((await post({ origin: 'https://vetro.test' })).status).toBe(200);
    expect((await post({ origin: 'https://10.0.0.1:3000', host: '10.0.0.1:3000' })).status).toBe(200);
    for (const headers of [
      {},
      { origin: 'https://evil.test' },
      { origin: 'null' },
      { origin: 'https://vetro.test.evil.test' },
      { origin: 'http://vetro.test' },
      { origin: 'http://vetro.test', host: 'vetro.test' },
      { origin: 'https://vetro.test:8443' },
      { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' },
      { origin: 'https://vetro.test/', host: 'vetro.test' },
      { origin: 'https://a b', host: 'a b' },
    ])
      expect((await post(headers as Record<string, string>)).json).toMatchObject({
        status: 403,
        code: 'foreign_origin',
      });
  });

  it('does not stand in for a token that was sent and is bad', async () => {
    expect((await call(read, { headers: { cookie: await cookie(), 'x-auth-token': 'bad' } })).status).toBe(401);
  });
});

describe('input', () => {
  const take = thing(({ params, query, headers, body }) => ({ params, query, headers, body }));

  it('arrives checked', async () => {
    const sent = json({ name: 'box' });
    const response = await call(take, {
      ...sent,
      url: 'https://vetro.test/v1/things/00ff?service_id=a&after=7&unknown=1',
      headers: { ...sent.headers, 'x-configuration-session': 's1' },
    });
    expect(response.json).toEqual({
      params: { thingId: '00ff' },
      query: { service_id: ['a'], after: 7 },
      headers: { 'X-Configuration-Session': 's1' },
      body: { name: 'box' },
    });
    const repeated = await call(take, { ...sent, url: 'https://vetro.test/v1/things/00ff?service_id=a&service_id=b' });
    expect(repeated.json.query.service_id).toEqual(['a', 'b']);
  });

  it('names every bad field by its path', async () => {
    const response = await call(
      take,
      json({ name: 'b', parts: [{ on: true }, { on: 'yes' }, {}], colour: 'red', size: 1.5 }),
    );
    expect(response.status).toBe(400);
    expect(response.json.code).toBe('invalid_input');
    const fields = Object.fromEntries(
      response.json.fields.map(({ path, code }: { path: string; code: string }) => [path, code]),
    );
    expect(fields).toEqual({
      name: 'too_small',
      size: 'invalid_type',
      'parts.1.on': 'invalid_type',
      'parts.2.on': 'required',
      colour: 'unknown_property',
    });
    for (const { sentence } of response.json.fields) expect(sentence).toMatch(/^[A-Z].*\.$/);
  });

  it('says that a query parameter is bad, and which', async () => {
    const response = await call(take, {
      ...json({ name: 'box' }),
      url: 'https://vetro.test/v1/things/00ff?after=soon',
    });
    expect(response.json).toMatchObject({ status: 400, fields: [{ path: 'query.after' }] });
  });

  it('is not found when no such thing could have that id', async () => {
    expect((await call(take, { ...json({ name: 'box' }), thingId: 'x' })).status).toBe(404);
  });

  it('must be JSON and say so', async () => {
    const member = tokens.member ?? '';
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', '']) {
      const response = await call(take, {
        method: 'POST',
        headers: { 'x-auth-token': member, ...(type ? { 'content-type': type } : {}) },
        body: new TextEncoder().encode('{"name":"box"}') as unknown as string,
      });
      expect([response.status, response.json.code]).toEqual([415, 'unsupported_media_type']);
    }
    const withCharset = json({ name: 'box' });
    const response = await call(take, {
      ...withCharset,
      headers: { ...withCharset.headers, 'content-type': 'application/json; charset=utf-8' },
    });
    expect(response.status).toBe(200);
  });

  it('must parse', async () => {
    for (const body of ['{"name":', '', 'nonsense'])
      expect((await call(take, { ...json({}), body })).json).toMatchObject({ status: 400, code: 'malformed_body' });
  });

  it('is at most 1 MiB, told beforehand or not', async () => {
    const large = JSON.stringify({ name: 'x'.repeat(BODY_LIMIT_BYTES) });
    const sized = json({});
    expect((await call(take, { ...sized, body: large })).json).toMatchObject({ status: 413, code: 'body_too_large' });
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(32));
      },
    });
    expect((await call(take, { ...sized, body: endless })).status).toBe(413);
    expect(sent).toBeLessThan(BODY_LIMIT_BYTES * 2);
  });

  it('holds no sealed secret, however it is written', async () => {
    const sealed = parts().container.box.seal('stolen');
    const hidden = JSON.stringify({ name: sealed }).replace('vetro:', '\\u0076etro:');
    for (const body of [JSON.stringify({ name: sealed }), hidden, JSON.stringify({ [sealed]: 1 })])
      expect((await call(take, { ...json({}), body })).json).toMatchObject({ status: 400, code: 'sealed_input' });
  });

  it.each([101, 3_000, 200_000])('is refused when nested %i deep, with the most there may be', async (levels) => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const deep = `${open.repeat(levels)}1${close.repeat(levels)}`;
      const response = await call(take, { ...json({}), body: deep.length < BODY_LIMIT_BYTES ? deep : '['.repeat(9) });
      expect(response.json).toMatchObject({ status: 400, code: 'malformed_body' });
      if (deep.length < BODY_LIMIT_BYTES) expect(response.json.detail).toMatch(/more than 100 levels/);
    }
  });

  it('holds no more values, fields and characters of a name than are told, and names the place', async () => {
    const refusal = async (body: unknown) => {
      const { code, fields } = (await call(take, json(body))).json;
      return [code, fields[0].path, fields[0].code, fields[0].sentence];
    };
    expect(await refusal({ name: 'box', parts: Array.from({ length: MAX_VALUES }, () => 0) })).toEqual([
      'too_many_values',
      'parts',
      'too_many_values',
      'All lists and objects together have at most 100,000 values.',
    ]);
    const many = Object.fromEntries(Array.from({ length: MAX_FIELDS_OF_OBJECT + 1 }, (_, n) => [`k${n}`, n]));
    expect(await refusal({ name: 'box', parts: [many] })).toEqual([
      'invalid_input',
      'parts.0',
      'too_many_fields',
      'An object has at most 10,000 fields.',
    ]);
    expect(await refusal({ name: 'box', [`${'k'.repeat(MAX_NAME_CHARACTERS)}k`]: 1 })).toEqual([
      'invalid_input',
      'k'.repeat(100),
      'too_big',
      'The name of a field has at most 1,000 characters.',
    ]);
  });

  it('is told a hundred of its problems, each in a sentence that somebody reads', async () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`unknown${n}`, n]));
    const { fields } = (await call(take, json({ name: 'box', ...many }))).json;
    expect(fields).toHaveLength(101);
    expect(fields[100]).toEqual({
      path: '',
      code: 'more_problems',
      sentence: 'There are 4900 more problems. Mend those above first.',
    });
    const repeats = thing(() => {
      throw errors.invalidInput('x'.repeat(9_000), [{ path: 'a', code: 'b', sentence: 'y'.repeat(9_000) }]);
    });
    const { detail, fields: bad } = (await call(repeats, json({ name: 'box' }))).json;
    expect([detail.length, bad[0].sentence.length]).toEqual([2_001, 2_001]);
  });

  it('holds nothing that cannot be stored, and names the place', async () => {
    const fieldOf = async (body: string) => (await call(take, { ...json({}), body })).json.fields;
    for (const text of ['a\\u0000b', '\\ud800', 'x\\udc00y', '\\ud83d'])
      expect(await fieldOf(`{"name":"box","parts":[{"on":"${text}"}]}`), text).toMatchObject([
        { path: 'parts.0.on', code: 'not_a_character' },
      ]);
    expect(await fieldOf('{"name":"box","parts":[{"on":"\\ue000a\\ue001b\\ue002"}]}')).toMatchObject([
      { path: 'parts.0.on', code: 'not_a_character' },
    ]);
    expect(await fieldOf('{"name":"box","a\\u0000":1}')).toMatchObject([{ path: 'a\ufffd', code: 'not_a_character' }]);
    expect(await fieldOf('{"name":"box","size":1e999}')).toMatchObject([{ path: 'size', code: 'too_big' }]);
    expect(await fieldOf('{"name":"box","__proto__":{}}')).toMatchObject([{ code: 'unknown_property' }]);
    const query = await call(take, {
      ...json({ name: 'box' }),
      url: 'https://vetro.test/v1/things/00ff?service_id=a&service_id=%00',
    });
    expect(query.json).toMatchObject({ status: 400, fields: [{ path: 'query.service_id.1' }] });
    expect((await call(take, json({ name: 'zwölf 🦊' }))).status).toBe(200);
  });

  it('that ends before its end is nobody’s fault', async () => {
    const before = parts().lines().length;
    const broken = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"na'));
        controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
      },
    });
    expect((await call(take, { ...json({}), body: broken })).json).toMatchObject({ status: 499, code: 'client_gone' });
    expect(parts().lines().slice(before)).toMatchObject([{ level: 'info', status: 499, code: 'client_gone' }]);
  });
});

describe('answers', () => {
  it('are empty when the handler has nothing to say', async () => {
    const remove = endpoint({
      id: 'rm',
      method: 'DELETE',
      path: '/v1/look',
      summary: '',
      tag: 't',
      role: 'member',
      response: null,
      errors: [],
      handle: () => undefined,
    });
    const response = await call(remove, { method: 'DELETE', ...as('member') });
    expect([response.status, response.text]).toEqual([200, '']);
  });

  it('are never cached, guessed at or framed, and name their request', async () => {
    const response = await call(
      look('anyone', () => ({})),
      { headers: { 'x-request-id': 'my-request-1' } },
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(response.headers.get('x-request-id')).toBe('my-request-1');
    const other = await call(
      look('anyone', () => ({})),
      { headers: { 'x-request-id': 'bad id\t' } },
    );
    expect(other.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('mask a secret that the handler forgot', async () => {
    const sealed = parts().container.box.seal('Hunter-2');
    expect((await call(look('anyone', () => ({ deep: [`pw=${sealed}`] })))).json).toEqual({
      deep: [`pw=${MASK}`],
    });
  });

  it('must be what the endpoint declares', async () => {
    const strict = look('anyone', () => ({ nom: 'x' }), { response: z.object({ name: z.string() }) });
    expect((await call(strict)).json).toMatchObject({ status: 500, code: 'response_undeclared' });
  });
});

describe('errors', () => {
  const failing = (error: unknown) =>
    look('reader', () => {
      throw error;
    });

  it.each(
    [
      [errors.invalidInput('No.', []), 400],
      [errors.forbidden('x', 'No.'), 403],
      [errors.notFound('x', 'No.'), 404],
      [errors.stateForbids('environment_deploying', 'No.'), 403],
      [errors.stateForbids('session_invalid', 'No.'), 403],
      [errors.stateForbids('deployment_finished', 'No.'), 409],
      [errors.conflict('x', 'No.'), 409],
      [errors.limitExceeded('quota_cores', 'No.'), 403],
      [errors.limitExceeded('x', 'No.', { retryAfterSeconds: 7 }), 429],
      [errors.policyViolation('x', 'No.'), 422],
      [errors.language('x', 'No.'), 422],
      [errors.cloud('x', 'No.'), 502],
      [errors.agent('x', 'No.'), 502],
      [errors.timedOut('x', 'No.'), 504],
      [errors.defect('x', 'No.'), 500],
    ].map(([error, status]) => ({
      error,
      status,
      what: `${(error as VetroError).kind} ${(error as VetroError).code}`,
    })) as { error: VetroError; status: number; what: string }[],
  )('of kind and code "$what" become status $status', async ({ error, status }) => {
    const response = await call(failing(error), as('reader'));
    expect(response.json).toMatchObject({ status, code: error.code, detail: error.sentence });
    expect(response.status).toBe(status);
    expect(response.headers.get('retry-after')).toBe(status === 429 ? '7' : null);
  });

  it('of our own making tell users nothing, and the log everything', async () => {
    const response = await call(failing(new Error('column "secrets" does not exist')), as('admin'));
    expect(response.status).toBe(500);
    expect(response.text).not.toContain('column');
    const line = parts()
      .lines()
      .find(({ requestId }) => requestId === response.json.requestId);
    expect(line).toMatchObject({
      level: 'error',
      operation: 'look',
      err: { message: 'column "secrets" does not exist' },
    });
  });

  it('tell details to administrators alone', async () => {
    const handler = failing(errors.cloud('stack_failed', 'No.', { details: { resource: 'server1' } }));
    expect((await call(handler, as('admin'))).json.details).toEqual({ resource: 'server1' });
    expect((await call(handler, as('member'))).json).not.toHaveProperty('details');
  });
});

describe('the log', () => {
  it('has one line for each request, without its body or token', async () => {
    const before = parts().lines().length;
    await call(
      thing(() => ({})),
      json({ name: 'Sentinel-Passw0rd' }),
    );
    const lines = parts().lines().slice(before);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      level: 'info',
      operation: 'thing',
      status: 200,
      tenant: ids.Contoso,
      user: ids.member,
    });
    expect(JSON.stringify(lines)).not.toContain('Sentinel');
    expect(JSON.stringify(lines)).not.toContain(tokens.member);
  });
});

describe('an endpoint', () => {
  it('whose path and parameters differ is refused when it is declared', () => {
    expect(() => look('anyone', () => ({}), { path: '/v1/{a}' })).toThrow(/names \{a\}/);
  });
});
