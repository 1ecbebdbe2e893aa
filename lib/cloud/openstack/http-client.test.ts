import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { AUTHORITY_FILE, listenTls } from '@/lib/testing/tls/own-authority';
import { createHttpClient, type HttpClient } from './http-client';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A client and a service that answers as a test says. */
async function start(answer: http.RequestListener): Promise<{ client: HttpClient; url: string; server: http.Server }> {
  const server = http.createServer(answer);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const client = createHttpClient({ ca: null, insecure: false, log: { debug: () => undefined } });
  closing.push(
    () => new Promise((resolve) => void server.close(() => resolve())),
    () => client.close(),
  );
  return { client, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}

describe('the client of a cloud’s services', () => {
  it('has no more than eight calls under way, on connections that it keeps', async () => {
    let [now, most, connections] = [0, 0, 0];
    const { client, url, server } = await start((_, response) => {
      now += 1;
      most = Math.max(most, now);
      setTimeout(() => {
        now -= 1;
        response.end('{}');
      }, 5);
    });
    server.on('connection', () => {
      connections += 1;
    });
    await Promise.all(Array.from({ length: 60 }, () => client.call({ method: 'GET', url })));
    expect(most).toBe(8);
    expect(connections).toBe(8);
  });

  it('asks again what only reads while the service is out, and never repeats a change', async () => {
    const seen: string[] = [];
    const { client, url } = await start(({ method = '' }, response) => {
      seen.push(method);
      response.writeHead(seen.length > 2 ? 200 : 503).end('{"fine": true}');
    });
    expect((await client.call({ method: 'POST', url, body: {} })).status).toBe(503);
    expect(await client.call({ method: 'GET', url })).toMatchObject({ status: 200, body: { fine: true } });
    expect(seen).toEqual(['POST', 'GET', 'GET']);
  });

  it('tells who does not answer, and that asking later may help', async () => {
    const { client, url } = await start(({ socket }) => void socket.destroy());
    await expect(client.call({ method: 'DELETE', url })).rejects.toMatchObject({
      code: 'openstack_unreachable',
      retryable: true,
      sentence: expect.stringContaining(new URL(url).host),
    });
  });

  it('trusts an authority of one’s own when it is given, and a certificate of nobody known only when told to', async () => {
    const { url, close } = await listenTls((_, response) => void response.end('{"fine": true}'));
    closing.push(close);
    const ask = (ca: string | null, insecure: boolean) => {
      const client = createHttpClient({ ca, insecure, log: { debug: () => undefined } });
      closing.push(() => client.close());
      return client.call({ method: 'POST', url });
    };
    await expect(ask(null, false)).rejects.toMatchObject({
      code: 'openstack_unreachable',
      details: { reason: expect.stringMatching(/certificate/) },
    });
    expect(await ask(fs.readFileSync(AUTHORITY_FILE, 'utf8'), false)).toMatchObject({ body: { fine: true } });
    expect(await ask(null, true)).toMatchObject({ body: { fine: true } });
  });

  it('ends when its signal fires', async () => {
    const stop = new AbortController();
    const { client, url } = await start((_, response) => {
      stop.abort();
      response.on('close', () => undefined);
    });
    await expect(client.call({ method: 'GET', url, signal: stop.signal })).rejects.toMatchObject({ kind: 'cancelled' });
  });
});
