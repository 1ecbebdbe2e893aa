// Starts the built server on a PostgreSQL and waits until it answers.
import { spawn } from 'node:child_process';
import net from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { OWN_TERMINAL, signalTree } from './platform.mjs';
import { nextBin, root } from './setup.mjs';

/**
 * Settings of glibc's allocator, as in the Containerfile: what is large is given back to the system as soon as it is free. By
 * itself glibc keeps it, once something of 32 MB was free, and every thread has a part of its own (mallopt(3)).
 */
const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_TRIM_THRESHOLD_: '262144' };

/** Whether a TCP port of this machine can be listened on. */
export function portIsFree(port) {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}

/**
 * @param {{port: number, databaseUrl: string, env?: Record<string, string>, output?: 'inherit' | 'ignore' | number, mode?: 'start' | 'dev'}} options
 * @returns {Promise<{process: import('node:child_process').ChildProcess, url: string, stop: () => Promise<void>}>}
 */
export async function serve({ port, databaseUrl, env = {}, output = 'inherit', mode = 'start' }) {
  const url = `http://localhost:${port}`;
  const child = spawn(
    process.execPath,
    // The development server is a family of processes with channels of its own; it is stopped by hand.
    [
      ...(mode === 'start'
        ? [
            '--import',
            pathToFileURL(path.join(root, 'scripts', 'die-with-parent.mjs')).href,
            path.join(root, 'server.mjs'),
          ]
        : [nextBin, 'dev', '-p', String(port)]),
    ],
    {
      cwd: root,
      stdio: ['ignore', output, output, 'ipc'],
      // Ctrl-C reaches us, and we stop it in order.
      ...OWN_TERMINAL,
      env: {
        ...ALLOCATOR,
        ...process.env,
        NEXT_TELEMETRY_DISABLED: '1',
        DATABASE_URL: databaseUrl,
        NEXTAUTH_URL: url,
        VETRO_BASE_URL: url,
        PORT: String(port),
        ...env,
      },
    },
  );
  let code;
  const gone = new Promise((resolve) => {
    child.once('exit', (status) => {
      code = status ?? 1;
      resolve(code);
    });
  });
  for (const until = Date.now() + 120_000; ; ) {
    if (code !== undefined) throw new Error(`the server ended with code ${code} before it answered`);
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/v1`);
      if (answer.ok) break;
    } catch {
      // not listening yet
    }
    if (Date.now() > until) throw new Error('the server did not answer within 120 s');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    process: child,
    url,
    gone,
    stop: async () => {
      if (code !== undefined) return;
      // Letting go of a server ends it in order (die-with-parent.mjs).
      if (mode === 'dev') signalTree(child.pid, 'SIGTERM');
      else if (child.connected) child.disconnect();
      const timer = setTimeout(() => signalTree(child.pid, 'SIGKILL'), 15_000);
      await gone;
      clearTimeout(timer);
    },
  };
}
