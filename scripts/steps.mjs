// The steps of `npm test`, in their order, by the parts that can be run alone.
import path from 'node:path';
import { stories, unitTests, written } from './outcome.mjs';

const MINUTE_MS = 60_000;
const vitestLog = './scripts/vitest-log.mjs';

/**
 * @typedef {object} Step
 * @property {string} part what runs it alone: `npm test -- part`
 * @property {string} title
 * @property {number} limitMs after so long it is stopped: several times what it takes on two quiet cores, since those
 *   of a shared machine have been two to three times slower; what hangs must be named, and the steps after it still
 *   run. All of them as they run, some side by side, are below 85 minutes.
 * @property {number} [wholeLimitMs] the same where `--all` is asked for
 * @property {Record<string, string>} [wholeEnv] the same of its environment; left out, the tool itself takes `--all`
 * @property {string[]} command arguments for Node.js
 * @property {boolean} [takesArguments] of `npm test`, after the part
 * @property {string} [needs] the title of a step without which it makes no sense
 * @property {{file: string, read: (text: string) => import('./outcome.mjs').Outcome}} [report] in `.cache`
 * @property {Record<string, string>} [env]
 * @property {string} [unit] what the durations of its outcome are of
 */

/** @type {Step[]} */
export const STEPS = [
  {
    part: 'static',
    title: 'Format and lint',
    limitMs: 2 * MINUTE_MS,
    command: [path.join('node_modules', '@biomejs', 'biome', 'bin', 'biome'), 'check', '.'],
  },
  { part: 'static', title: 'Dependency law', limitMs: 3 * MINUTE_MS, command: ['scripts/laws.mjs'] },
  {
    part: 'static',
    title: 'Unused files, exports and packages',
    limitMs: 2 * MINUTE_MS,
    command: [path.join('node_modules', 'knip', 'bin', 'knip.js')],
  },
  { part: 'static', title: 'Dead code', limitMs: MINUTE_MS, command: ['scripts/dead-code.mjs'] },
  { part: 'static', title: 'Types', limitMs: 5 * MINUTE_MS, command: ['scripts/types.mjs'] },
  {
    part: 'units',
    title: 'Unit and conformance tests',
    limitMs: 45 * MINUTE_MS,
    command: ['scripts/with-postgres.mjs', 'vitest', 'run', '--reporter=default', `--reporter=${vitestLog}`],
    takesArguments: true,
    env: { VETRO_TEST_LOG: '.cache/unit.jsonl' },
    wholeEnv: { VETRO_GENERATED_CASES: '10000' },
    wholeLimitMs: 120 * MINUTE_MS,
    report: { file: 'unit.jsonl', read: unitTests },
    unit: 'files',
  },
  {
    part: 'conformance',
    title: 'Recorded conformance cases',
    limitMs: 4 * MINUTE_MS,
    command: ['scripts/recorded-conformance.mjs'],
    report: { file: 'recorded-conformance.json', read: written },
    unit: 'suites',
  },
  {
    part: 'windows',
    title: 'Windows scripts',
    limitMs: 10 * MINUTE_MS,
    wholeLimitMs: 120 * MINUTE_MS,
    command: ['scripts/windows-scripts.mjs'],
    takesArguments: true,
    report: { file: 'windows-scripts.json', read: written },
    unit: 'plans',
  },
  { part: 'build', title: 'Build', limitMs: 8 * MINUTE_MS, command: ['scripts/ensure-build.mjs'] },
  {
    part: 'build',
    title: 'First-load JavaScript',
    limitMs: MINUTE_MS,
    command: ['scripts/page-weight.mjs'],
    needs: 'Build',
  },
  {
    part: 'stories',
    title: 'Browser stories',
    limitMs: 35 * MINUTE_MS,
    command: ['scripts/e2e.mjs'],
    takesArguments: true,
    report: { file: 'e2e.json', read: stories },
    unit: 'stories',
  },
  {
    part: 'nodes',
    title: 'Rules and a story on newer Nodes',
    limitMs: 13 * MINUTE_MS,
    command: ['scripts/newer-nodes.mjs'],
    report: { file: 'newer-nodes.json', read: written },
  },
];

export const PARTS = [...new Set(STEPS.map(({ part }) => part))];

/**
 * Parts that run side by side, each group in its order: unit tests wait for databases and processes for a part of their
 * time. What is in no group follows when these are over: browser stories keep every core busy by themselves.
 */
export const PARALLEL_GROUPS = [['units'], ['static', 'conformance', 'windows', 'build', 'nodes']];
