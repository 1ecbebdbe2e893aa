// The product's server: Next for the dashboard, and before it the door through which the API's requests go straight
// to their route files (lib/api/door.ts says why). What `next start` serves is the same, only slower.
import http from 'node:http';

// Before anything of Next or React is loaded: they choose their builds by it.
process.env.NODE_ENV = 'production';
const { default: next } = await import('next');

const DOOR = Symbol.for('vetro.door');
const port = Number(process.env.PORT ?? 3000);
const hostname = process.env.VETRO_BIND;
/** Longer than a reverse proxy keeps an idle connection, or it would use one that is just being closed. */
const KEEP_ALIVE_MS = 75_000;

const server = http.createServer((request, response) => {
  if (globalThis[DOOR]?.(request, response)) return;
  pages(request, response).catch((error) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    response.destroy();
  });
});
server.keepAliveTimeout = KEEP_ALIVE_MS;

const app = next({ dev: false, dir: import.meta.dirname, hostname: hostname ?? 'localhost', port, httpServer: server });
const pages = app.getRequestHandler();
await app.prepare();
server.once('error', (error) => {
  process.stderr.write(
    error.code === 'EADDRINUSE' ? `Port ${port} is taken. Set PORT to another one.\n` : `${error.message}\n`,
  );
  process.exit(1);
});
server.listen(port, hostname, () => process.stdout.write(`Vetro listens on port ${port}\n`));

/** Takes no more requests, answers those under way, then ends; open event streams are ended by the product itself. */
for (const [signal, code] of [
  ['SIGTERM', 143],
  ['SIGINT', 130],
]) {
  process.once(signal, () => {
    server.close(async () => {
      await app.close().catch(() => undefined);
      process.exit(code);
    });
    server.closeIdleConnections();
  });
}
