// npm run bench -- api: our server under the load that Murano 14 was measured with, side by side.
//   --seconds N      seconds a row (10)
//   --only list,get  some rows
//   --murano         also run a real Murano now (OS_* variables and MURANO_URL say where), in the same run
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort, startPostgres } from '../scripts/postgres.mjs';
import { serve } from '../scripts/serve.mjs';
import { ensureBuild, root, say } from '../scripts/setup.mjs';
import { client, measure, percentile } from './load.mjs';
import { demoToken, tokenFrom } from './token.mjs';

const recorded = JSON.parse(fs.readFileSync(path.join(root, 'bench', 'figures-murano14.json'), 'utf8'));
const names = {
  list: 'list of 20 environments',
  get: 'one environment',
  create: 'create an environment',
  session: 'configure + add + read',
  deploy: 'deployment to ready',
};
const aims = { list: 10, get: 4, create: 3, session: 10 };
const hex = () => randomBytes(16).toString('hex');

const webServer = () => ({
  type: 'webServer',
  name: 'frontend',
  adminPassword: 'Bench-Passw0rd',
  domain: '',
  availabilityZone: 'nova',
  flavor: 'm1.medium',
  osImage: { name: 'ws-2022-std', type: 'windows.2022', title: 'Windows Server 2022 Standard' },
  units: [{}],
});
const muranoApplication = () => ({
  '?': { id: hex(), type: 'com.example.lab.Tiny', package: 'com.example.lab.Tiny', classVersion: '1.0.0' },
  name: 'tiny',
  count: 10,
});

/** Measures every row on one API. */
async function rows({ call, eventOfKind }, { service, seconds, connections, pids, only, deploys, live }) {
  const made = new Set();
  const create = async () => {
    const answer = await call('POST', '/v1/environments', { body: { name: `bench-${hex()}` } });
    if (answer.status === 200) made.add(answer.json.id);
    return answer;
  };
  const clean = async (ids) => {
    const list = [...ids];
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let id = list.pop(); id; id = list.pop()) {
          await call('DELETE', `/v1/environments/${id}?abandon=true`);
          made.delete(id);
        }
      }),
    );
  };
  const twenty = [];
  for (let i = 0; i < 20; i += 1) twenty.push((await create()).json.id);
  const want = (name) => only === null || only.includes(name);
  const result = {};
  const load = (operation) => measure({ seconds, connections, pids, operation });
  let next = 0;
  try {
    if (want('list')) result.list = await load(() => call('GET', '/v1/environments'));
    if (want('get')) result.get = await load(() => call('GET', `/v1/environments/${twenty[next++ % 20]}`));
    if (want('create')) {
      const before = new Set(made);
      result.create = await load(create);
      await clean([...made].filter((id) => !before.has(id)));
    }
    if (want('session')) {
      result.session = await load(async (connection) => {
        const environment = `/v1/environments/${twenty[connection % 20]}`;
        const session = await call('POST', `${environment}/configure`);
        if (session.status !== 200) return session;
        const headers = { 'x-configuration-session': session.json.id };
        const added = await call('POST', `${environment}/services`, { body: service(), headers });
        if (added.status !== 200) return added;
        const read = await call('GET', `${environment}/services`, { headers });
        return { status: read.status === 200 && read.json.length === 1 ? 200 : `bad answer ${read.status}` };
      });
    }
    if (want('deploy'))
      result.deploy = await deployments({
        call,
        eventOfKind: live ? eventOfKind : null,
        create,
        service,
        count: deploys,
      });
  } finally {
    await clean(made);
  }
  return result;
}

/**
 * Whole deployments, one after another, from the deploy call to an environment that says ready. Where there are live
 * events, they tell the end, as they tell it to a dashboard; else the environment is asked every few milliseconds.
 */
async function deployments({ call, eventOfKind, create, service, count }) {
  const latencies = [];
  const errors = {};
  for (let i = 0; i < count; i += 1) {
    const environment = `/v1/environments/${(await create()).json.id}`;
    const session = (await call('POST', `${environment}/configure`)).json.id;
    await call('POST', `${environment}/services`, { body: service(), headers: { 'x-configuration-session': session } });
    const over = eventOfKind?.(`${environment}/events`, 'run.finished');
    const from = performance.now();
    const answer = await call('POST', `${environment}/sessions/${session}/deploy`);
    if (answer.status !== 200) {
      errors[answer.status] = (errors[answer.status] ?? 0) + 1;
      // nobody waits for an end that will not come
      over?.catch(() => undefined);
      continue;
    }
    let status;
    do {
      await (over ?? new Promise((resolve) => setTimeout(resolve, 5)));
      status = (await call('GET', environment)).json.status;
    } while ((status === 'deploying' || status === 'pending') && performance.now() - from < 120_000);
    if (status !== 'ready') errors[status] = (errors[status] ?? 0) + 1;
    latencies.push(performance.now() - from);
  }
  latencies.sort((a, b) => a - b);
  return {
    operations: latencies.length,
    perSecond: 1000 / percentile(latencies, 0.5),
    p50: percentile(latencies, 0.5),
    p99: latencies.at(-1),
    cpuPerOperation: null,
    errors,
  };
}

