// The built product with a database and simulated machines of its own, for one benchmark.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../scripts/setup.mjs';
import { scriptOf } from './checkout.mjs';

/**
 * Starts a server as its checkout starts it; what it leaves on the disk goes with `end`.
 *
 * @param {object} [options]
 *   `checkout`: directory of the product, this one when left out; `fast`: a database that never waits for its disk;
 *   `env`: what differs from a demo whose machines take no time; a function of the server's directory, or an object
 * @returns {Promise<Replica & {directory: string, databaseUrl: string, token: () => Promise<string>, replica: () => Promise<Replica>, restartDatabase: () => Promise<void>, end: () => Promise<void>}>}
 *   `token`: of somebody of the demo; `replica`: starts one more server of the installation; `restartDatabase`: ends it
 *   in order and starts it at the same address
 * @typedef {{url: string, base: URL, pid: number, kill: () => Promise<void>}} Replica
 *   `url`: as browsers know it; `base`: the same without a name to be looked up; `kill`: without notice
 */
export async function ownServer({ checkout = root, fast = false, env = {} } = {}) {
  const { freePort, startPostgres } = await scriptOf(checkout, 'scripts/postgres.mjs');
  const { serve } = await scriptOf(checkout, 'scripts/serve.mjs');
  const { demoToken } = await scriptOf(checkout, 'bench/token.mjs');
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-bench-'));
  const output = fs.openSync(path.join(directory, 'server.log'), 'a');
  let postgres = await startPostgres({ directory, fast });
  const { url: databaseUrl, port: databasePort } = postgres;
  const servers = new Set();
  const end = async () => {
    await Promise.all([...servers].map((server) => server.stop()));
    await postgres.stop();
    fs.closeSync(output);
    fs.rmSync(directory, { recursive: true, force: true });
  };
  const replica = async () => {
    const usual = { VETRO_DATA_DIR: directory, VETRO_SEED: 'demo', VETRO_TIME_SCALE: '0', LOG_LEVEL: 'warn' };
    const own = typeof env === 'function' ? env(directory) : env;
    const server = await serve({ port: await freePort(), databaseUrl, output, env: { ...usual, ...own } });
    servers.add(server);
    return {
      url: server.url,
      base: new URL(server.url.replace('localhost', '127.0.0.1')),
      pid: server.process.pid,
      kill: async () => {
        servers.delete(server);
        server.process.kill('SIGKILL');
        await server.gone;
      },
    };
  };
  try {
    const first = await replica();
    return {
      ...first,
      directory,
      databaseUrl,
      token: () => demoToken(first.url),
      replica,
      restartDatabase: async () => {
        await postgres.stop();
        postgres = await startPostgres({ directory, fast, port: databasePort });
      },
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}
