import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** Programs of Windows start slowly under Wine: this bounds hanging alone, which `eventually` names far earlier. */
const TEST_HANG_MS = 30 * 60_000;

/** What the agent does on Windows: `npm run test:windows`, which puts a machine of Windows there. */
export default defineConfig({
  resolve: {
    tsconfigPaths: true,
    alias: { 'server-only': path.resolve(import.meta.dirname, 'lib/testing/empty.ts') },
  },
  test: {
    include: ['agent/**/*.windows.ts'],
    globalSetup: ['lib/conductor/runtime/testing/database-template.ts', 'scripts/bundle-worker.mjs'],
    maxWorkers: 1,
    // One walk: what comes after a step that failed says nothing.
    bail: 1,
    testTimeout: TEST_HANG_MS,
    hookTimeout: TEST_HANG_MS,
  },
});
