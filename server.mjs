// The product's server: Next for the dashboard, and before it the server of lib/api/server, which refuses what is no
// proper request, and whose dispatcher lets the API's requests straight to their route files (lib/api/dispatcher.ts says why).
import http from 'node:http';

// Before anything of Next or React is loaded: they choose their builds by it.
process.env.NODE_ENV = 'production';
const { default: next } = await import('next');

const SERVER = Symbol.for('vetro.server');
const port = Number(process.env.PORT ?? 3000);
const hostname = process.env.VETRO_BIND;

// Next would take upgrades of the connections of its server and never end them; nobody connects to this one.
const httpServer = new http.Server();
const app = next({ dev: false, dir: import.meta.dirname, hostname: hostname ?? 'localhost', port, httpServer });
const pages = app.getRequestHandler();
await app.prepare();
await startProcess();
const server = globalThis[SERVER](pages);
server.once('error', (error) => {
  process.stderr.write(
    error.code === 'EADDRINUSE' ? `Port ${port} is taken. Set PORT to another one.\n` : `${error.message}\n`,
  );
  process.exit(1);
});
server.listen(port, hostname, () => process.stdout.write(`Vetro listens on port ${port}\n`));

/** Next starts the process (instrumentation.ts) with its first request: this is it, and then the server is offered. */
async function startProcess() {
  const first = http.createServer((request, response) => void pages(request, response));
  await new Promise((resolve) => first.listen(0, '127.0.0.1', resolve));
  await fetch(`http://127.0.0.1:${first.address().port}/healthz`);
  first.close();
  first.closeAllConnections();
}

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
