import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoPeople } from '../testing/demo-people';
import { listen, type TestHttpServer } from '../testing/http-server';
import { createProductServer } from './product-server';
import { createHttpServer } from './server';

const { parts } = demoPeople();
let server: TestHttpServer;

beforeAll(async () => {
  server = await listen(
    createProductServer(parts().container, async (incoming, outgoing) => {
      let bytes = 0;
      for await (const chunk of incoming) bytes += chunk.length;
      outgoing.end(`page ${incoming.url} of ${incoming.headers.host}, ${bytes} bytes`);
    }),
  );
});
afterAll(() => server.close());

/** Sends bytes as they are and reads until the server closes the connection, or `until` has come. */
function raw(text: string, until?: RegExp): Promise<{ text: string; closed: boolean }> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(server.port, '127.0.0.1', () => socket.write(text));
    let response = '';
    socket.on('data', (chunk) => {
      response += String(chunk);
      if (!until?.test(response)) return;
      resolve({ text: response, closed: false });
      socket.destroy();
    });
    socket.once('close', () => resolve({ text: response, closed: true }));
    socket.once('error', reject);
  });
}
const ask = async (method: string, to: string, headers: Record<string, string> = {}, body?: string) => {
  const response = await fetch(`${server.url}${to}`, { method, headers, body, redirect: 'manual' });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: text.startsWith('{') ? JSON.parse(text) : null,
  };
};

