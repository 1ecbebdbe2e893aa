// On Node for Windows, under Wine, as root or with Wine at hand (Debian: wine64 and wine):
//   npm run test:windows            both of these
//   npm run test:windows -- demo    `npm run demo` installs what it needs, generates its client and comes to the start of its
//                                   server. The build and PostgreSQL are Linux's: under Wine 8 Next's build ends without a
//                                   result, PostgreSQL does not start, and a build for Linux does not run on Windows to the end
//   npm run test:windows -- agent   the agent of servers is installed, works, dies, is updated, given back and used again
//                                   (agent/testing/agent.windows.ts)
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ensureDependencies } from './dependencies.mjs';
import { npmCommand } from './platform.mjs';
import { freePort, startPostgres } from './postgres.mjs';
import { BUNDLES, ensureBuild, ensureClient, giveUp, root, run, say } from './setup.mjs';
import {
  endWindows,
  ensureWindows,
  installForWindows,
  startOnWindows,
  windowsFolder,
  windowsPath,
} from './windows/machine.mjs';

const HANG_MS = 30 * 60_000;

const checkout = path.join(windowsFolder, 'checkout');

let started = 0;
process.exitCode = await main();

async function main() {
  const parts = process.argv.slice(2);
  const isWanted = (part) => parts.length === 0 || parts.includes(part);
  await ensureDependencies();
  if (isWanted('demo')) await ensureBuild();
  else await ensureClient();
  const problem = await ensureWindows({ powerShell: isWanted('agent') });
  if (problem) giveUp(problem);
  if (isWanted('demo') && !(await walkDemo())) return 1;
  const vitest = ['scripts/with-postgres.mjs', 'vitest', 'run', '--config', 'vitest.windows.config.ts'];
  return isWanted('agent') ? run(process.execPath, [...vitest, '--reporter=verbose']) : 0;
}

async function walkDemo() {
  copyCheckout();
  if (!(await installForWindows(checkout, ['--omit=dev', '--include=optional'])))
    giveUp('npm could not fetch the packages for Windows; its own words are above.');
  const config = npmCommand(['config', 'get', 'cache']);
  const cache = spawnSync(config.command, config.args, { cwd: root, encoding: 'utf8' }).stdout.trim();
  const database = path.join(windowsFolder, 'database');
  fs.rmSync(database, { recursive: true, force: true });
  const postgres = await startPostgres({ directory: database, fast: true });
  try {
    await tryDemo(postgres, cache);
    say('\nThe demo starts on Windows.');
    return true;
  } catch (error) {
    process.stderr.write(`\n${error.message}\n`);
    return false;
  } finally {
    endWindows();
    await postgres.stop();
  }
}

async function tryDemo(postgres, cache) {
  const demo = start([windowsPath(npmCommand([]).args[0]), 'run', 'demo'], {
    // Without the socket of Linux that the address names.
    DATABASE_URL: postgres.url.split('?')[0],
    PORT: String(await freePort()),
    // Wine cannot reach the registry as npm does; all that it may need was fetched before.
    npm_config_cache: windowsPath(cache),
    npm_config_offline: 'true',
  });
  await demo.says('Starting Vetro …', HANG_MS);
  endWindows();
}

/** Starts Node for Windows; what it says is shown, and can be waited for. */
function start(args, env = {}) {
  const output = path.join(windowsFolder, `output-${started++}.txt`);
  const child = startOnWindows(['node.exe', ...args], { output, cwd: checkout, env });
  let code = null;
  child.once('exit', (status) => {
    code = status ?? 1;
  });
  let shown = 0;
  return {
    says: async (words, forMs) => {
      for (const until = Date.now() + forMs; ; ) {
        const isOver = code !== null;
        const said = fs.readFileSync(output, 'utf8');
        process.stdout.write(said.slice(shown));
        shown = said.length;
        if (said.includes(words)) return;
        if (isOver) throw new Error(`node ${args.join(' ')} ended (${code}) and did not say "${words}".`);
        if (Date.now() > until) throw new Error(`node ${args.join(' ')} did not say "${words}" within ${forMs} ms.`);
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    },
  };
}

/** The files of this checkout as they are now, with the build that was made of them. */
function copyCheckout() {
  fs.rmSync(checkout, { recursive: true, force: true });
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const file of stdout.split('\0').filter((name) => name !== '' && fs.existsSync(path.join(root, name)))) {
    fs.mkdirSync(path.dirname(path.join(checkout, file)), { recursive: true });
    fs.copyFileSync(path.join(root, file), path.join(checkout, file));
  }
  const made = ['.next', path.join('.cache', 'built'), ...BUNDLES.map((file) => path.relative(root, file))];
  const cache = path.join(root, '.next', 'cache');
  for (const name of made)
    fs.cpSync(path.join(root, name), path.join(checkout, name), { recursive: true, filter: (file) => file !== cache });
}
