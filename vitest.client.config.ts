import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** A client in Python takes seconds for each command on a busy machine: this bounds hanging alone. */
const TEST_HANG_MS = 30 * 60_000;

/** What needs Murano's own client: `npm run test:murano-client`. */
export default defineConfig({
  resolve: {
    tsconfigPaths: true,
    alias: { 'server-only': path.resolve(import.meta.dirname, 'lib/testing/empty.ts') },
  },
  test: {
    include: ['lib/**/*.client.ts'],
    globalSetup: ['lib/conductor/runtime/testing/database-template.ts', 'scripts/bundle-worker.mjs'],
    maxWorkers: 1,
    testTimeout: TEST_HANG_MS,
    hookTimeout: TEST_HANG_MS,
  },
});
