import { defineConfig } from '@playwright/test';
import stories from '../playwright.config';

/** What people do on a real OpenStack: `dashboard.openstack.ts` starts what it needs and says which part is next. */
export default defineConfig({
  ...stories,
  testDir: '.',
  outputDir: '../../test-results/openstack',
  // the quotas are those of the cloud
  globalSetup: undefined,
  timeout: 15 * 60_000,
  // each part goes on from what the one before it left
  workers: 1,
  projects: [{ name: 'openstack' }],
  reporter: [['list']],
});
