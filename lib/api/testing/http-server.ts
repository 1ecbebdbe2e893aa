import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createDoor } from '../door';
import type { RouteModule, RouteTable } from '../route-table';

export interface TestHttpServer {
  /** http://127.0.0.1:port */
  url: string;
  close(): Promise<void>;
}

/** Serves the real route files of `app/` through the real door, without Next's build. */
export async function startHttpServer(appDirectory: string, below: string[]): Promise<TestHttpServer> {
  const table = Object.assign({}, ...below.map((folder) => routesBelow(appDirectory, folder))) as RouteTable;
  const door = createDoor(table, (error) => process.stderr.write(`${String(error)}\n`));
  const server = http.createServer((request, response) => {
    if (!door(request, response)) response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The route files below a folder of `app/`, by their folders. */
export function routesBelow(appDirectory: string, folder: string): RouteTable {
  const files = fs
    .readdirSync(path.join(appDirectory, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'route.ts')
    .sort();
  return Object.fromEntries(
    files.map((file) => [
      `/${path.join(folder, path.dirname(file)).split(path.sep).join('/')}`,
      () => import(pathToFileURL(path.join(appDirectory, folder, file)).href) as Promise<RouteModule>,
    ]),
  );
}
