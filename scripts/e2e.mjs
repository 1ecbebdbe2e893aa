// npm run e2e [-- playwright arguments]: the browser stories against the built product, a real
// PostgreSQL and simulated machines that take next to no time.
import { runBrowser } from './throwaway.mjs';

process.exit(await runBrowser(process.argv.slice(2)));
