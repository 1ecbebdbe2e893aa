import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { TEST_HANG_MS } from './lib/testing/patience.ts';

/** Suites that need a real OpenStack: `npm run test:openstack`. */
export default defineConfig({
  resolve: {
    alias: {
      '@': path.resolve(import.meta.dirname),
      'server-only': path.resolve(import.meta.dirname, 'lib/config/empty.ts'),
    },
  },
  test: {
    include: ['lib/**/*.openstack.ts', 'e2e/openstack/*.openstack.ts'],
    globalSetup: ['lib/conductor/runtime/testing/database-template.ts', 'scripts/bundle-worker.mjs'],
    maxWorkers: 1,
    // A slow machine is no fault: tests wait for what happens, bounded against hanging alone.
    testTimeout: TEST_HANG_MS,
    hookTimeout: TEST_HANG_MS,
  },
});
