// How long /healthz waits at most beside each body in the worst shape of its parser, posted to whatever takes a body.
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { say } from '../scripts/setup.mjs';
import { bundled } from './bundled.mjs';

/** the aim: nobody waits longer for an answer that costs nothing, in milliseconds */
const AIM_MS = 250;
/** between two questions, in milliseconds */
const EVERY_MS = 5;

/** Asks for /healthz again and again, over a connection of its own. */
function healthWaits(base) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  let longest = 0;
  let goesOn = true;
  const once = () =>
    new Promise((resolve, reject) => {
      const from = performance.now();
      const { hostname: host, port } = base;
      const request = http.get({ host, port, path: '/healthz', agent }, (response) => {
        response.resume().on('end', () => {
          longest = Math.max(longest, performance.now() - from);
          resolve();
        });
      });
      request.on('error', reject);
    });
  const asking = (async () => {
    while (goesOn) {
      await once();
      await pause(EVERY_MS);
    }
  })();
  asking.catch(() => {});
  return {
    /** the longest wait since this was asked last */
    take() {
      const waited = longest;
      longest = 0;
      return waited;
    },
    async end() {
      goesOn = false;
      await asking;
      agent.destroy();
    },
  };
}

function post({ base, token, session }, { method, path, body }) {
  const headers = {
    'x-auth-token': token,
    'x-configuration-session': session,
    'content-type': body.type,
    'content-length': body.bytes.length,
  };
  return new Promise((resolve, reject) => {
    const { hostname: host, port } = base;
    const request = http.request({ host, port, method, path, headers }, (response) => {
      let size = 0;
      response
        .on('data', (chunk) => {
          size += chunk.length;
        })
        .on('end', () => resolve({ status: response.statusCode, size }));
    });
    // The server may close a connection on which it refused to read on.
    request.on('error', (error) => (error.code === 'ECONNRESET' ? resolve({ status: 0, size: 0 }) : reject(error)));
    request.end(body.bytes);
  });
}

/**
 * Posts every body to every operation that takes one, as an administrator, and prints for each shape the longest wait of
 * /healthz beside it, with the operation; one above the aim makes the program fail.
 *
 * @param {{base: URL, token: string, environment: string, session: string}} server `environment`: with this draft
 */
export async function worstBodies(server) {
  const { worstRequests } = await bundled('worst-bodies');
  const description = await (await fetch(new URL('/openapi.json', server.base))).json();
  const { environment, session } = server;
  const known = { ids: { environmentId: [environment], sessionId: [session] }, apart: {}, bodies: {} };
  const waits = healthWaits(server.base);
  const rows = new Map();
  for (const request of worstRequests(description, known)) {
    waits.take();
    const { status, size } = await post(server, request);
    await pause(EVERY_MS);
    const row = { longest: waits.take(), operation: request.operation, status, size };
    const { shape } = request;
    if (row.longest >= (rows.get(shape)?.longest ?? 0)) rows.set(shape, row);
  }
  await waits.end();
  say(`\n${'beside a body of 200 KB'.padEnd(50)} ${'/healthz ms'.padStart(12)}  longest at`);
  for (const [shape, { longest, operation, status, size }] of rows)
    say(`${shape.padEnd(50)} ${longest.toFixed(1).padStart(12)}  ${operation} (${status}, ${size} bytes)`);
  const worst = Math.max(...[...rows.values()].map(({ longest }) => longest));
  if (worst > AIM_MS) process.exitCode = 1;
  say(`longest wait of /healthz: ${worst.toFixed(0)} ms (aim: at most ${AIM_MS})`);
}
