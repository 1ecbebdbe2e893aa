import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** A real cloud takes minutes for what a simulated one does at once: this bounds hanging alone. */
const TEST_HANG_MS = 30 * 60_000;

/** Suites that need a real OpenStack: `npm run test:openstack`. */
export default defineConfig({
  resolve: {
    tsconfigPaths: true,
    alias: { 'server-only': path.resolve(import.meta.dirname, 'lib/testing/empty.ts') },
  },
  test: {
    include: ['lib/**/*.openstack.ts', 'e2e/openstack/*.openstack.ts'],
    globalSetup: ['lib/conductor/runtime/testing/database-template.ts', 'scripts/bundle-worker.mjs'],
    maxWorkers: 1,
    testTimeout: TEST_HANG_MS,
    hookTimeout: TEST_HANG_MS,
  },
});
