// npm run e2e [-- playwright arguments]: the browser stories against the built product, a real
// PostgreSQL and simulated machines that take next to no time.
import path from 'node:path';
import { root } from './setup.mjs';
import { runBrowser } from './throwaway.mjs';

const config = path.join(root, 'e2e', 'playwright.config.ts');
const people = {
  'staff-1': { name: 'Anna Staff', preferred_username: 'anna.staff', groups: ['staff'] },
  'guest-1': { name: 'Gast', preferred_username: 'gast', groups: ['guests'] },
};
process.exit(await runBrowser(['--config', config, ...process.argv.slice(2)], {}, people));
