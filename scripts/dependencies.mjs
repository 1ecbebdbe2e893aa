// The packages a command needs, installed from the lock file: those that run the product, or those for tests as well.
import fs from 'node:fs';
import path from 'node:path';
import { npmCommand } from './platform.mjs';
import { beginProgress } from './progress.mjs';
import { ensureNode, giveUp, hashFiles, nextBin, remember, remembered, root, run } from './setup.mjs';

/** What `npm run demo` needs, and what everything else of this repository needs. */
const SETS = { running: 'running', everything: 'everything' };

/**
 * Installs what is missing, without running anybody's install scripts, and tells how far it is.
 *
 * @param {{tests?: boolean}} options tests: with the packages that only tests and checks need; left out, true
 */
export async function ensureDependencies({ tests = true } = {}) {
  ensureNode();
  const lock = hashFiles([path.join(root, 'package-lock.json')]);
  const [installed, set] = remembered('installed').split(' ');
  // An installation from before sets were told apart has everything.
  if (fs.existsSync(nextBin) && installed === lock && (set !== SETS.running || !tests)) return;
  const wanted = wantedFolders(tests);
  const progress = beginProgress('Installing dependencies');
  const counting = setInterval(() => {
    const there = wanted.filter((folder) => fs.existsSync(path.join(root, folder, 'package.json'))).length;
    progress.show(`${there} of ${wanted.length} packages`);
  }, 1_000);
  // Not `npm ci`: a registry need not carry the optional binaries of other platforms, and `ci` insists on them.
  const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  // npm's own count of packages says nothing that this does not; what goes wrong it says on stderr.
  const npm = npmCommand(['install', ...flags, tests ? '--include=dev' : '--omit=dev', '--include=optional']);
  const code = await run(npm.command, npm.args, { ...npm.options, stdio: ['ignore', 'ignore', 'inherit'] });
  clearInterval(counting);
  if (code !== 0) {
    progress.failed();
    giveUp('npm could not install the dependencies; its own words are above.');
  }
  progress.done();
  remember('installed', `${lock} ${tests ? SETS.everything : SETS.running}`);
}

/** The folders of the lock file's packages that this platform gets. */
function wantedFolders(tests) {
  const { packages } = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages).flatMap(([folder, { dev, os, cpu, libc }]) => {
    const fits = allows(os, process.platform) && allows(cpu, process.arch) && allows(libc, libcOfThisMachine());
    return folder !== '' && fits && (tests || !dev) ? [folder] : [];
  });
}

/** Whether a list of npm's (`os`, `cpu`, `libc`) names a value, or does not exclude it. */
function allows(list, value) {
  if (!list || value === null) return true;
  const excluded = list.filter((item) => item.startsWith('!')).map((item) => item.slice(1));
  const named = list.filter((item) => !item.startsWith('!'));
  return !excluded.includes(value) && (named.length === 0 || named.includes(value));
}

/** The C library that npm chooses packages by; null where there is no choice. */
function libcOfThisMachine() {
  if (process.platform !== 'linux') return null;
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
}
