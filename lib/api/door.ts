import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { notePeer } from '@/lib/auth/client-address';
import { getContainer } from '@/lib/container';
import type { ApiRequest, PlainAnswer } from './request';
import { type MatchedRoute, type RouteTable, routeMatcher } from './route-table';

/** Takes a request of Node's HTTP server, or returns false: then it is somebody else's. */
export type Door = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

/** Below this many characters compressing costs more than it saves. */
const WORTH_COMPRESSING = 1_400;
const gzip = promisify(zlib.gzip);

/** Where the door of a process hangs, for `server.mjs`, which knows nothing else of what the product is made of. */
const DOOR = Symbol.for('vetro.door');

/** Opens the door of this process. */
export function openDoor(table: RouteTable): void {
  const door = createDoor(table, async (error) => {
    const { log } = await getContainer();
    log.error({ err: error }, 'a request failed outside of its handler');
  });
  Object.assign(globalThis, { [DOOR]: door });
}

/**
 * Makes the API's own door to the HTTP server: the same route files as Next serves, called straight away. Next's
 * way from the socket to a route handler costs several times what the API itself does for a request; the dashboard's
 * pages still go that way.
 *
 * @param table the route files the door serves; other addresses are not taken
 * @param onFailure gets what no handler should ever throw; the client gets 500 without a word of it
 */
export function createDoor(table: RouteTable, onFailure: (error: unknown) => void): Door {
  const find = routeMatcher(table);
  return (incoming, outgoing) => {
    notePeer(incoming);
    const target = incoming.url ?? '/';
    const question = target.indexOf('?');
    const route = find(question < 0 ? target : target.slice(0, question));
    if (!route) return false;
    answer(route, incoming, outgoing).catch((error) => {
      onFailure(error);
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(500).end();
    });
    return true;
  };
}

async function answer(route: MatchedRoute, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const module = await route.load();
  const method = incoming.method ?? 'GET';
  const handler = module[method] ?? (method === 'HEAD' ? module.GET : undefined);
  if (!handler) {
    outgoing.writeHead(405).end();
    return;
  }
  const answered = await handler.direct(asApiRequest(incoming, outgoing), () => route.params);
  if (answered instanceof Response) await sendResponse(answered, method, outgoing);
  else await sendPlain(answered, method, incoming, outgoing);
}

async function sendPlain(
  { status, headers, body }: PlainAnswer,
  method: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  if (body === null) {
    outgoing.writeHead(status, status === 204 ? headers : { ...headers, 'content-length': '0' }).end();
    return;
  }
  const squeeze =
    body.length >= WORTH_COMPRESSING && /\bgzip\b/.test(String(incoming.headers['accept-encoding'] ?? ''));
  const sent = squeeze ? await gzip(body) : body;
  outgoing.writeHead(status, {
    ...headers,
    ...(squeeze ? { 'content-encoding': 'gzip' } : {}),
    ...(body.length >= WORTH_COMPRESSING ? { vary: 'accept-encoding' } : {}),
    'content-length': String(Buffer.byteLength(sent)),
  });
  outgoing.end(method === 'HEAD' ? undefined : sent);
}

async function sendResponse(response: Response, method: string, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (!response.body || method === 'HEAD') {
    await response.body?.cancel();
    outgoing.end();
    return;
  }
  // A stream's first message may be long in coming; its reader should know at once that it is open.
  outgoing.flushHeaders();
  Readable.fromWeb(response.body as ReadableStream)
    .on('error', () => outgoing.destroy())
    .pipe(outgoing);
}

function asApiRequest(incoming: IncomingMessage, outgoing: ServerResponse): ApiRequest {
  const { method = 'GET', headers, url = '/' } = incoming;
  let gone: AbortController | undefined;
  return {
    method,
    url: `http://${headers.host ?? 'localhost'}${url}`,
    headers: {
      get(name) {
        const value = headers[name.toLowerCase()];
        return Array.isArray(value) ? value.join(', ') : (value ?? null);
      },
    },
    get signal() {
      if (!gone) {
        const leaving = new AbortController();
        gone = leaving;
        if (outgoing.closed) leaving.abort();
        else outgoing.once('close', () => leaving.abort());
      }
      return gone.signal;
    },
    // Whoever stops reading half-way still wants to answer on the same connection.
    body:
      method === 'GET' || method === 'HEAD'
        ? null
        : { [Symbol.asyncIterator]: () => incoming.iterator({ destroyOnReturn: false }) },
  };
}
