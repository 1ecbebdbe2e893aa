// Runs tests with one file in another text, again and again in one process: only what is changed is read anew. A mutation that
// never ends is ended with this process by its parent.
import path from 'node:path';
import { createVitest } from 'vitest/node';

const [root, ...tests] = process.argv.slice(2);
let changed = { file: '', text: '' };

const vitest = await createVitest(
  'test',
  {
    ...{ root, config: false, watch: false, run: true, include: tests, reporters: [{}] },
    ...{ pool: 'threads', maxWorkers: 1, isolate: false, bail: 1, retry: 0, testTimeout: 0, hookTimeout: 0 },
    // what never ends its parent ends; a mutation is killed by any failure, also by one that nobody waits for
    ...{ dangerouslyIgnoreUnhandledErrors: false, passWithNoTests: true },
  },
  {
    configFile: false,
    logLevel: 'silent',
    resolve: { tsconfigPaths: true, alias: { 'server-only': path.join(root, 'lib/testing/empty.ts') } },
    plugins: [
      {
        name: 'mutation',
        enforce: 'pre',
        transform: (_code, id) => (id.split('?')[0] === changed.file ? { code: changed.text, map: null } : null),
      },
    ],
  },
);
await vitest.standalone();
const specifications = await vitest.globTestSpecifications();

process.on('message', async ({ file, text, among }) => {
  const before = changed;
  changed = { file: path.join(root, file), text };
  for (const one of [before.file, changed.file]) if (one !== '') vitest.invalidateFile(one);
  const rank = ({ moduleId }) => among.indexOf(path.relative(root, moduleId));
  const chosen = specifications.filter((one) => rank(one) >= 0).sort((one, other) => rank(one) - rank(other));
  let answer = await run(chosen);
  while (answer.isCutShort) answer = await run(chosen);
  process.send(answer);
});

/** The end of a run that failed early may cut the next one short: nothing failed there, and not everything ran. */
async function run(chosen) {
  vitest.state.filesMap.clear();
  vitest.state.errorsSet.clear();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(chosen, false);
  const failed = testModules.filter((module) => !module.ok()).map(({ moduleId }) => path.relative(root, moduleId));
  const ok = failed.length === 0 && unhandledErrors.length === 0;
  const passed = testModules.filter((module) => module.state() === 'passed');
  return { failed, ok, isCutShort: ok && passed.length < chosen.length };
}

process.send({ ready: true });
