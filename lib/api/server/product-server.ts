import 'server-only';
import type http from 'node:http';
import type { Container } from '@/lib/container/container';
import { createDispatcher } from '../dispatcher';
import type { AnyEndpoint } from '../endpoint';
import { endpoints } from '../endpoints';
import { createHttpServer, type ServerParts } from './server';

/** Where `server.mjs` finds the server, which knows nothing else of what the product is made of. */
const SERVER = Symbol.for('vetro.server');

/** Offers the HTTP server of this process to `server.mjs`, which has the pages. */
export function registerServer(container: Container): void {
  Object.assign(globalThis, {
    [SERVER]: (pages: ServerParts['pages']) => createProductServer(container, pages),
  });
}

/**
 * The HTTP server of the product with these parts.
 *
 * @param pages serves what is not the API's
 * @param served the endpoints of the API: all of them, but in tests of one
 */
export function createProductServer(
  { config, database, log, metrics }: Pick<Container, 'config' | 'database' | 'log' | 'metrics'>,
  pages: ServerParts['pages'],
  served: readonly AnyEndpoint[] = endpoints,
): http.Server {
  const onFailure = (error: unknown) => log.error({ err: error }, 'a request failed outside of its handler');
  return createHttpServer({
    dispatch: createDispatcher(served, onFailure),
    pages,
    available: database.answers,
    secure: config.baseUrl.startsWith('https:'),
    onRefused: (method, status) => metrics.request('none', method, status, 0),
    onFailure,
  });
}
