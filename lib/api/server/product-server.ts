import 'server-only';
import type http from 'node:http';
import type { Container } from '@/lib/container/container';
import { createDispatcher } from '../dispatcher';
import type { RouteTable } from '../route-table';
import { createHttpServer, type ServerParts } from './server';

/** Where `server.mjs` finds the server, which knows nothing else of what the product is made of. */
const SERVER = Symbol.for('vetro.server');

/** Offers the HTTP server of this process to `server.mjs`, which has the pages. */
export function registerServer(table: RouteTable, container: Container): void {
  Object.assign(globalThis, {
    [SERVER]: (pages: ServerParts['pages']) => createProductServer(table, container, pages),
  });
}

/** The HTTP server of the product with these parts. */
export function createProductServer(
  table: RouteTable,
  { config, database, log, metrics }: Pick<Container, 'config' | 'database' | 'log' | 'metrics'>,
  pages: ServerParts['pages'],
): http.Server {
  const onFailure = (error: unknown) => log.error({ err: error }, 'a request failed outside of its handler');
  return createHttpServer({
    dispatch: createDispatcher(table, onFailure),
    pages,
    available: database.answers,
    secure: config.baseUrl.startsWith('https:'),
    onRefused: (method, status) => metrics.request('none', method, status, 0),
    onFailure,
  });
}
