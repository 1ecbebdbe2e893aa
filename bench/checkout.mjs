// An earlier commit of this repository, built beside it: what a benchmark compares with.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { giveUp, root, say } from '../scripts/setup.mjs';

/**
 * Takes a commit out of git into `.cache`, with the packages of its own lock file, and builds it; one that was built
 * before is taken as it is.
 *
 * @param {string} name of the commit, as git takes it
 * @returns {Promise<{directory: string, commit: string}>} where it lies, and its whole name
 */
export async function builtCheckout(name) {
  const commit = git('rev-parse', '--verify', `${name}^{commit}`).toString().trim();
  const directory = path.join(root, '.cache', 'commits', commit);
  if (!fs.existsSync(directory)) {
    const fresh = `${directory}.${process.pid}`;
    fs.mkdirSync(fresh, { recursive: true });
    execFileSync('tar', ['-x', '-C', fresh], { input: git('archive', commit) });
    fs.renameSync(fresh, directory);
  }
  say(`Building ${commit.slice(0, 7)} in ${path.relative(root, directory)}`);
  const { ensureDependencies } = await scriptOf(directory, 'scripts/dependencies.mjs');
  await ensureDependencies({ tests: false });
  const { ensureBuild } = await scriptOf(directory, 'scripts/setup.mjs');
  await ensureBuild();
  return { directory, commit };
}

/** A module of a checkout: what starts it and builds it is its own. */
export function scriptOf(directory, file) {
  return import(pathToFileURL(path.join(directory, file)).href);
}

function git(...args) {
  try {
    return execFileSync('git', args, { cwd: root, maxBuffer: 512 * 1024 * 1024, stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    return giveUp(`git ${args.join(' ')}: ${String(error.stderr).trim()}`);
  }
}
