import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../endpoint';
import { createProductServer } from '../server/product-server';
import { demoPeople } from '../testing/demo-people';
import { listen, type TestHttpServer } from '../testing/http-server';
import { type Upload, uploadBody } from './upload-body';

const { ids, parts } = demoPeople();
const MAX = 1024 * 1024;
let server: TestHttpServer;
let token = '';
/** What the handler got last, and the content of each file as it then was. */
let got: (Upload<{ title?: string }> & { contents: Buffer[] }) | null = null;
let failWith: Error | null = null;

const receive = endpoint({
  id: 'receive',
  method: 'POST',
  path: '/v1/files',
  summary: 'Take files',
  tag: 'test',
  role: 'member',
  body: uploadBody({
    types: ['application/zip'],
    maxBytes: MAX,
    maxFiles: 2,
    fields: z.object({ title: z.string().max(40).optional() }),
  }),
  response: z.object({ sizes: z.array(z.number()) }),
  errors: [400, 401, 403, 413, 415],
  handle: ({ body }) => {
    got = { ...body, contents: body.files.map(({ path }) => fs.readFileSync(path)) };
    if (failWith) throw failWith;
    return { sizes: body.files.map(({ sizeBytes }) => sizeBytes) };
  },
});

beforeAll(async () => {
  server = await listen(createProductServer(parts().container, async () => {}, [receive]));
  token = await parts().container.auth.tokens.issue({
    userId: ids.member ?? '',
    tenantId: ids.Contoso ?? '',
    methods: ['password'],
    credentialVersion: 0,
  });
});
afterAll(() => server.close());
beforeEach(() => {
  got = null;
  failWith = null;
});

