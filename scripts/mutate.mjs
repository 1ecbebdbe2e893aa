// npm run mutate [-- ROOM …]: whether the tests of a room notice when its code does something else. One change at a time is made
// to its files in memory (scripts/mutation/mutations.mjs), and the tests of the room that import the file are run.
//   npm run mutate                                  the rooms lifecycle and graph
//   npm run mutate -- lifecycle --sample 100        so many changes instead of 60 in all; --all: every one
//   npm run mutate -- lib/model/runs                any folder or file, by the tests in it
//   --seed 7      another sample         --minutes 20  ends after so many minutes instead of 15
//   --least 80    the share in percent below which it fails
// Tests that need a database are not run, and named. Prints each survivor with its place and its diff, then the share killed.
import { fork } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { filesBelow, importersOf } from './mutation/importers.mjs';
import { diffOf, mutated, mutationsOf, sampleOf } from './mutation/mutations.mjs';
import { giveUp, root, say } from './setup.mjs';

/** Rooms whose tests are not all in their own folders. One more is a line here. */
const ROOMS = {
  lifecycle: {
    code: ['lib/conductor/lifecycle', 'lib/model/lifecycle'],
    tests: [
      ...['lib/conductor/lifecycle', 'lib/model/lifecycle', 'conformance/lifecycle'],
      ...['lib/conductor/blueprints', 'lib/conductor/operations'],
    ],
  },
  graph: {
    code: ['lib/model/blueprints', 'lib/conductor/blueprints', 'lib/conductor/operations', 'lib/model/operations'],
    tests: ['lib/model/blueprints', 'lib/conductor/blueprints', 'lib/conductor/operations', 'lib/model/operations'],
  },
};
const NOT_THE_PRODUCT = /\.test\.ts$|\/testing\//;
/** How many times longer than usual tests may take before a mutation counts as one that never ends. */
const PATIENCE = 2;
const LEAST_LIMIT_MS = 20_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '15' },
    least: { type: 'string', default: '80' },
    all: { type: 'boolean', default: false },
  },
});
const names = positionals.length > 0 ? positionals : Object.keys(ROOMS);
const rooms = names.map((name) => ROOMS[name] ?? { code: [name], tests: [name] });
for (const folder of rooms.flatMap(({ code, tests }) => [...code, ...tests])) {
  if (!fs.existsSync(path.join(root, folder))) giveUp(`There is no room and no folder called ${folder}.`);
}

const begun = performance.now();
const endsAt = begun + Number(values.minutes) * 60_000;
const files = unique(rooms.flatMap(({ code }) => code.flatMap(codeBelow)));
const tests = unique(rooms.flatMap(({ tests: folders }) => folders.flatMap(testsBelow)));
const sources = new Map(files.map((file) => [file, fs.readFileSync(path.join(root, file), 'utf8')]));
const all = files.flatMap((file) => mutationsOf(file, sources.get(file)).map((mutation) => ({ file, ...mutation })));
const chosen = values.all ? all : sampleOf(all, Number(values.sample), Number(values.seed));
say(`${chosen.length} of ${all.length} mutations in ${files.length} files, seed ${values.seed}`);

const runner = new (class Runner {
  #process = null;

  /** Runs tests on a text of a file. @returns the tests that failed, null where all went well; what never ends fails */
  async run(job, limitMs) {
    this.#process ??= await started();
    const child = this.#process;
    const answer = await new Promise((resolve) => {
      const timer = setTimeout(() => resolve({ failed: ['it never ends'], isStuck: true }), limitMs);
      const end = (said) => {
        clearTimeout(timer);
        child.off('message', end);
        child.off('exit', died);
        resolve(said);
      };
      const died = () => end({ failed: ['the process ended'], isStuck: true });
      child.once('message', end);
      child.once('exit', died);
      child.send(job);
    });
    if (answer.isStuck) this.stop();
    return answer.ok ? null : answer.failed;
  }

  stop() {
    this.#process?.kill('SIGKILL');
    this.#process = null;
  }
})();

const importers = importersOf(root, tests);
const usable = await usableTests();
const ended = [];
for (const mutation of chosen) {
  if (performance.now() > endsAt) break;
  ended.push({ mutation, killers: await killersOf(mutation) });
  process.stdout.write(ended.at(-1).killers === null ? 'S' : '.');
}
runner.stop();
report();

/** Which of the tests pass as they are, without a database, and how long they take together. */
async function usableTests() {
  const from = performance.now();
  const untouched = { file: '', text: '' };
  const failed = [];
  for (;;) {
    const among = tests.filter((test) => !failed.includes(test));
    const now = await runner.run({ ...untouched, among }, Number(values.minutes) * 60_000);
    if (now === null) {
      const ms = performance.now() - from;
      say(
        `${among.length} files of tests${failed.length > 0 ? `; not run, they need more than code: ${failed.join(', ')}` : ''}`,
      );
      return { among: new Set(among), limitMs: Math.max(LEAST_LIMIT_MS, PATIENCE * ms) };
    }
    const more = now.filter((test) => among.includes(test));
    if (more.length === 0) giveUp(`The tests do not run: ${now.join(', ')}.`);
    failed.push(...more);
  }
}

/** The tests that notice a mutation; null where none does. */
async function killersOf(mutation) {
  const { file } = mutation;
  const near = [...(importers.get(file) ?? [])].filter(([test]) => usable.among.has(test));
  const among = near.sort(([, one], [, other]) => one - other).map(([test]) => test);
  if (among.length === 0) return null;
  return runner.run({ file, text: mutated(sources.get(file), mutation), among }, usable.limitMs);
}

function report() {
  const survivors = ended.filter(({ killers }) => killers === null).map(({ mutation }) => mutation);
  const inOrder = survivors.sort((one, other) => one.file.localeCompare(other.file) || one.line - other.line);
  say('');
  for (const one of inOrder) say(`\n${one.file}:${one.line} ${one.kind}\n${diffOf(sources.get(one.file), one)}`);
  const share = (100 * (ended.length - survivors.length)) / Math.max(1, ended.length);
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
  const left = chosen.length - ended.length;
  if (left > 0) say(`\n${left} were not tried: the ${values.minutes} minutes were over.`);
  say(`\n${ended.length - survivors.length} of ${ended.length} killed, ${share.toFixed(0)} %, in ${minutes} minutes`);
  process.exitCode = share >= Number(values.least) ? 0 : 1;
}

function started() {
  return new Promise((resolve, reject) => {
    const child = fork(path.join(root, 'scripts', 'mutation', 'worker.mjs'), [root, ...tests], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, NODE_ENV: 'test', VITEST: 'true' },
    });
    child.once('message', () => resolve(child));
    child.once('exit', (code) => reject(new Error(`The tests could not be started (${code}).`)));
  });
}

function codeBelow(folder) {
  return filesBelow(root, folder).filter((file) => !NOT_THE_PRODUCT.test(file));
}

function testsBelow(folder) {
  return filesBelow(root, folder).filter((file) => file.endsWith('.test.ts'));
}

function unique(list) {
  return [...new Set(list)];
}
