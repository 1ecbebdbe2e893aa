// npm run bench -- history: what an installation costs that has 2,000 environments, people who watch, and a year behind
// it: lists and pages, how soon watchers hear of changes, and memory.
//   --environments N  how many there are (2000)
//   --deployed N      of how many there is a year of deployments (10)
//   --runs N          deployments of each in that year (500)
//   --watchers N      event streams (50)
//   --repeats N       requests a row (40)
import os from 'node:os';
import { ensureBuild, say } from '../scripts/setup.mjs';
import { memoryOf, row, sayLatencies } from './figures.mjs';
import { fillEnvironments, fillHistory, webServer } from './installation.mjs';
import { client } from './load.mjs';
import { ownServer } from './own-server.mjs';
import { watch } from './watchers.mjs';

const AIM = { listMs: 20, pageMs: 50, eventMs: 100, memoryMb: 700 };
/** Changes that the watchers hear of. */
const CHANGES = 100;

/** One real deployment of a domain and two web servers: its rows are what the year is made of. */
async function deployOne(call) {
  const { id } = (await call('POST', '/v1/environments', { body: { name: 'A year of work' } })).json;
  const at = `/v1/environments/${id}`;
  const session = (await call('POST', `${at}/configure`)).json.id;
  const headers = { 'x-configuration-session': session };
  const services = [1, 2, 3].map((n) => ({ ...webServer(n), name: `year-${n}`, unitNamingPattern: `y${n}-#` }));
  const added = await call('POST', `${at}/services`, { headers, body: services });
  if (added.status !== 200) throw new Error(`the services were not added: ${added.status} ${added.text}`);
  const { deployment_id: run } = (await call('POST', `${at}/sessions/${session}/deploy`)).json;
  for (const until = Date.now() + 60_000; ; ) {
    const { status } = (await call('GET', at)).json;
    if (status === 'ready') return { id, run };
    if (status === 'failed' || Date.now() > until) throw new Error(`the deployment is ${status}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function sayMemory(call, when) {
  const { resident, heap } = await memoryOf(call);
  say(
    `${`memory ${when}`.padEnd(50)} ${resident.toFixed(0).padStart(6)} MB, heap ${heap.toFixed(0)} MB  (aim: at most ${AIM.memoryMb} MB)`,
  );
  if (resident > AIM.memoryMb) process.exitCode = 1;
}

async function lists(call, repeats) {
  const list = '/v1/environments?limit=50&with_count=true&sort_dir=desc&order_by=updated';
  await row(call, 'list: first page', list, repeats, AIM.listMs);
  await row(call, 'list: searched', `${list}&search=accounting`, repeats, AIM.listMs);
  await row(call, 'list: what needs somebody', `${list}&group=waiting`, repeats, AIM.listMs);
  await row(call, 'home page', '/v1/environments/summary', repeats, AIM.listMs);
  await row(call, 'administration: overview', '/v1/admin/overview?limit=50', repeats, AIM.pageMs);
  await row(call, 'administration: audit log', '/v1/admin/audit?limit=50', repeats, AIM.pageMs);
}

async function pages(call, { ids: [first, ...others], lastSeq }, run, repeats) {
  const at = `/v1/environments/${first}`;
  const ofAny = (what) => (n) => `/v1/environments/${others[(n + 5) % others.length]}${what}`;
  const rows = [
    ['environment', ofAny('')],
    ['environment: newest reports', ofAny('/lastStatus')],
    ['environment: drafts', ofAny('/sessions')],
    ['environment: events it begins with', ofAny(`/events?after=${lastSeq - 20_000}&limit=1000`)],
    ['history', ofAny('/history?limit=25')],
    ['history: a service', ofAny('/history?limit=25&outcome=failed')],
    ['activity', ofAny('/activity?limit=50')],
    ['run', `${at}/runs/${run}`],
    ['run: its events', `${at}/events?after=0&limit=1000&deployment_id=${run}`],
    ['run: how long it takes', `${at}/runs/${run}/estimate`],
    ['runs, as Murano v0.2 lists them', ofAny('/deployments?limit=25')],
    ['comparison of two versions', `${at}/compare?from=100&to=current`],
  ];
  for (const [what, address] of rows) await row(call, what, address, repeats, AIM.pageMs);
}

/** How soon watchers hear of what others do, half of them of their whole tenant. */
async function events(call, options) {
  const { base, token, watched, lastSeq, count } = options;
  const addresses = Array.from({ length: count }, (_, n) =>
    n % 2 === 0 ? '/v1/events' : `/v1/environments/${watched}/events?after=${lastSeq}`,
  );
  const watchers = await watch(base, token, addresses);
  try {
    await sayMemory(call, `with ${count} watchers`);
    const from = performance.now();
    for (let n = 0; n < CHANGES; n += 1) {
      const session = (await call('POST', `/v1/environments/${watched}/configure`)).json.id;
      await call('DELETE', `/v1/environments/${watched}/sessions/${session}`);
    }
    await watchers.received(2 * CHANGES);
    const seconds = (performance.now() - from) / 1000;
    const received = watchers.latencies.length;
    sayLatencies(
      `events: received by ${count} watchers`,
      watchers.latencies,
      AIM.eventMs,
      `${(received / seconds).toFixed(0)} a second`,
    );
  } finally {
    watchers.close();
  }
  await sayMemory(call, 'after all that');
}

/** Runs the benchmark with the arguments after its name. */
export async function main(args) {
  const value = (flag, usual) => (args.includes(flag) ? Number(args[args.indexOf(flag) + 1]) : usual);
  const repeats = value('--repeats', 40);
  await ensureBuild();
  // the whole year shall be there while it is measured
  const server = await ownServer({ env: { VETRO_LOG_DAYS: '0', VETRO_HISTORY_DAYS: '0' } });
  try {
    const { base, databaseUrl } = server;
    const token = await server.token();
    const { call, close } = client({ base, token, connections: 4 });
    await sayMemory(call, 'at the start');
    const { id, run } = await deployOne(call);
    await fillEnvironments(databaseUrl, value('--environments', 2000));
    const year = { environments: value('--deployed', 10), runs: value('--runs', 500) };
    const filled = await fillHistory(databaseUrl, id, year);
    say(
      `${value('--environments', 2000)} environments, ${filled.runs} runs, ${filled.events} events, ${filled.audited} audited actions, ${(filled.bytes / 2 ** 20).toFixed(0)} MB; load before: ${os.loadavg()[0].toFixed(2)}`,
    );
    await lists(call, repeats);
    await pages(call, filled, run, repeats);
    await sayMemory(call, 'after lists and pages');
    const { lastSeq } = filled;
    await events(call, { base, token, watched: filled.ids[1], lastSeq, count: value('--watchers', 50) });
    close();
  } finally {
    await server.end();
  }
}
