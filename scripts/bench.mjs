// npm run bench -- NAME [flags]: one of the programs in bench/.
import { ensureClient, ensureDependencies, giveUp } from './setup.mjs';

const programs = {
  api: '../bench/api.mjs',
  events: '../bench/events.mjs',
  pages: '../bench/pages.mjs',
  topology: '../bench/topology.mjs',
  yaql: '../bench/yaql.mjs',
};
const [name, ...args] = process.argv.slice(2);
if (!programs[name]) giveUp(`Which benchmark? One of: ${Object.keys(programs).join(', ')}`);
await ensureDependencies();
await ensureClient();
const { main } = await import(programs[name]);
await main(args);
