// What of a checkout no user reaches: programs, pages and threads of the product alone keep code alive.
import fs from 'node:fs';
import path from 'node:path';
import { findDead } from './find-dead.mjs';
import { readModule } from './read-module.mjs';

/** Where code of the product stands: suites, benchmarks and stories have folders of their own, and keep nothing of it. */
const FOLDERS = ['agent', 'app', 'authoring', 'components', 'i18n', 'lib', 'messages', 'packages'];
const FILES = ['instrumentation.ts', 'proxy.ts'];
/** Where the product begins. */
const ENTRIES = [
  /^app\/(.*\/)?(page|layout|route|error|not-found|loading|template|icon)\.tsx?$/,
  /^(instrumentation|proxy|i18n\/request)\.ts$/,
  /^agent\/main\.ts$/,
  /^authoring\/(main|policies-main|doctor-main|audit-main|release-main)\.ts$/,
  // threads: scripts/bundle-worker.mjs
  /^lib\/.*\/worker\.ts$/,
];
/** What tests are made of, in this repository and against real clouds, clients and systems. */
const TESTS = /\.(test|process|client|openstack|windows)\.tsx?$|\/(corpus|testing)\/|\/testing\.ts$/;
const NOT_THE_PRODUCT = /\.d\.ts$|(^|\/)generated\//;

/**
 * @param {string} root folder of a checkout
 * @returns {import('./find-dead.mjs').Dead[]}
 */
export function deadCodeOf(root) {
  const files = [...FOLDERS.flatMap((folder) => filesBelow(root, folder)), ...FILES].filter((file) =>
    fs.existsSync(path.join(root, file)),
  );
  const modules = new Map(
    files.map((file) => [file, readModule(file, fs.readFileSync(path.join(root, file), 'utf8'))]),
  );
  const entries = [...modules.keys()].filter((file) => ENTRIES.some((pattern) => pattern.test(file)));
  return findDead(modules, entries);
}

function filesBelow(root, folder) {
  if (!fs.existsSync(path.join(root, folder))) return [];
  return fs
    .readdirSync(path.join(root, folder), { recursive: true })
    .map((name) => path.posix.join(folder, name.split(path.sep).join('/')))
    .filter((file) => /\.tsx?$/.test(file) && !TESTS.test(file) && !NOT_THE_PRODUCT.test(file));
}
