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
 * @returns {Promise<{url: string, base: URL, directory: string, databaseUrl: string, pid: number, token: () => Promise<string>, end: () => Promise<void>}>}
 *   `url`: as browsers know it; `base`: the same without a name to be looked up; `token`: of somebody of the demo
 */
export async function ownServer({ checkout = root, fast = false, env = {} } = {}) {
  const { freePort, startPostgres } = await scriptOf(checkout, 'scripts/postgres.mjs');
  const { serve } = await scriptOf(checkout, 'scripts/serve.mjs');
  const { demoToken } = await scriptOf(checkout, 'bench/token.mjs');
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-bench-'));
  const output = fs.openSync(path.join(directory, 'server.log'), 'a');
  const postgres = await startPostgres({ directory, fast });
  const end = async (server) => {
    await server?.stop();
    await postgres.stop();
    fs.closeSync(output);
    fs.rmSync(directory, { recursive: true, force: true });
  };
  try {
    const usual = { VETRO_DATA_DIR: directory, VETRO_SEED: 'demo', VETRO_TIME_SCALE: '0', LOG_LEVEL: 'warn' };
    const own = typeof env === 'function' ? env(directory) : env;
    const server = await serve({
      port: await freePort(),
      databaseUrl: postgres.url,
      output,
      env: { ...usual, ...own },
    });
    return {
      url: server.url,
      base: new URL(server.url.replace('localhost', '127.0.0.1')),
      directory,
      databaseUrl: postgres.url,
      pid: server.process.pid,
      token: () => demoToken(server.url),
      end: () => end(server),
    };
  } catch (error) {
    await end();
    throw error;
  }
}
