// The built product on a PostgreSQL of its own, both gone when the work with them is done.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startIdentityProvider } from './identity-provider.mjs';
import { freePort, startPostgres } from './postgres.mjs';
import { serve } from './serve.mjs';
import { ensureBuild, ensureChromium, root, run } from './setup.mjs';

/**
 * Runs Playwright against it: simulated machines that take next to no time, the demo's people, nothing else in it.
 * When that fails, the end of what the server's log warns of is told.
 *
 * @param {string[]} args of `playwright test`
 * @param {Record<string, string>} env besides VETRO_URL, VETRO_DATABASE_URL, VETRO_CHROMIUM and VETRO_SERVER_LOG, which it
 *   always has
 * @param {Record<string, Record<string, unknown>> | null} people whom an OpenID Connect provider beside it knows, by their
 *   subject with their claims; null: there is no provider
 * @returns {Promise<number>} its exit code
 */
export async function runBrowser(args, env = {}, people = null) {
  await ensureBuild();
  const chromium = await ensureChromium();
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-e2e-'));
  const postgres = await startPostgres({ directory, fast: true });
  const log = path.join(directory, 'server.log');
  let code = 1;
  const port = await freePort();
  const provider = people && (await startIdentityProvider({ baseUrl: `http://localhost:${port}`, people }));
  let server;
  try {
    server = await serve({
      port,
      databaseUrl: postgres.url,
      output: fs.openSync(log, 'a'),
      env: {
        VETRO_DATA_DIR: directory,
        VETRO_SEED: 'demo',
        // what a story lets fail is to fail at once
        VETRO_OPERATION_RETRIES: process.env.VETRO_OPERATION_RETRIES ?? '0',
        VETRO_TIME_SCALE: process.env.VETRO_TIME_SCALE ?? '0.04',
        VETRO_PROBE_SECONDS: '2',
        // browsers, a database and other suites share the machine: that it lags is no news
        VETRO_MAX_LAG_MS: '0',
        ...(provider ? signInBy(provider, directory) : {}),
        // The demo is Node and PostgreSQL alone: what would start another program, such as Python or a broker, fails here.
        PATH: path.join(directory, 'no-programs'),
      },
    });
    const playwright = path.join(root, 'node_modules', '@playwright', 'test', 'cli.js');
    code = await run(process.execPath, [playwright, 'test', ...args], {
      env: {
        ...{ VETRO_URL: server.url, VETRO_DATABASE_URL: postgres.url },
        ...{ VETRO_CHROMIUM: chromium, VETRO_SERVER_LOG: log },
        ...env,
      },
    });
  } finally {
    await server?.stop();
    await provider?.stop();
    await postgres.stop();
    if (code !== 0 && fs.existsSync(log))
      process.stderr.write(`\nThe end of what the server's log warns of:\n${warningsOf(log).slice(-40).join('\n')}\n`);
    fs.rmSync(directory, { recursive: true, force: true });
  }
  return code;
}

/** The settings by which the provider's people sign in: `staff` read in Contoso. */
function signInBy({ issuer, client }, directory) {
  const table = path.join(directory, 'roles.yaml');
  fs.writeFileSync(table, '- { value: staff, tenant: Contoso, role: reader }\n');
  return {
    VETRO_OIDC_ISSUER: issuer,
    VETRO_OIDC_CLIENT_ID: client.id,
    VETRO_OIDC_CLIENT_SECRET: client.secret,
    VETRO_OIDC_NAME: 'Staff login',
    VETRO_OIDC_SCOPES: 'openid profile email groups',
    VETRO_OIDC_ROLES: table,
  };
}

/** The lines of a log but those that tell of ordinary requests, which would bury them. */
function warningsOf(log) {
  return fs
    .readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('{"level":"info"'));
}
