import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { notePeer } from '@/lib/auth/client-address';
import type { AnyEndpoint } from './endpoint';
import type { ApiRequest, PlainResponse } from './request';
import { respondAt } from './respond';
import { createRouter, type Match } from './router';
import { limitArrival } from './server/arrival';

/** Takes a request of Node's HTTP server, or returns false: then it is somebody else's. */
export type Dispatcher = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

/** Below this many characters compressing costs more than it saves. */
const WORTH_COMPRESSING = 1_400;
const gzip = promisify(zlib.gzip);

/**
 * Makes the way from the HTTP server to the API's endpoints. Next's way from the socket to a route handler costs
 * several times what the API itself does for a request (docs/decisions/0009); the dashboard's pages go that way.
 *
 * @param endpoints all there are; those that are pages, and other addresses, are not taken
 * @param onFailure gets what no endpoint should ever throw; the client gets 500 without a word of it
 */
export function createDispatcher(endpoints: readonly AnyEndpoint[], onFailure: (error: unknown) => void): Dispatcher {
  const find = createRouter(endpoints.filter(({ page }) => !page));
  return (incoming, outgoing) => {
    notePeer(incoming);
    const [path = '/'] = (incoming.url ?? '/').split('?', 1);
    const match = path === '/' && !asksForVersions(incoming) ? null : find(path);
    if (!match) return false;
    dispatch(match, incoming, outgoing).catch((error) => {
      onFailure(error);
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(500).end();
    });
    return true;
  };
}

/** The first address of all is a page, unless a program asks which versions of the API there are. */
function asksForVersions({ method, headers }: IncomingMessage): boolean {
  const accept = headers.accept ?? '';
  return (method === 'GET' || method === 'HEAD') && /\bjson\b/.test(accept) && !accept.includes('text/html');
}

async function dispatch(match: Match, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const request = asApiRequest(incoming, outgoing);
  const response = await respondAt(match, request);
  if (response instanceof Response) await sendResponse(response, request.method, outgoing);
  else await sendPlain(response, request.method, incoming, outgoing);
}

/** Sends a response that is known whole, compressed where that is worth it and the client can read it. */
export async function sendPlain(
  { status, headers, body }: PlainResponse,
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

const NOTHING = new Uint8Array();

/** The headers of a message of Node's, to be asked by name. */
export function headersOf({ headers }: IncomingMessage): ApiRequest['headers'] {
  return {
    get(name) {
      const value = headers[name.toLowerCase()];
      return Array.isArray(value) ? value.join(', ') : (value ?? null);
    },
  };
}

function asApiRequest(incoming: IncomingMessage, outgoing: ServerResponse): ApiRequest {
  const { method = 'GET', url = '/' } = incoming;
  let gone: AbortController | undefined;
  return {
    method,
    // What the client calls us says nothing about us.
    url: `http://localhost${url}`,
    headers: headersOf(incoming),
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
    takeArrived: () => (incoming.complete ? ((incoming.read() as Buffer | null) ?? NOTHING) : null),
    extendArrival: (ms) => limitArrival(incoming, outgoing, ms),
  };
}
