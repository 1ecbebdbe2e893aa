// npm run test:openstack: the suites that need a real OpenStack. The variables OS_* name one; without them a small one is
// started on this machine from Debian's packages (as root), and stopped again afterwards.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureDependencies } from './dependencies.mjs';
import { ensureClient } from './setup.mjs';

const script = path.join(import.meta.dirname, 'openstack/openstack.sh');

function run(command, args, env = process.env) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', env });
  if (error) throw error;
  return status ?? 1;
}

/** What a file of `export NAME=value` lines sets. */
function readVariables(file) {
  const { stdout } = spawnSync('bash', ['-c', `. "$0" && env -0`, file], { encoding: 'utf8' });
  return Object.fromEntries(
    stdout
      .split('\0')
      .map((line) => line.split(/=(.*)/s).slice(0, 2))
      .filter(([name]) => name.startsWith('OS_')),
  );
}

async function main() {
  const isGiven = process.env.OS_AUTH_URL !== undefined;
  // before anything is installed
  if (!isGiven && run('bash', [script, 'ports']) !== 0) return 1;
  await ensureDependencies();
  await ensureClient();
  if (!isGiven && run('bash', [script, 'up']) !== 0) return 1;
  try {
    const directory = process.env.VETRO_OPENSTACK_DIR ?? '/var/lib/vetro-openstack';
    const cloud = isGiven ? {} : readVariables(path.join(directory, 'openrc'));
    // the whole product is tried on it, too: that needs a database
    const vitest = ['scripts/with-postgres.mjs', process.execPath, path.resolve('node_modules/vitest/vitest.mjs')];
    const args = [...vitest, 'run', '--config', 'vitest.openstack.config.ts', ...process.argv.slice(2)];
    return run(process.execPath, args, { ...process.env, ...cloud });
  } finally {
    if (!isGiven) run('bash', [script, 'down']);
  }
}

process.exitCode = await main();
