// The product on newer Nodes than this one, which npm carries as packages.
//   node scripts/newer-nodes.mjs           files of rules and one browser story, on all of them at the same time
//   node scripts/newer-nodes.mjs --whole   all of npm test, on one after the other: npm run test:nodes
import fs from 'node:fs';
import path from 'node:path';
import { stories, together, unitTests } from './outcome.mjs';
import { ensureBuild, root, run, say } from './setup.mjs';
import { PARTS } from './steps.mjs';

const MAJORS = [24, 26];
const STORY = 'first-deployment';
/** Of generated cases a tenth: all of them are tried on this Node (`lib/testing/cases.ts`). */
const CASES_DIVISOR = '10';
const cache = path.join(root, '.cache');

const outcome = process.argv.includes('--whole') ? await whole() : await sample();
fs.writeFileSync(path.join(cache, 'newer-nodes.json'), JSON.stringify(outcome));
process.exitCode = outcome.failures.length === 0 ? 0 : 1;

async function whole() {
  const outcomes = [];
  for (const major of MAJORS) {
    const node = await nodeOf(major);
    say(`\n── Node.js ${major}`);
    const parts = PARTS.filter((part) => part !== 'nodes');
    const ok = node !== null && (await run(node, ['scripts/test.mjs', ...parts], { env: environmentOf(node) })) === 0;
    outcomes.push({ passed: ok ? 1 : 0, failures: ok ? [] : [`Node.js ${major}`], skipped: [], durations: [] });
  }
  const all = together(outcomes);
  say(`\nnpm test on ${MAJORS.map((major) => `Node.js ${major}`).join(' and ')}:`);
  say(all.failures.length === 0 ? 'all is well' : `not all is well on ${all.failures.join(' and ')}`);
  return all;
}

async function sample() {
  await ensureBuild();
  const others = MAJORS.filter((major) => major !== Number.parseInt(process.versions.node, 10));
  const nodes = [];
  for (const major of others) nodes.push({ major, node: await nodeOf(major) });
  return together(await Promise.all(nodes.map(({ major, node }) => (node ? sampleOn(major, node) : absent(major)))));
}

function absent(major) {
  return { passed: 0, failures: [], skipped: [`Node.js ${major}`], durations: [] };
}

async function sampleOn(major, node) {
  const prefix = `Node.js ${major}: `;
  const env = environmentOf(node);
  const report = (name) => path.join(cache, `node-${major}`, name);
  const log = report('rules.jsonl');
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project=pure', '--maxWorkers=1'];
  const rules = await measured(
    `${prefix}rules`,
    log,
    (text) => unitTests(text, { prefix }),
    () =>
      run(node, [...vitest, '--reporter=./scripts/vitest-log.mjs'], {
        env: { ...env, VETRO_TEST_LOG: log, VETRO_CASES_DIVISOR: CASES_DIVISOR },
      }),
  );
  const file = report('story.json');
  const playwright = [STORY, '--project=pointer', '--reporter=json', `--output=${report('test-results')}`];
  const story = await measured(
    `${prefix}${STORY}`,
    file,
    (text) => stories(text, { prefix }),
    () => run(node, ['scripts/e2e.mjs', ...playwright], { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file } }),
  );
  return together([rules, story]);
}

/** What some work has reported, as one duration; a failure under its title where it reported none and did not end well. */
async function measured(title, file, read, work) {
  fs.rmSync(file, { force: true });
  const begun = performance.now();
  const code = await work();
  const seconds = (performance.now() - begun) / 1000;
  const outcome = fs.existsSync(file) ? read(fs.readFileSync(file, 'utf8')) : together([]);
  const failures = code === 0 || outcome.failures.length > 0 ? outcome.failures : [title];
  say(`${title}: ${outcome.passed} passed, ${failures.length} failed (${seconds.toFixed(1)} s)`);
  return { ...outcome, failures, durations: [{ title, seconds }] };
}

/** The Node.js of a major version for this system, installed where it is not yet; null where npm cannot bring it. */
async function nodeOf(major) {
  const name = `node-${{ win32: 'win' }[process.platform] ?? process.platform}-${process.arch}`;
  const directory = path.join(cache, `node-${major}`);
  const bin = path.join(directory, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (fs.existsSync(bin)) return bin;
  say(`Installing Node.js ${major} …`);
  fs.mkdirSync(directory, { recursive: true });
  fs.writeFileSync(path.join(directory, 'package.json'), '{"private":true}');
  const flags = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const code = await npm(['install', ...flags, `${name}@${major}`], directory);
  if (code === 0 && fs.existsSync(bin)) return bin;
  say(`Node.js ${major} could not be had: npm brought no ${name}@${major}. Nothing was tried on it.`);
  return null;
}

function npm(args, cwd) {
  const { npm_execpath: program } = process.env;
  return program ? run(process.execPath, [program, ...args], { cwd }) : run('npm', args, { cwd });
}

/** Scripts that begin with `#!/usr/bin/env node` run on it, too. */
function environmentOf(node) {
  return { PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` };
}
