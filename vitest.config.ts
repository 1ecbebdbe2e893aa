import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { HANG_MS, TEST_HANG_MS } from './lib/testing/patience.ts';

export default defineConfig({
  resolve: {
    alias: {
      '@': path.resolve(import.meta.dirname),
      'server-only': path.resolve(import.meta.dirname, 'lib/config/empty.ts'),
    },
  },
  test: {
    include: [
      'agent/**/*.test.ts',
      'lib/**/*.test.ts',
      'app/**/*.test.ts',
      'components/**/*.test.ts',
      'catalog/**/*.test.ts',
      'authoring/**/*.test.ts',
      'conformance/**/*.test.ts',
      'docs/**/*.test.ts',
      'i18n/**/*.test.ts',
      'messages/**/*.test.ts',
      'scripts/**/*.test.mjs',
    ],
    globalSetup: ['lib/conductor/runtime/testing/database-template.ts', 'scripts/bundle-worker.mjs'],
    // A slow machine is no fault: tests wait for what happens, bounded against hanging alone.
    testTimeout: TEST_HANG_MS,
    hookTimeout: TEST_HANG_MS,
    expect: { poll: { timeout: HANG_MS, interval: 25 } },
    maxWorkers: 2,
  },
});
