import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { HANG_MS, TEST_HANG_MS } from './lib/testing/patience.ts';

const EVERYWHERE = [
  'agent/**/*.test.ts',
  'lib/**/*.test.ts',
  'app/**/*.test.ts',
  'components/**/*.test.ts',
  'catalog/**/*.test.ts',
  'authoring/**/*.test.ts',
  'bench/**/*.test.mjs',
  'conformance/**/*.test.ts',
  'docs/**/*.test.ts',
  'i18n/**/*.test.ts',
  'messages/**/*.test.ts',
  'packages/**/*.test.ts',
  'scripts/**/*.test.mjs',
  'testing/**/*.test.ts',
];
/** Code without a database, a server, a process or a clock. */
const PURE = [
  'components/**/*.test.ts',
  'lib/{model,formats,crypto,logging}/**/*.test.ts',
  'lib/client/!(cache-updates)/**/*.test.ts',
  'lib/client/*.test.ts',
  'lib/conductor/{blueprints,muranopl,policy,software,xml}/**/*.test.ts',
  '{docs,i18n,messages,packages}/**/*.test.ts',
];
/** What hurts its own process, measures it, or watches calls between modules, which others have loaded already. */
const ISOLATED = ['lib/conductor/runtime/kill.test.ts', 'lib/api/server/hostile-bodies.test.ts'];
const shared = {
  // A slow machine is no fault: tests wait for what happens, bounded against hanging alone.
  // What passes at the second try only is named at the end of npm test: a fault to be mended.
  retry: 1,
  testTimeout: TEST_HANG_MS,
  hookTimeout: TEST_HANG_MS,
  expect: { poll: { timeout: HANG_MS, interval: 25 } },
};
/** What needs a database, a server or its threads. */
const served = {
  globalSetup: ['lib/conductor/runtime/testing/database-template.ts', 'scripts/bundle-worker.mjs'],
};
/** What takes longest of all: begun last, one of these would go on alone when all others are over. */
const LONGEST = [
  'lib/api/server/hostile.test.ts',
  'agent/powershell.test.ts',
  'lib/api/endpoints/survival-of-drafts.test.ts',
  'lib/conductor/testing/memory-kill.test.ts',
  'lib/conductor/runtime/stops-server.test.ts',
  'testing/windows/sql-cluster.test.ts',
  'lib/api/endpoints/workflow-parameters.test.ts',
  'agent/agents.test.ts',
  'lib/api/endpoints/planned-steps.test.ts',
  'lib/api/server/outage.test.ts',
  'lib/catalog/shipped-packages/predicted-outages.test.ts',
  'lib/api/endpoints/audit-copies.test.ts',
  'lib/container/start.test.ts',
  'lib/catalog/shipped-packages/web-farms-lifecycle.test.ts',
  'lib/cloud/embedded/recovery.test.ts',
  'lib/api/endpoints/rehearsals.test.ts',
];
/** The order of projects: many short files come last, which all workers share to the end. */
const PROJECTS = ['isolated', 'rest', 'pure'];

/** Files in the order that a run with a limit wants them in, separated by commas: `npm run check`. */
const NEAREST = process.env.VETRO_TEST_ORDER?.split(',');

/** Begins with what takes longest, also where nothing is remembered of an earlier run; or with what is nearest. */
class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const root = path.resolve(import.meta.dirname);
    const order = NEAREST ?? LONGEST;
    const rank = ({ project, moduleId }: TestSpecification) => {
      const at = order.indexOf(path.relative(root, moduleId));
      return PROJECTS.indexOf(project.name) * (order.length + 1) + (at === -1 ? order.length : at);
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  resolve: {
    tsconfigPaths: true,
    alias: { 'server-only': path.resolve(import.meta.dirname, 'lib/testing/empty.ts') },
  },
  test: {
    // One more than the cores of a small machine: a quarter of the time two of them wait for databases and processes.
    maxWorkers: 3,
    sequence: { sequencer: InOrder },
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: 'pure',
          include: PURE,
          // Nothing here has a state that another file could meet, and the modules need to be read only once.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          ...served,
          name: 'rest',
          include: EVERYWHERE,
          exclude: [...PURE, ...ISOLATED],
          // A database a file, and at most one server at a time: modules, and the threads of servers, stay for the next.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { ...shared, ...served, name: 'isolated', include: ISOLATED },
      },
    ],
  },
});
