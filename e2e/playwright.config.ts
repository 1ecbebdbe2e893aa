import { defineConfig } from '@playwright/test';
import { HANG_MS } from '../lib/testing/patience';
import type { InputOptions } from './support/story';

const asRoot = process.getuid?.() === 0;
// VETRO_BY=keyboard: every story without a pointer. That takes about as long as with one, less the looks at
// accessibility; both together are more than a quarter of an hour on two busy cores. So those that are tagged stand
// for the others otherwise: forms, lists, menus, dialogs, the drawing, repairs and what is done day by day.
const byKeyboard = process.env.VETRO_BY === 'keyboard';

export default defineConfig<object, InputOptions>({
  testDir: 'stories',
  outputDir: '../test-results',
  globalSetup: './support/raise-quotas.ts',
  // a slow machine is no fault: these bound hanging alone (lib/testing/patience.ts), and what never comes is still told;
  // a story that hangs is tried again in a new browser, and the rest of them still get their time
  timeout: HANG_MS,
  expect: { timeout: HANG_MS / 5 },
  // where nearly nothing passes, the rest would only fail more slowly
  maxFailures: 8,
  // less than npm test allows this step, so that the run ends in order
  globalTimeout: 58 * 60_000,
  // a story tried again says so at the end of npm test: a machine may stumble once, the product may not twice
  retries: 1,
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: '../.cache/e2e.json' }]],
  projects: [
    ...(byKeyboard ? [] : [{ name: 'pointer', use: { inputDevice: 'pointer' as const } }]),
    {
      name: 'keyboard',
      use: { inputDevice: 'keyboard' as const },
      // is done by keyboard either way
      testIgnore: 'keyboard-only.spec.ts',
      ...(byKeyboard ? {} : { grep: /@keyboard/ }),
    },
  ],
  use: {
    baseURL: process.env.VETRO_URL,
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    // without these an action or a page that hangs would take the whole time of its story, and nobody would learn which
    actionTimeout: HANG_MS / 5,
    navigationTimeout: HANG_MS / 5,
    launchOptions: {
      executablePath: process.env.VETRO_CHROMIUM,
      args: [
        ...(asRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
