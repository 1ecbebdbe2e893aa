// What a change touches: the files that git sees as changed, and the tests that stand beside them or import them.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ownModule } from './own-modules.mjs';

const TEST = /\.test\.(ts|mjs)$/;
const IMPORT = /(?:from|import|mock)\s*\(?\s*['"]([^'"\n]+)['"]/g;
/** What a test imports; anything else is read by a path of its own. */
const MODULE = /\.(ts|tsx|mjs|cjs|js|css)$/;
const ENDINGS = ['', '.ts', '.tsx', '.mjs', '/index.ts', '/index.tsx'];

/**
 * Files that differ from a revision, new ones included; those that were deleted are among them.
 *
 * @param {string} root the working copy
 * @param {string} [revision] left out: what is not committed yet
 * @returns {string[]} from the root
 */
export function changedFiles(root, revision = 'HEAD') {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  const changed = git('diff', '--name-only', '--no-renames', revision, '--');
  return [...new Set([...changed, ...git('ls-files', '--others', '--exclude-standard')])].sort();
}

/**
 * The tests of changed files: those in their folders, and those that import them directly or through the `index` of
 * their folder. What is no module (a script for machines, a plan, a page of a guide) is read by the tests of the nearest
 * folder above that has any.
 *
 * @param {string} root
 * @param {string[]} changed
 * @returns {string[]} from the root, nearest first: what has the name of a changed file, what imports one, what is beside one
 */
export function testsOf(root, changed) {
  const touched = new Set([...changed, ...changed.flatMap((file) => indexOf(root, file))]);
  const tests = testFiles(root);
  const tested = new Set(tests.map(path.posix.dirname));
  const belowRoot = changed.filter((file) => path.posix.dirname(file) !== '.');
  const folders = new Set(belowRoot.map((file) => testedBy(file, tested)));
  const ownTests = new Set(changed.map((file) => file.replace(MODULE, (ending) => `.test${ending}`)));
  const distance = (test) => {
    if (ownTests.has(test) || touched.has(test)) return 0;
    if (importsOf(root, test).some((file) => touched.has(file))) return 1;
    return folders.has(path.posix.dirname(test)) ? 2 : null;
  };
  const near = tests.map((test) => ({ test, at: distance(test) })).filter(({ at }) => at !== null);
  return near.sort((one, other) => one.at - other.at).map(({ test }) => test);
}

/** The folder whose tests hold a file: its own; for what is no module the nearest above that has tests, below the root. */
function testedBy(file, tested) {
  const own = path.posix.dirname(file);
  if (MODULE.test(file)) return own;
  let folder = own;
  while (!tested.has(folder) && folder !== '.') folder = path.posix.dirname(folder);
  return folder === '.' ? own : folder;
}

function testFiles(root) {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const all = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 }).split('\n');
  const isThere = (file) => fs.existsSync(path.join(root, file));
  return [...new Set(all)].filter((file) => TEST.test(file) && isThere(file)).sort();
}

/** The `index` of a file's folder, where that imports it. */
function indexOf(root, file) {
  return ['index.ts', 'index.tsx']
    .map((name) => path.posix.join(path.posix.dirname(file), name))
    .filter((index) => fs.existsSync(path.join(root, index)) && importsOf(root, index).includes(file));
}

/** What a file may mean by its imports: each with all the endings that it may stand for. */
function importsOf(root, file) {
  const text = fs.readFileSync(path.join(root, file), 'utf8');
  return [...text.matchAll(IMPORT)].flatMap(([, name]) => {
    const base = ownModule(name, file);
    return base === null ? [] : ENDINGS.map((ending) => `${base}${ending}`);
  });
}
