import path from 'node:path';
import { defineConfig } from 'vitest/config';
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
  'scripts/**/*.test.mjs',
];
/** Code without a database, a server, a process or a clock. */
const PURE = [
  'components/**/*.test.ts',
  'lib/{model,formats,crypto,logging}/**/*.test.ts',
  'lib/client/!(cache-updates)/**/*.test.ts',
  'lib/client/*.test.ts',
  'lib/conductor/{blueprints,muranopl,policy,software,xml,yaql}/**/*.test.ts',
  '{docs,i18n,messages}/**/*.test.ts',
];
const shared = {
  // A slow machine is no fault: tests wait for what happens, bounded against hanging alone.
  testTimeout: TEST_HANG_MS,
  hookTimeout: TEST_HANG_MS,
  expect: { poll: { timeout: HANG_MS, interval: 25 } },
};

export default defineConfig({
  resolve: {
    alias: {
      '@': path.resolve(import.meta.dirname),
      'server-only': path.resolve(import.meta.dirname, 'lib/config/empty.ts'),
    },
  },
  test: {
    maxWorkers: 2,
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
          name: 'rest',
          include: EVERYWHERE,
          exclude: PURE,
          globalSetup: ['lib/conductor/runtime/testing/database-template.ts', 'scripts/bundle-worker.mjs'],
        },
      },
    ],
  },
});
