import path from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: {
    alias: {
      '@': path.resolve(import.meta.dirname),
      'server-only': path.resolve(import.meta.dirname, 'lib/config/empty.ts'),
    },
  },
  test: {
    include: [
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
    // For machines half as fast as ours, and busy: waits within the tests end before, and tell what did not come.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000, interval: 25 } },
    maxWorkers: 2,
  },
});
