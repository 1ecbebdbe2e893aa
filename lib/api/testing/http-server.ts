import type http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Container } from '@/lib/container/container';
import { createProductServer } from '../server/product-server';

export interface TestHttpServer {
  /** http://127.0.0.1:port */
  url: string;
  port: number;
  close(): Promise<void>;
}

/** Serves the API through the product's real server; only Next's pages are not there. */
export async function startHttpServer(container: Container): Promise<TestHttpServer> {
  return listen(
    createProductServer(container, async (_incoming, outgoing) => {
      outgoing.writeHead(404).end();
    }),
  );
}

/** Lets a server listen on a port of its own. */
export async function listen(server: http.Server): Promise<TestHttpServer> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
