import { defineConfig } from '@playwright/test';
import type { InputOptions } from './support/story';
import { STORY_MS, WAIT_MS } from './support/waits';

const asRoot = process.getuid?.() === 0;
// VETRO_BY=keyboard: every story without a pointer. That takes about as long as with one, less the looks at
// accessibility. So those that are tagged stand for the others otherwise: forms, lists, menus, dialogs, the drawing,
// repairs and what is done day by day.
const byKeyboard = process.env.VETRO_BY === 'keyboard';

export default defineConfig<object, InputOptions>({
  testDir: 'stories',
  outputDir: '../test-results',
  globalSetup: './support/raise-quotas.ts',
  timeout: STORY_MS,
  expect: { timeout: WAIT_MS },
  // where nearly nothing passes, the rest would only fail more slowly
  maxFailures: 8,
  // less than npm test allows this step, so that the run ends in order
  globalTimeout: 34 * 60_000,
  // What passes at the second try only is named at the end of npm test: a fault to be mended.
  retries: 1,
  // One more than the cores of a small machine: a part of each story waits for simulated machines.
  workers: 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: '../.cache/e2e.json' }]],
  projects: [
    ...(byKeyboard ? [] : [{ name: 'pointer', use: { inputDevice: 'pointer' as const } }]),
    {
      name: 'keyboard',
      // with reduced motion, as many have it who use no pointer: stories live through both
      use: { inputDevice: 'keyboard' as const, reducedMotion: 'reduce' as const },
      // is done by keyboard either way
      testIgnore: 'keyboard-only.spec.ts',
      ...(byKeyboard ? {} : { grep: /@keyboard/ }),
    },
  ],
  use: {
    baseURL: process.env.VETRO_URL,
    viewport: { width: 1440, height: 900 },
    // Recording pictures and documents of every step takes a quarter of a story's processor time: VETRO_TRACE=1 turns
    // it on, for the story one is looking at. The page of a failed story is kept in words and as a picture either way.
    trace: process.env.VETRO_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // without these an action or a page that hangs would take the whole time of its story, and nobody would learn which
    actionTimeout: WAIT_MS,
    navigationTimeout: WAIT_MS,
    launchOptions: {
      executablePath: process.env.VETRO_CHROMIUM,
      args: [
        ...(asRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        // A page of a story lives for seconds: code that is compiled for longer costs more than it saves.
        '--js-flags=--no-opt --no-maglev',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
