import { defineConfig } from '@playwright/test';
import stories from '../playwright.config';

/** Pictures of every page, and the demo: one after the other, on an installation that nobody else is in. */
export default defineConfig({
  ...stories,
  testDir: '..',
  testMatch: ['pictures/*.spec.ts', 'stories/demo.spec.ts'],
  outputDir: '../../test-results/pictures',
  globalSetup: './prepare.ts',
  globalTeardown: './gallery.ts',
  timeout: 600_000,
  globalTimeout: 0,
  workers: 1,
  projects: [{ name: 'pictures' }],
  reporter: [['list']],
  use: {
    ...stories.use,
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
    trace: 'off',
    actionTimeout: 20_000,
    navigationTimeout: 60_000,
  },
});
