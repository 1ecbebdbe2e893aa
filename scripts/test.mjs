// npm test: everything that must hold, from a bare clone: lint, types, unit and conformance tests,
// browser stories. Ends with one line of counts.
import fs from 'node:fs';
import path from 'node:path';
import { ensureBuild, ensureChromium, ensureClient, ensureDependencies, root, run, say } from './setup.mjs';

const bin = (name) => path.join(root, 'node_modules', '.bin', name);
const node = process.execPath;
const started = Date.now();
let failedSteps = 0;

await ensureDependencies();
await ensureClient();
process.env.VETRO_CHROMIUM = await ensureChromium();

await step('Format and lint', () => run(bin('biome'), ['check', '.']));
await step('Dependency law', () =>
  run(bin('depcruise'), ['--config', '.dependency-cruiser.cjs', 'app', 'components', 'lib', '--output-type', 'err']),
);
await step('Dead code', () => run(bin('knip'), []));
await step('Types of routes', () =>
  run(node, [path.join(root, 'node_modules/next/dist/bin/next'), 'typegen'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  }),
);
await step('Types', () => run(bin('tsc'), ['--noEmit']));
await step('Unit and conformance tests', () =>
  run(node, [
    'scripts/with-postgres.mjs',
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    '--outputFile.json=.cache/unit.json',
  ]),
);
await step('Recorded conformance cases', () => run(node, ['scripts/recorded-conformance.mjs']));
await step('Build', async () => {
  await ensureBuild();
  return 0;
});
await step('Browser stories', () => run(node, ['scripts/e2e.mjs']));

const unit = counts('unit.json', (report) => ({ passed: report.numPassedTests, failed: report.numFailedTests }));
const stories = counts('e2e.json', (report) => ({
  passed: report.stats.expected + report.stats.flaky,
  failed: report.stats.unexpected,
}));
const passed = unit.passed + stories.passed;
const failed = unit.failed + stories.failed + failedSteps;
say(`\n${failedSteps === 0 ? 'All is well' : 'Not all is well'}, after ${Math.round((Date.now() - started) / 1000)} s`);
say(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function step(title, work) {
  const begun = Date.now();
  say(`\n── ${title}`);
  const code = await work();
  say(`── ${title}: ${code === 0 ? 'ok' : 'FAILED'} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  if (code !== 0) failedSteps += 1;
}

function counts(name, read) {
  try {
    return read(JSON.parse(fs.readFileSync(path.join(root, '.cache', name), 'utf8')));
  } catch {
    return { passed: 0, failed: 0 };
  }
}
