import 'server-only';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { databaseUnreachable } from '@/lib/db/watch';
import { errors, type VetroError } from '@/lib/errors';
import { addressUnknown } from '../address-errors';
import { UPLOAD_ARRIVAL_MS } from '../bodies/upload-body';
import { type Dispatcher, headersOf, sendPlain } from '../dispatcher';
import { errorResponseAt } from '../error-response';
import { limitArrival } from './arrival';
import { isSignIn, pageMethods, pageRequestError } from './page-request';
import { readTarget } from './target';
import { unavailablePage } from './unavailable-page';

/** What stands behind the server. */
export interface ServerParts {
  /** serves the API */
  dispatch: Dispatcher;
  /** serves everything else: the dashboard's pages, its files, and signing in */
  pages: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;
  /** whether the database answers: no page is made without it */
  available: () => Promise<boolean>;
  /** whether people reach us by https: then browsers are told to never come by http */
  secure: boolean;
  /** told of every request that was answered here */
  onRefused: (method: string, status: number) => void;
  /** gets what no part should ever throw; the client gets 500 without a word of it */
  onFailure: (error: unknown) => void;
}

/** Longer than a reverse proxy keeps an idle connection, or it would use one that is just being closed. */
const KEEP_ALIVE_MS = 75_000;
/** How long the head of a request may take to arrive, and its body, unless it is an upload. */
const HEAD_MS = 20_000;
const BODY_MS = 60_000;
/** After so long without a byte in either direction a connection is closed; event streams show life more often. */
const SILENCE_MS = 120_000;
/** How long a client may still send what nobody reads, before its connection is closed: it should see the response. */
const LINGER_MS = 1_000;
const A_YEAR_S = 365 * 24 * 3_600;

/**
 * Makes the HTTP server of the product: the API's dispatcher, and the dashboard behind it. What neither would stand is
 * refused before: improper addresses, bodies and methods that pages have no use for, requests that never end, and
 * upgrades of the connection, which nobody here speaks. (Who offers HTTP/2 on the way is simply answered in HTTP/1.1,
 * RFC 9110, 7.8.)
 */
export function createHttpServer({
  dispatch,
  pages,
  available,
  secure,
  onRefused,
  onFailure,
}: ServerParts): http.Server {
  const refuse = (path: string, error: VetroError, incoming: IncomingMessage, outgoing: ServerResponse, allow = '') => {
    const response = errorResponseAt(path, headersOf(incoming), error);
    if (allow) response.headers.allow = allow;
    onRefused(incoming.method ?? 'GET', response.status);
    return sendPlain(response, incoming.method ?? 'GET', incoming, outgoing);
  };

  async function take(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    outgoing.setHeader('x-content-type-options', 'nosniff');
    if (secure) outgoing.setHeader('strict-transport-security', `max-age=${A_YEAR_S}`);
    outgoing.once('finish', () => endWhatIsNotRead(incoming));
    limitArrival(incoming, outgoing, BODY_MS);
    const target = readTarget(incoming);
    if (target instanceof Error) return refuse('/', target, incoming, outgoing);
    const { path, wholeServer } = target;
    if (wholeServer) {
      outgoing.writeHead(204, { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' }).end();
      return;
    }
    const { upgrade } = incoming.headers;
    if (upgrade !== undefined) {
      outgoing.setHeader('connection', 'close');
      if (!/\bh2c\b/i.test(upgrade)) return refuse(path, noUpgrade, incoming, outgoing);
    }
    if (dispatch(incoming, outgoing)) return;
    if (isOfTheApi(path)) return refuse(path, addressUnknown(), incoming, outgoing);
    const allow = pageMethods(path).join(', ');
    if (incoming.method === 'OPTIONS') {
      outgoing.writeHead(204, { allow }).end();
      return;
    }
    const problem = pageRequestError(path, incoming);
    if (problem) return refuse(path, problem, incoming, outgoing, problem.code === 'method_not_allowed' ? allow : '');
    if (!isFile(path) && !(await available())) return refuseUnavailable(path, incoming, outgoing);
    await pages(incoming, outgoing);
  }

  function refuseUnavailable(path: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    if (isSignIn(path)) return refuse(path, databaseUnreachable(), incoming, outgoing);
    onRefused(incoming.method ?? 'GET', 503);
    return sendPlain(unavailablePage(headersOf(incoming)), incoming.method ?? 'GET', incoming, outgoing);
  }

  const server = http.createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEAD_MS,
      requestTimeout: HEAD_MS + UPLOAD_ARRIVAL_MS,
      connectionsCheckingInterval: HEAD_MS / 4,
    },
    (incoming, outgoing) => {
      take(incoming, outgoing).catch((error) => {
        onFailure(error);
        if (outgoing.headersSent) outgoing.destroy();
        else outgoing.writeHead(500).end();
      });
    },
  );
  server.timeout = SILENCE_MS;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => onRefused('GET', refuseUnread(error, socket)));
  return server;
}

/** What Node says of a request that it could not read to the end of its head. */
const UNREAD: Readonly<Record<string, () => VetroError>> = {
  HPE_HEADER_OVERFLOW: () =>
    errors.invalidInput(
      `Address and headers of a request have at most ${http.maxHeaderSize / 1024} KiB together. Send a shorter token.`,
      [],
      { code: 'headers_too_large' },
    ),
  ERR_HTTP_REQUEST_TIMEOUT: () =>
    errors.invalidInput('The request did not arrive in time.', [], { code: 'request_timeout' }),
};

/**
 * Answers a request that is no request yet, with a body as every other, and ends its connection.
 *
 * @returns the status
 */
function refuseUnread({ code = '' }: NodeJS.ErrnoException, socket: Duplex): number {
  const error = UNREAD[code]?.() ?? errors.invalidInput('This is no request of HTTP/1.1.', [], { code: 'not_http' });
  const { status, headers, body } = errorResponseAt('/', new Headers(), error);
  if (!socket.writable || code === 'ECONNRESET') {
    socket.destroy();
    return status;
  }
  const all = { ...headers, 'content-length': String(Buffer.byteLength(body ?? '')), connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`, ...lines, '', body ?? ''].join('\r\n'));
  return status;
}

/** Addresses that are for programs alone, whatever version of the API they are looking for. */
function isOfTheApi(path: string): boolean {
  return /^\/+(?:v\d[\w.]*|identity)(?:\/|$)/.test(path);
}

/** Whether an address is one of the files that pages are made of. */
function isFile(path: string): boolean {
  return path.startsWith('/_next/') || /\.\w{1,11}$/.test(path);
}

/** Whoever was answered before the end of the request may not go on sending for ever. */
function endWhatIsNotRead(incoming: IncomingMessage): void {
  if (incoming.complete || incoming.destroyed) return;
  const { socket } = incoming;
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  incoming.once('end', () => clearTimeout(timer));
}

const noUpgrade = errors.invalidInput('This server speaks HTTP/1.1 alone; it does not upgrade a connection.', [], {
  code: 'no_upgrade',
});
