// npm run bench -- api: our server under the load that Murano 14 was measured with, side by side.
//   --seconds N       seconds a row (10)
//   --only list,get   some rows
//   --deploys N       deployments (15)
//   --against COMMIT  also this product as it was at a commit, built and run beside it, by turns
//   --murano          also run a real Murano now (OS_* variables and MURANO_URL say where), in the same run
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root, say } from '../scripts/setup.mjs';
import { apiRows } from './api-rows.mjs';
import { builtCheckout, scriptOf } from './checkout.mjs';
import { client, figures } from './load.mjs';
import { ownServer } from './own-server.mjs';
import { tokenFrom } from './token.mjs';

const CONNECTIONS = 8;
/** Seconds and deployments before those that count: a server that just started compiles what it runs while it runs it. */
const WARM_UP = { seconds: 2, count: 2 };
/**
 * With two servers each row is measured in so many turns: what else the machine does then hits both. Who begins changes
 * with each turn, because what one leaves to its database to clean up falls to the next.
 */
const TURNS = 8;
const recorded = JSON.parse(fs.readFileSync(path.join(root, 'bench', 'figures-murano14.json'), 'utf8'));
const names = {
  list: 'list of 20 environments',
  get: 'one environment',
  create: 'create an environment',
  session: 'configure + add + read',
  deploy: 'deployment to ready',
};
const aims = { list: 10, get: 4, create: 3, session: 10 };
const DEPLOYMENT_AIM_MS = 100;
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

/** A server of a checkout, with a client of it. */
async function measuredServer(checkout) {
  const server = await ownServer({ checkout });
  const api = client({ base: server.base, token: await server.token(), connections: CONNECTIONS });
  return {
    api,
    pids: { server: [server.pid], database: databasePids(server.directory) },
    service: webServer,
    live: true,
    end: async () => {
      api.close();
      await server.end();
    },
  };
}

/** None where the database had to move elsewhere: then nothing is told of its processor time. */
function databasePids(directory) {
  const file = path.join(directory, 'postgres', 'postmaster.pid');
  return fs.existsSync(file) ? [Number(fs.readFileSync(file, 'utf8').split('\n', 1)[0])] : [];
}

/** A Murano that already runs. */
async function muranoServer() {
  const base = new URL(process.env.MURANO_URL ?? 'http://127.0.0.1:8082');
  const { OS_AUTH_URL, OS_USERNAME, OS_PASSWORD, OS_PROJECT_NAME, MURANO_PIDS = '' } = process.env;
  const token = await tokenFrom(OS_AUTH_URL, OS_USERNAME, OS_PASSWORD, OS_PROJECT_NAME);
  const api = client({ base, token, connections: CONNECTIONS });
  return {
    api,
    pids: { server: MURANO_PIDS.split(',').filter(Boolean).map(Number), database: [] },
    service: muranoApplication,
    live: false,
    end: async () => api.close(),
  };
}

/** Figures of every row on every server, which take turns. */
async function measured(servers, { seconds, deploys, only }) {
  const turns = servers.length > 1 ? TURNS : 1;
  const wanted = Object.keys(names).filter((name) => only === null || only.includes(name));
  const rows = await Promise.all(servers.map((server) => apiRows({ ...server, connections: CONNECTIONS })));
  const samples = servers.map(() => Object.fromEntries(wanted.map((name) => [name, []])));
  for (const name of wanted) {
    for (const row of rows) await row[name](WARM_UP);
    for (let turn = 0; turn < turns; turn += 1) {
      const order = [...rows.keys()];
      for (const at of turn % 2 === 0 ? order : order.reverse())
        samples[at][name].push(await rows[at][name]({ seconds: seconds / turns, count: Math.ceil(deploys / turns) }));
    }
  }
  for (const row of rows) await row.clean();
  return samples.map((of) => Object.fromEntries(Object.entries(of).map(([name, taken]) => [name, rowOf(name, taken)])));
}

/** Deployments come one after another: how many there would be in a second follows from the time of one. */
function rowOf(name, samples) {
  const row = figures(samples);
  return name === 'deploy' ? { ...row, perSecond: 1000 / row.p50 } : row;
}

const number = (value, digits) => value?.toFixed(digits) ?? '–';

/** @param {{name: string, aims: Record<string, number>, source: string}} other whose figures stand beside ours */
function table(ours, theirs, { name: other, aims: wanted, source }) {
  say(
    `\n${'row'.padEnd(26)} ${'op/s'.padStart(9)} ${`(${other})`.padStart(11)} ${'ratio'.padStart(7)} ${'aim'.padStart(5)}   p50 ms (${other})   p99 ms (${other})   server's, database's CPU ms/op (${other})`,
  );
  for (const [name, row] of Object.entries(ours)) {
    const beside = theirs[name];
    const ratio = beside ? row.perSecond / beside.perSecond : Number.NaN;
    const both = (of, digits) => `${number(row[of], digits)} (${number(beside?.[of], digits)})`;
    say(
      [
        names[name].padEnd(26),
        row.perSecond.toFixed(1).padStart(9),
        `(${number(beside?.perSecond, 1)})`.padStart(11),
        `${ratio.toFixed(2)}×`.padStart(7),
        (wanted[name] ? `${wanted[name]}×` : '').padStart(5),
        `  ${both('p50', 1)}`.padEnd(19),
        ` ${both('p99', 1)}`.padEnd(19),
        `  ${both('cpuPerOperation', 2)}, ${both('databaseCpuPerOperation', 2)}`,
        Object.keys(row.errors).length > 0 ? `  errors ${JSON.stringify(row.errors)}` : '',
      ].join(' '),
    );
  }
  say(`${other}: ${source}`);
}

/** Runs the benchmark with the arguments after its name. */
export async function main(args) {
  const value = (flag, fallback) => (args.includes(flag) ? args[args.indexOf(flag) + 1] : fallback);
  const options = {
    seconds: Math.min(Number(value('--seconds', 10)), 60),
    only: value('--only', null)?.split(',') ?? null,
    deploys: Number(value('--deploys', 15)),
  };
  const { ensureBuild } = await scriptOf(root, 'scripts/setup.mjs');
  await ensureBuild();
  const against = value('--against', null);
  const checkout = against && (await builtCheckout(against));
  const servers = [];
  try {
    servers.push(await measuredServer(root));
    if (checkout) servers.push(await measuredServer(checkout.directory));
    if (args.includes('--murano')) servers.push(await muranoServer());
    say(`${CONNECTIONS} connections, ${options.seconds} s a row; load before: ${os.loadavg()[0].toFixed(2)}`);
    const [ours, ...others] = await measured(servers, options);
    if (checkout) {
      const source = `this product at ${checkout.commit}, run by turns with it`;
      table(ours, others[0], { name: 'before', aims: {}, source });
    }
    const murano = args.includes('--murano')
      ? { figures: others.at(-1), source: `run now, at ${process.env.MURANO_URL}` }
      : { figures: recordedFigures(), source: recorded.what };
    table(ours, murano.figures, { name: 'Murano', aims, source: murano.source });
    if (ours.deploy)
      say(
        `Deployment overhead: ${ours.deploy.p50.toFixed(0)} ms median with machines that take no time (aim: at most ${DEPLOYMENT_AIM_MS} ms)`,
      );
  } finally {
    for (const server of servers) await server.end();
  }
}

function recordedFigures() {
  return Object.fromEntries(
    Object.entries(recorded.rows).map(([name, row]) => [
      name,
      { perSecond: row.per_s, p50: row.p50_ms, cpuPerOperation: row.server_cpu_ms_per_op },
    ]),
  );
}