async function send(body: BodyInit, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}/v1/files`, {
    method: 'POST',
    headers: { 'x-auth-token': token, ...headers },
    body,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  } as RequestInit);
  return { status: response.status, json: JSON.parse(await response.text()) };
}

function form(
  files: { name: string; content: Uint8Array<ArrayBuffer> }[],
  fields: Record<string, string> = {},
): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  for (const { name, content } of files) data.append('file', new Blob([content], { type: 'application/zip' }), name);
  return data;
}

const bytes = (size: number) => new Uint8Array(randomBytes(size));
const raw = { 'content-type': 'application/zip' };

describe('files', () => {
  it('come as the body itself', async () => {
    const content = bytes(300_000);
    expect((await send(content, raw)).json).toEqual({ sizes: [300_000] });
    expect(got?.contents[0]?.equals(content)).toBe(true);
    expect(got?.files[0]).toMatchObject({
      field: '',
      fileName: '',
      contentType: 'application/zip',
      sha256: createHash('sha256').update(content).digest('hex'),
    });
  });

  it('come in a multipart body, with fields before and after them', async () => {
    const data = form([{ name: '../a/first.zip', content: bytes(200_000) }], { title: 'Größe' });
    data.append('second', new Blob(['plain']), 'second.txt');
    expect((await send(data)).json).toEqual({ sizes: [200_000, 5] });
    expect(got?.fields).toEqual({ title: 'Größe' });
    expect(got?.files.map(({ field, fileName }) => [field, fileName])).toEqual([
      ['file', 'first.zip'],
      ['second', 'second.txt'],
    ]);
    const after = form([{ name: 'a.zip', content: bytes(10) }]);
    after.append('title', 'last');
    expect((await send(after)).status).toBe(200);
    expect(got?.fields).toEqual({ title: 'last' });
  });

  it('may be empty, and may be none', async () => {
    expect((await send(form([{ name: 'empty.zip', content: bytes(0) }]))).json).toEqual({ sizes: [0] });
    expect((await send(form([], { title: 'alone' }))).json).toEqual({ sizes: [] });
  });

  it('are gone when the request is over, whether it succeeded or not', async () => {
    await send(bytes(10), raw);
    expect(fs.existsSync(got?.files[0]?.path ?? '')).toBe(false);
    failWith = new Error('broken');
    expect((await send(bytes(10), raw)).status).toBe(500);
    expect(got?.files).toHaveLength(1);
    expect(fs.existsSync(got?.files[0]?.path ?? '')).toBe(false);
  });
});

describe('an upload is refused', () => {
  it('before it is received, to whoever may not send it', async () => {
    expect((await send(bytes(10), { ...raw, 'x-auth-token': 'nobody' })).status).toBe(401);
    expect(got).toBeNull();
  });

  it('when it is longer than the limit, announced or not', async () => {
    const withLength = await send(bytes(MAX + 1), raw);
    expect([withLength.status, withLength.json.code, withLength.json.detail]).toEqual([
      413,
      'body_too_large',
      'The body is larger than 1 MiB.',
    ]);
    const stream = new ReadableStream({
      pull(controller) {
        controller.enqueue(bytes(64 * 1024));
      },
    });
    // The server may close the connection before the client has seen the refusal: the stream has no end.
    const withoutLength = await send(stream, raw).catch(() => null);
    expect(withoutLength?.status ?? 413).toBe(413);
    const multipart = await send(form([{ name: 'a.zip', content: bytes(MAX) }]));
    expect([multipart.status, multipart.json.code]).toEqual([413, 'body_too_large']);
    expect(got).toBeNull();
  });

  it.each([
    ['text/plain', 415, 'unsupported_media_type'],
    ['application/json', 415, 'unsupported_media_type'],
    ['multipart/form-data', 400, 'malformed_body'],
    ['multipart/form-data; boundary=b', 400, 'malformed_body'],
  ])('as %s with %s %s', async (type, status, code) => {
    const refused = await send('--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\nhalf', {
      'content-type': type,
    });
    expect([refused.status, refused.json.code]).toEqual([status, code]);
    expect(got).toBeNull();
  });

  it('with a text field that is no UTF-8, or in another character set', async () => {
    const part = (text: string) =>
      Buffer.from(`--b\r\nContent-Disposition: form-data; name="title"\r\n\r\n${text}\r\n--b--\r\n`, 'latin1');
    const type = { 'content-type': 'multipart/form-data; boundary=b' };
    expect(await send(part('caf\xe9'), type)).toMatchObject({ status: 400, json: { code: 'malformed_body' } });
    expect(await send(part('x'), { 'content-type': `${type['content-type']}; charset=utf-16` })).toMatchObject({
      status: 415,
      json: { code: 'unsupported_media_type' },
    });
    expect(got).toBeNull();
    const partOf = (charset: string, text: string, more = '') =>
      Buffer.from(
        `--b\r\nContent-Disposition: form-data; name="title"${more}\r\nContent-Type: text/plain; charset=${charset}\r\n\r\n${text}\r\n--b--\r\n`,
        'latin1',
      );
    for (const charset of ['iso-8859-1', 'utf-16le', '"Windows-1252"', 'gb2312', 'base64'])
      expect(await send(partOf(charset, 'caf'), type)).toMatchObject({
        status: 415,
        json: { code: 'unsupported_media_type' },
      });
    expect(await send(partOf('us-ascii', 'caf\xe9'), type)).toMatchObject({ json: { code: 'malformed_body' } });
    expect(await send(partOf('utf-8', 'caf\xe9'), type)).toMatchObject({ json: { code: 'malformed_body' } });
    expect(got).toBeNull();
    expect((await send(partOf('us-ascii', 'cafe'), type)).status).toBe(200);
    expect((await send(partOf('UTF-8', 'caf\xc3\xa9'), type)).status).toBe(200);
    expect(got?.fields).toEqual({ title: 'caf\u00e9' });
    // a file is kept as it is, whatever it says it is written in
    expect((await send(partOf('iso-8859-1', 'caf\xe9', '; filename="a.txt"'), type)).status).toBe(200);
    expect((await send(part('caf\xc3\xa9'), type)).status).toBe(200);
  });

  it('with a text field that comes twice', async () => {
    const part = (text: string) => `--b\r\nContent-Disposition: form-data; name="title"\r\n\r\n${text}\r\n`;
    const type = { 'content-type': 'multipart/form-data; boundary=b' };
    expect(await send(Buffer.from(`${part('one')}${part('two')}--b--\r\n`), type)).toMatchObject({
      status: 400,
      json: { fields: [{ path: 'title', code: 'repeated_field' }] },
    });
    expect(got).toBeNull();
  });

  it('with a part that has no name', async () => {
    const part = ['--x', 'Content-Disposition: form-data', '', 'a value', '--x--', ''].join('\r\n');
    const response = await send(part, { 'content-type': 'multipart/form-data; boundary=x' });
    expect(response).toMatchObject({ status: 400, json: { code: 'malformed_body' } });
  });

  it('with more files or fields than there may be', async () => {
    const three = ['a', 'b', 'c'].map((name) => ({ name, content: bytes(10) }));
    expect((await send(form(three))).json).toMatchObject({ code: 'too_many_files', status: 400 });
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`f${n}`, 'x']));
    expect((await send(form([], many))).json).toMatchObject({ code: 'too_many_fields', status: 400 });
  });

  it('with the field that needs correction', async () => {
    const file = [{ name: 'a.zip', content: bytes(10) }];
    expect((await send(form(file, { title: 'x'.repeat(41) }))).json.fields).toEqual([
      { path: 'title', code: 'too_big', sentence: expect.any(String) },
    ]);
    expect((await send(form(file, { titel: 'x' }))).json.fields).toMatchObject([
      { path: 'titel', code: 'unknown_property' },
    ]);
    expect((await send(form(file, { title: 'x'.repeat(70_000) }))).json.fields).toMatchObject([{ path: 'title' }]);
    expect((await send(form(file, { title: 'a\u0000b' }))).status).toBe(400);
    expect((await send(form(file, JSON.parse('{"__proto__": "x"}')))).status).toBe(400);
  });
});

it('leaves nothing behind when the client goes away in the middle', async () => {
  const before = uploadFolders();
  const { port } = server;
  const socket = net.connect(port, '127.0.0.1');
  socket.write(
    `POST /v1/files HTTP/1.1\r\nHost: a\r\nX-Auth-Token: ${token}\r\nContent-Type: application/zip\r\nContent-Length: 1000\r\n\r\nhalf`,
  );
  await expect.poll(uploadFolders).not.toEqual(before);
  socket.destroy();
  await expect.poll(uploadFolders).toEqual(before);
  expect(got).toBeNull();
});

it('does not keep others from being answered', async () => {
  const slow = http.request(`${server.url}/v1/files`, {
    method: 'POST',
    headers: { 'x-auth-token': token, ...raw },
  });
  slow.write('begin');
  expect((await send(bytes(10), raw)).status).toBe(200);
  const answered = new Promise<number | undefined>((resolve) =>
    slow.once('response', ({ statusCode }) => resolve(statusCode)),
  );
  slow.end('end');
  expect(await answered).toBe(200);
  expect(got?.contents[0]?.toString()).toBe('beginend');
});

function uploadFolders(): string[] {
  return fs.readdirSync(os.tmpdir()).filter((name) => name.startsWith('vetro-upload-'));
}
