// npm run bench -- NAME… [flags]: programs in bench/, one after the other.
import { ensureDependencies } from './dependencies.mjs';
import { ensureClient, giveUp } from './setup.mjs';

const programs = {
  api: '../bench/api.mjs',
  events: '../bench/events.mjs',
  history: '../bench/history.mjs',
  isolation: '../bench/isolation.mjs',
  lifecycle: '../bench/lifecycle.mjs',
  lists: '../bench/lists.mjs',
  muranopl: '../bench/muranopl.mjs',
  pages: '../bench/pages.mjs',
  policy: '../bench/policy.mjs',
  reference: '../bench/reference.mjs',
  topology: '../bench/topology.mjs',
  uploads: '../bench/uploads.mjs',
  yaql: '../bench/yaql.mjs',
};
const given = process.argv.slice(2);
const firstFlag = given.findIndex((word) => !programs[word]);
const names = firstFlag < 0 ? given : given.slice(0, firstFlag);
if (names.length === 0) giveUp(`Which benchmark? One of: ${Object.keys(programs).join(', ')}`);
await ensureDependencies();
await ensureClient();
for (const name of names) {
  const { main } = await import(programs[name]);
  await main(given.slice(names.length));
}
