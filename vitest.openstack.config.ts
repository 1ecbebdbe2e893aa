import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** Suites that need a real OpenStack: `npm run test:openstack`. */
export default defineConfig({
  resolve: { alias: { '@': path.resolve(import.meta.dirname) } },
  test: { include: ['lib/cloud/openstack/**/*.openstack.ts'], maxWorkers: 1 },
});
