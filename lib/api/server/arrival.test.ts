import http from 'node:http';
import net from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { listen, type TestHttpServer } from '../testing/http-server';
import { limitArrival } from './arrival';

let server: TestHttpServer | undefined;
afterEach(() => server?.close());

/** What a client gets that sends these bytes and nothing more. */
async function sendTo(handler: http.RequestListener, text: string): Promise<string> {
  const { port } = await serve(handler);
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += String(chunk);
    });
    socket.once('close', () => resolve(answer));
    socket.once('error', reject);
  });
}

async function serve(handler: http.RequestListener): Promise<TestHttpServer> {
  server = await listen(http.createServer(handler));
  return server;
}

const HEAD = 'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 5\r\n\r\n';

describe('a body', () => {
  it('that does not arrive in time ends its connection, and its sender is told why', async () => {
    const answer = await sendTo((incoming, outgoing) => limitArrival(incoming, outgoing, 20), `${HEAD}abc`);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('that does has no time limit afterwards', async () => {
    const answer = await sendTo((incoming, outgoing) => {
      limitArrival(incoming, outgoing, 20);
      incoming.resume().once('end', () => setTimeout(() => outgoing.end('done'), 60));
    }, `${HEAD}abcde`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*done/);
  });

  it('may be given more time', async () => {
    const answer = await sendTo((incoming, outgoing) => {
      limitArrival(incoming, outgoing, 20);
      limitArrival(incoming, outgoing, 60_000);
      setTimeout(() => outgoing.end('still here'), 60);
    }, `${HEAD}abc`);
    expect(answer).toContain('still here');
  });
});
