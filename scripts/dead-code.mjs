// What no user reaches is dead, whoever tests it: programs, pages and threads of the product alone keep code alive.
// Tests, suites, benchmarks and folders called testing may import the product; they keep nothing of it.
import fs from 'node:fs';
import path from 'node:path';
import { EXCEPTIONS } from './production/exceptions.mjs';
import { findDead } from './production/find-dead.mjs';
import { readModule } from './production/read-module.mjs';
import { root, say } from './setup.mjs';

const FOLDERS = ['agent', 'app', 'authoring', 'components', 'i18n', 'lib', 'messages', 'packages'];
const FILES = ['instrumentation.ts', 'proxy.ts'];
/** Where the product begins. */
const ENTRIES = [
  /^app\/(.*\/)?(page|layout|route|error|not-found|loading|template|icon)\.tsx?$/,
  /^(instrumentation|proxy|i18n\/request)\.ts$/,
  /^agent\/main\.ts$/,
  /^authoring\/(main|policies-main|doctor-main|audit-main)\.ts$/,
  // threads: scripts/bundle-worker.mjs
  /^lib\/.*\/worker\.ts$/,
];
/** What tests are made of, in this repository and against real clouds, clients and systems. */
const TESTS = /\.(test|process|client|openstack|windows)\.tsx?$|\/testing\/|\/testing\.ts$/;
const NOT_THE_PRODUCT = /\.d\.ts$|(^|\/)generated\//;

process.chdir(root);
const modules = new Map(
  [...FOLDERS.flatMap(filesBelow), ...FILES].map((file) => [file, readModule(file, fs.readFileSync(file, 'utf8'))]),
);
const entries = [...modules.keys()].filter((file) => ENTRIES.some((pattern) => pattern.test(file)));
const same = (one) => (other) => one.file === other.file && one.name === other.name;
const withoutExceptions = findDead(modules, entries);
const needless = EXCEPTIONS.filter((exception) => !withoutExceptions.some(same(exception)));
const dead = findDead(modules, entries, EXCEPTIONS);

for (const { file, line, name, kind } of dead) say(`${file}:${line} ${kind} ${name}: only tests reach it, or nobody`);
for (const { file, name } of needless) say(`scripts/production/exceptions.mjs: ${name} of ${file} needs no exception`);
process.exitCode = dead.length + needless.length === 0 ? 0 : 1;

function filesBelow(folder) {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true })
    .map((name) => path.posix.join(folder, name.split(path.sep).join('/')))
    .filter((file) => /\.tsx?$/.test(file) && !TESTS.test(file) && !NOT_THE_PRODUCT.test(file));
}