function table(ours, theirs, source) {
  say(
    `\n${'row'.padEnd(26)} ${'Vetro op/s'.padStart(11)} ${'Murano op/s'.padStart(12)} ${'ratio'.padStart(7)} ${'aim'.padStart(5)}   p50 ms (theirs)   p99 ms   cpu ms/op (theirs)`,
  );
  for (const [name, row] of Object.entries(ours)) {
    const other = theirs[name];
    const ratio = other ? row.perSecond / other.perSecond : Number.NaN;
    say(
      [
        names[name].padEnd(26),
        row.perSecond.toFixed(1).padStart(11),
        (other?.perSecond.toFixed(1) ?? '–').padStart(12),
        `${ratio.toFixed(1)}×`.padStart(7),
        (aims[name] ? `${aims[name]}×` : '').padStart(5),
        `  ${row.p50.toFixed(1)} (${other?.p50?.toFixed(1) ?? '–'})`.padEnd(18),
        row.p99.toFixed(1).padStart(8),
        `   ${row.cpuPerOperation?.toFixed(2) ?? '–'} (${other?.cpuPerOperation?.toFixed(2) ?? '–'})`,
        Object.keys(row.errors).length > 0 ? `  errors ${JSON.stringify(row.errors)}` : '',
      ].join(' '),
    );
  }
  say(`Murano: ${source}`);
  if (ours.deploy)
    say(
      `Deployment overhead: ${ours.deploy.p50.toFixed(0)} ms median with machines that take no time (aim: at most 100 ms)`,
    );
}

/** Runs the benchmark with the arguments after its name. */
export async function main(args) {
  const value = (flag, fallback) => (args.includes(flag) ? args[args.indexOf(flag) + 1] : fallback);
  const seconds = Math.min(Number(value('--seconds', 10)), 60);
  const connections = 8;
  const only = value('--only', null)?.split(',') ?? null;
  const deploys = Number(value('--deploys', 15));
  await ensureBuild();
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-bench-'));
  const postgres = await startPostgres({ directory });
  const server = await serve({
    port: await freePort(),
    databaseUrl: postgres.url,
    output: 'ignore',
    env: { VETRO_DATA_DIR: directory, VETRO_SEED: 'demo', VETRO_TIME_SCALE: '0', LOG_LEVEL: 'warn' },
  });
  try {
    say(`${connections} connections, ${seconds} s a row; load before: ${os.loadavg()[0].toFixed(2)}`);
    const api = client({
      base: new URL(server.url.replace('localhost', '127.0.0.1')),
      token: await demoToken(server.url),
      connections,
    });
    const ours = await rows(api, {
      service: webServer,
      seconds,
      connections,
      pids: [server.process.pid],
      only,
      deploys,
      live: true,
    });
    api.close();
    if (args.includes('--murano')) {
      const base = new URL(process.env.MURANO_URL ?? 'http://127.0.0.1:8082');
      const token = await tokenFrom(
        process.env.OS_AUTH_URL,
        process.env.OS_USERNAME,
        process.env.OS_PASSWORD,
        process.env.OS_PROJECT_NAME,
      );
      const other = client({ base, token, connections });
      const pids = (process.env.MURANO_PIDS ?? '').split(',').filter(Boolean).map(Number);
      const theirs = await rows(other, {
        service: muranoApplication,
        seconds,
        connections,
        pids,
        only,
        deploys: Math.min(deploys, 5),
        live: false,
      });
      other.close();
      table(ours, theirs, `run now, at ${base.href}`);
    } else {
      const theirs = Object.fromEntries(
        Object.entries(recorded.rows).map(([name, row]) => [
          name,
          { perSecond: row.per_s, p50: row.p50_ms, cpuPerOperation: row.server_cpu_ms_per_op ?? null },
        ]),
      );
      table(ours, theirs, recorded.what);
    }
  } finally {
    await server.stop();
    await postgres.stop();
    fs.rmSync(directory, { recursive: true, force: true });
  }
}
