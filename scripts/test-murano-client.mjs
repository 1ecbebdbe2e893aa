// npm run test:murano-client: every command of Murano's own client, and those of OpenStack's with its plugin, against the
// product. They are installed from Debian's packages where they are not there yet (as root).
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureDependencies } from './dependencies.mjs';
import { ensureClient, giveUp } from './setup.mjs';

const PACKAGES = ['python3-muranoclient', 'python3-openstackclient'];

function run(command, args) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' });
  if (error) throw error;
  return status ?? 1;
}

const isThere = (command) => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;

function ensureMuranoClient() {
  if (isThere('murano') && isThere('openstack')) return;
  if (process.getuid?.() !== 0) giveUp(`Install ${PACKAGES.join(' and ')}, or run this as root.`);
  run('apt-get', ['update', '-q']);
  if (run('apt-get', ['install', '-y', '--no-install-recommends', ...PACKAGES]) !== 0)
    giveUp(`Debian's packages ${PACKAGES.join(' and ')} could not be installed.`);
}

await ensureDependencies();
await ensureClient();
ensureMuranoClient();
const vitest = ['scripts/with-postgres.mjs', process.execPath, path.resolve('node_modules/vitest/vitest.mjs')];
process.exitCode = run(process.execPath, [
  ...vitest,
  ...['run', '--config', 'vitest.client.config.ts', ...process.argv.slice(2)],
]);
