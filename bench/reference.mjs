// npm run bench -- reference: an installation at work for an hour, as docs/scale.md describes it: replicas on one database,
// people who watch, run starts, mixed requests, health and schedules, while servers are killed and the database restarts.
//   --minutes N        how long it goes on (60)
//   --environments N   really deployed, of one machine each (2000)
//   --tenants N        (10)
//   --watchers N       event streams (500)
//   --rate N           mixed requests a second (100)
//   --starts N         run starts a second (5)
//   --burst N          run starts a second for three seconds of every minute (20)
//   --schedules N      environments that are checked every five minutes by a schedule (100)
//   --replicas N       (2)
//   --kill-minutes N   a server is killed so often (10); 0: never
//   --restart-minute N when the database is restarted (two thirds of the time); 0: never
//   --agents N         agents that wait, of a pool of its own, afterwards (1000)
//   --agent-minutes N  for so long (2)
import { ensureBuild, say } from '../scripts/setup.mjs';
import { client, cpuSeconds } from './load.mjs';
import { waitingAgents } from './reference/agents.mjs';
import { deployEnvironments, makeTenants, startInstallation } from './reference/installation.mjs';
import { sayMachine, sayReport } from './reference/report.mjs';
import { balanced, recorder } from './reference/traffic.mjs';
import { faults, memoryByMinute, mixedRequests, runStarts, runsOf, watchAll } from './reference/workload.mjs';

const EVERY_FIVE_MINUTES = { workflow: 'check_status', cron: '*/5 * * * *', time_zone: 'UTC' };

function optionsOf(args) {
  const value = (flag, usual) => (args.includes(flag) ? Number(args[args.indexOf(flag) + 1]) : usual);
  const minutes = value('--minutes', 60);
  return {
    minutes,
    environments: value('--environments', 2000),
    tenants: value('--tenants', 10),
    watchers: value('--watchers', 500),
    rate: value('--rate', 100),
    starts: value('--starts', 5),
    burst: value('--burst', 20),
    schedules: value('--schedules', 100),
    replicas: value('--replicas', 2),
    killMinutes: value('--kill-minutes', 10),
    restartMinute: value('--restart-minute', (minutes * 2) / 3),
    agents: value('--agents', 1000),
    agentMinutes: value('--agent-minutes', 2),
  };
}

async function work(installation, options) {
  const { server, replicas } = installation;
  const balancer = balanced([...replicas]);
  const admin = client({ base: server.base, token: await server.token(), connections: 16 });
  const tenants = await makeTenants(server, admin.call, options.tenants);
  const environments = await deployEnvironments(admin.call, tenants, options.environments, say);
  const scheduled = environments.splice(0, options.schedules);
  for (const { at, token } of scheduled) {
    const body = { name: 'every five minutes', ...EVERY_FIVE_MINUTES };
    const { status, text } = await admin.call('POST', `${at}/schedules`, { body, headers: { 'x-auth-token': token } });
    if (status !== 200) throw new Error(`a schedule was not made: ${status} ${text}`);
  }
  const record = recorder();
  const started = new Map();
  const watchers = await watchAll({ count: options.watchers, balancer, tenants, environments });
  say(`It begins: ${JSON.stringify(options)}`);
  const begun = performance.now();
  const until = begun + options.minutes * 60_000;
  const minute = (n) => (n > 0 ? n * 60_000 : Number.POSITIVE_INFINITY);
  const shared = { until, balancer, record, environments };
  // Servers are killed and started meanwhile: what they used goes with them, so that this process's children count.
  const cpuBefore = cpuSeconds([process.pid]);
  const [memory] = await Promise.all([
    memoryByMinute({ until, balancer }),
    mixedRequests({ ...shared, perSecond: options.rate }),
    runStarts({ ...shared, perSecond: options.starts, burstPerSecond: options.burst, started }),
    faults({
      ...{ until, installation, balancer, say },
      killEveryMs: minute(options.killMinutes),
      restartAt: begun + minute(options.restartMinute),
    }),
  ]);
  const seconds = (performance.now() - begun) / 1000;
  const cpuAfter = cpuSeconds([process.pid]);
  const cpu =
    cpuBefore === null ? '–' : `${((cpuAfter - cpuBefore) / seconds).toFixed(2)} processors, this client included`;
  const runs = await runsOf(server.databaseUrl, started);
  const { latencies: events, streams } = watchers;
  watchers.close();
  balancer.close();
  admin.close();
  sayReport({ record, runs, events, seconds, memory, streams, cpu });
}

/** Runs the benchmark with the arguments after its name. */
export async function main(args) {
  const options = optionsOf(args);
  await ensureBuild();
  sayMachine();
  const installation = await startInstallation({ replicas: options.replicas, env: {} });
  try {
    await work(installation, options);
  } finally {
    await installation.server.end();
  }
  if (options.agents > 0) await waitingAgents({ count: options.agents, minutes: options.agentMinutes });
}
