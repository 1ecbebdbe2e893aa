import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { pathToFileURL } from 'node:url';
import type { RouteContext, RouteHandler } from '../route';

export interface TestHttpServer {
  /** http://127.0.0.1:port */
  url: string;
  close(): Promise<void>;
}

interface Route {
  /** segments as folders name them: `environments`, `[environmentId]`, `[...path]` */
  segments: string[];
  file: string;
}

/** Serves the real route files of `app/` over HTTP, matched as Next matches them, without Next's build. */
export async function startHttpServer(appDirectory: string, below: string[]): Promise<TestHttpServer> {
  const routes = below.flatMap((folder) => routesBelow(appDirectory, folder)).sort(specificFirst);
  const server = http.createServer((request, response) => {
    answer(routes, request, response).catch((error) => response.destroy(error as Error));
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

function routesBelow(appDirectory: string, folder: string): Route[] {
  return fs
    .readdirSync(path.join(appDirectory, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'route.ts')
    .map((file) => ({
      segments: path
        .join(folder, path.dirname(file))
        .split(path.sep)
        .filter((part) => part !== '.'),
      file: path.join(appDirectory, folder, file),
    }));
}

/** Fixed names before parameters, parameters before the rest of the path, as in Next. */
function specificFirst(a: Route, b: Route): number {
  const rank = (segment: string | undefined) => (segment?.startsWith('[...') ? 2 : segment?.startsWith('[') ? 1 : 0);
  for (let at = 0; at < Math.max(a.segments.length, b.segments.length); at += 1) {
    const difference = rank(a.segments[at]) - rank(b.segments[at]);
    if (difference !== 0) return difference;
  }
  return 0;
}

async function answer(routes: Route[], incoming: http.IncomingMessage, outgoing: http.ServerResponse): Promise<void> {
  const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host}`);
  const found = find(routes, url.pathname.split('/').filter(Boolean).map(decodeURIComponent));
  const module = found && ((await import(pathToFileURL(found.route.file).href)) as Record<string, RouteHandler>);
  const handler = module?.[incoming.method ?? 'GET'];
  if (!found || !handler) {
    outgoing.writeHead(found ? 405 : 404).end();
    return;
  }
  const gone = new AbortController();
  outgoing.on('close', () => gone.abort());
  const context: RouteContext = { params: Promise.resolve(found.params) };
  const response = await handler(asRequest(incoming, url, gone.signal), context);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (!response.body) outgoing.end();
  else
    Readable.fromWeb(response.body as ReadableStream)
      .on('error', () => outgoing.destroy())
      .pipe(outgoing);
}

function asRequest(incoming: http.IncomingMessage, url: URL, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const each of Array.isArray(value) ? value : [value]) if (each !== undefined) headers.append(name, each);
  }
  const { method = 'GET' } = incoming;
  const bare = method === 'GET' || method === 'HEAD';
  const body = bare ? {} : { body: Readable.toWeb(incoming), duplex: 'half' };
  return new Request(url, { method, headers, signal, ...body } as RequestInit);
}

function find(routes: Route[], parts: string[]): { route: Route; params: Record<string, string | string[]> } | null {
  for (const route of routes) {
    const params = match(route.segments, parts);
    if (params) return { route, params };
  }
  return null;
}

function match(segments: string[], parts: string[]): Record<string, string | string[]> | null {
  const params: Record<string, string | string[]> = {};
  for (const [at, segment] of segments.entries()) {
    const rest = /^\[\.\.\.(\w+)\]$/.exec(segment)?.[1];
    if (rest) {
      const tail = parts.slice(at);
      return tail.length > 0 ? { ...params, [rest]: tail } : null;
    }
    const part = parts[at];
    if (part === undefined) return null;
    const name = /^\[(\w+)\]$/.exec(segment)?.[1];
    if (name) params[name] = part;
    else if (segment !== part) return null;
  }
  return parts.length === segments.length ? params : null;
}