describe('what is behind the API', () => {
  it('gets the requests of pages and files', async () => {
    expect((await ask('GET', '/environments/1?tab=log')).text).toContain('page /environments/1?tab=log');
    expect((await ask('POST', '/api/auth/callback/credentials', {}, 'a=b')).text).toContain('3 bytes');
  });

  it('never gets a body it would read without limit', async () => {
    const long = await ask('POST', '/api/auth/session', {}, 'x'.repeat(70_000));
    expect([long.status, long.json?.code]).toEqual([413, 'body_too_large']);
    const endless = await raw(
      'POST /api/auth/session HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n',
    );
    expect(endless.text).toMatch(/^HTTP\/1\.1 411 /);
    expect(endless.closed).toBe(true);
    const promised = await raw('POST /api/auth/session HTTP/1.1\r\nHost: a\r\nContent-Length: 400000000\r\n\r\nhello');
    expect(promised.text).toMatch(/^HTTP\/1\.1 413 /);
    expect(promised.closed).toBe(true);
    const toGet = await raw('GET /sign-in HTTP/1.1\r\nHost: a\r\nContent-Length: 400000000\r\n\r\nhello');
    expect(toGet.text).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('gets no method that changes something, but the forms to sign in with', async () => {
    for (const [method, to] of [
      ['POST', '/'],
      ['POST', '/environments'],
      ['PUT', '/icon.svg'],
      ['DELETE', '/api/auth/session'],
      ['POST', '/machines/open'],
    ] as const) {
      const response = await ask(method, to, { 'next-action': 'x' }, method === 'DELETE' ? undefined : 'x');
      expect([response.status, response.json?.code], `${method} ${to}`).toEqual([405, 'method_not_allowed']);
      expect(response.headers.get('allow')).toContain('GET, HEAD');
    }
    expect((await raw('TRACE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).text).toMatch(/^HTTP\/1\.1 405 /);
    const options = await ask('OPTIONS', '/environments');
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
  });
});

describe('an improper request', () => {
  it.each([
    '/%zz',
    '/v1/%zz',
    '/v1/environments/%c0%ae',
    '/machines/%ff',
    '/icon%.svg',
    '/identity/%E0%A4%A',
    '/a%00b',
  ])('for %s is refused in words', async (to) => {
    const response = await raw(`GET ${to} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(response.text).toMatch(/^HTTP\/1\.1 400 /);
    expect(response.text).toContain('malformed_address');
  });

  it.each(['/v1/me/sign-ins/', '/v1/environments/e/services//', '/v1/environments/e/?x=1'])(
    'to delete %s, with an id that is empty, does not delete what is above it',
    async (to) => {
      const response = await raw(`DELETE ${to} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      expect(response.text).toMatch(/^HTTP\/1\.1 400 /);
      expect(response.text).toContain('Nothing follows its last slash, so that it is not clear what to delete.');
    },
  );

  it.each(['a b', 'a/b', '[', 'a:99999', 'http://a', 'a@b', 'a?b'])('to a host like "%s" is refused', async (host) => {
    const response = await raw(`GET /v1 HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(response.text).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('is still answered for the whole server, and with an absolute address', async () => {
    const whole = await raw('OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(whole.text).toMatch(/^HTTP\/1\.1 204 [\s\S]*allow: GET, HEAD, POST/i);
    const absolute = await raw(
      'GET http://vetro.test:80/here?x=1 HTTP/1.1\r\nHost: other\r\nConnection: close\r\n\r\n',
    );
    expect(absolute.text).toContain('page /here?x=1 of vetro.test');
    for (const to of ['*', 'http://', 'http://[/', 'ftp://a/b'])
      expect((await raw(`GET ${to} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)).text, to).toMatch(
        /^HTTP\/1\.1 400 /,
      );
  });

  it.each([
    ['CONNECT', 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n'],
    ['two lengths', 'POST /v1 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc'],
    [
      'a length and pieces',
      'POST /v1 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['pieces that are none', 'POST /v1 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
    ['no host', 'GET /v1 HTTP/1.1\r\n\r\n'],
    ['a head without end', `GET /v1 HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['no HTTP at all', '\u0016\u0003\u0001\u0002\u0000\u0001'],
  ])('with %s ends its connection', async (_what, text) => {
    const response = await raw(text);
    expect(response.closed).toBe(true);
    expect(response.text).toMatch(/^(?:HTTP\/1\.1 4\d\d |$)/);
  });

  it.each([
    [
      'headers that are too large',
      `GET /v1/me HTTP/1.1\r\nHost: a\r\nX-Auth-Token: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    ['no words of HTTP', 'hello\r\n\r\n', 400, 'not_http'],
  ])('with %s is answered with a problem document like any other', async (_what, text, status, code) => {
    const response = await raw(text);
    expect(response.closed).toBe(true);
    const [head = '', body = ''] = response.text.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head).toMatch(/^content-type: application\/problem\+json$/im);
    expect(JSON.parse(body)).toMatchObject({ status, code, detail: expect.stringMatching(/\.$/) });
  });

  it('is one that comes slowly: its head has twenty seconds, an upload a quarter of an hour', () => {
    const made = createHttpServer({
      dispatch: () => false,
      pages: async () => {},
      available: async () => true,
      secure: false,
      onRefused: () => {},
      onFailure: () => {},
    });
    expect([made.headersTimeout, made.requestTimeout, made.timeout]).toEqual([20_000, 920_000, 120_000]);
  });
});

describe('a change of the protocol', () => {
  it.each(['/_next/webpack-hmr', '/', '/v1', '/api/auth/session'])('is refused at %s, and the end', async (to) => {
    const response = await raw(
      `GET ${to} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    );
    expect(response.closed).toBe(true);
    expect(response.text).toMatch(/^HTTP\/1\.1 400 [\s\S]*connection: close[\s\S]*no_upgrade/i);
  });

  it('to HTTP/2 is not taken, but the request is answered', async () => {
    const response = await raw(
      'GET /v1 HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n',
    );
    expect(response.closed).toBe(true);
    expect(response.text).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('an address of the API that nobody knows', () => {
  it.each([
    ['GET', '/v1/nothing'],
    ['GET', '/v1/nothing/'],
    ['DELETE', '/v1//environments//x//y'],
    ['POST', '/v2/environments'],
    ['PATCH', '/v2'],
    ['PUT', '/v1.0/tenant/environments'],
    ['GET', '/v10'],
  ])('%s %s is a problem document', async (method, to) => {
    for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain']) {
      const body = method === 'GET' ? undefined : '--x--';
      const response = await ask(method, to, body ? { 'content-type': type, 'next-action': 'x' } : {}, body);
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toBe('application/problem+json');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('x-request-id')).toBe(response.json.requestId);
      expect(response.json).toMatchObject({ status: 404, code: 'address_unknown', title: 'Not found' });
    }
  });

  it('is told as Keystone does below its own', async () => {
    for (const to of ['/identity/v2.0/tokens', '/identity/v3/users', '/identity/v3/auth/tokens/x', '/identity/v9/']) {
      const response = await ask('GET', to);
      expect(response.status).toBe(404);
      expect(response.json).toEqual({ error: { code: 404, title: 'Not Found', message: expect.any(String) } });
    }
    const method = await ask('PUT', '/identity/v3/auth/tokens', {}, '{}');
    expect([method.status, method.headers.get('allow')]).toEqual([405, 'POST, GET, DELETE, HEAD, OPTIONS']);
    expect(method.json).toMatchObject({ error: { code: 405, title: 'Method Not Allowed' } });
  });

  it('is not one that takes other methods: those are named', async () => {
    for (const [method, to] of [
      ['PROPFIND', '/v1/environments'],
      ['TRACE', '/v1'],
      ['PURGE', '/v1//environments/'],
      ['HEAD', '/v1/environments/import'],
    ] as const) {
      const response = await raw(`${method} ${to} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      expect(response.text, `${method} ${to}`).toMatch(/^HTTP\/1\.1 405 [\s\S]*allow: (?:GET|POST)/i);
    }
  });
});

describe('the first address', () => {
  it('lists the versions for programs, as Murano did', async () => {
    for (const accept of ['application/json', 'application/json, */*']) {
      const response = await ask('GET', '/', { accept });
      expect(response.status).toBe(300);
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(response.json).toEqual({
        versions: [{ id: 'v1.0', status: 'CURRENT', links: [{ rel: 'self', href: 'https://vetro.test/v1/' }] }],
      });
    }
  });

  it('is the dashboard for people', async () => {
    for (const accept of ['text/html,application/xhtml+xml', '*/*', 'text/html, application/json'])
      expect((await ask('GET', '/', { accept })).text).toContain('page /');
  });
});

describe('headers of every response', () => {
  it('forbid guessing at types, and http where people reach us by https', async () => {
    for (const to of [
      '/',
      '/icon.svg',
      '/_next/static/x.js',
      '/v1',
      '/v1/none',
      '/identity/v3',
      '/healthz',
      '/v1/me',
    ]) {
      const { headers } = await ask('GET', to);
      expect(headers.get('x-content-type-options'), to).toBe('nosniff');
      expect(headers.get('strict-transport-security'), to).toBe('max-age=31536000');
    }
    const { container } = parts();
    const plain = await listen(
      createProductServer(
        { ...pick(container), config: { ...container.config, baseUrl: 'http://vetro.test' } },
        async (_, out) => {
          out.end();
        },
      ),
    );
    expect((await fetch(`${plain.url}/v1`)).headers.get('strict-transport-security')).toBeNull();
    await plain.close();
  });
});

const pick = ({ database, log, metrics }: ReturnType<typeof parts>['container']) => ({ database, log, metrics });
