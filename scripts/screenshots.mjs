// npm run screenshots [-- --all] [-- playwright arguments]: takes a picture of every page, in every width and colour,
// and of every scene of the demo, into docs/screenshots. A picture that shows what it showed before is left as it is;
// --all takes every one anew.
import path from 'node:path';
import { ensureDependencies } from './dependencies.mjs';
import { ensureClient, root } from './setup.mjs';

await ensureDependencies();
await ensureClient();
const { runBrowser } = await import('./throwaway.mjs');
const args = process.argv.slice(2);
const all = args.includes('--all');
process.exit(
  await runBrowser(
    ['--config', path.join(root, 'e2e', 'pictures', 'playwright.config.ts'), ...args.filter((arg) => arg !== '--all')],
    {
      VETRO_PICTURES: path.join(root, 'docs', 'screenshots'),
      ...(all ? { VETRO_PICTURES_ALL: '1' } : {}),
    },
  ),
);
