// The parts of the reference workload that go on beside each other.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { memoryOf } from '../figures.mjs';
import { client } from '../load.mjs';
import { keepWatching } from '../watchers.mjs';
import { atRate, send } from './traffic.mjs';

/** In each minute bursts of run starts begin at this second, and last for so many. */
const BURST_AT_S = 30;
const BURST_S = 3;

/** What of a hundred mixed requests is what: mostly what open pages ask for. */
const MIX = [
  [30, 'reads', () => '/v1/environments?limit=50&sort_dir=desc&order_by=updated'],
  [20, 'reads', ({ at }) => at],
  [15, 'reads', ({ at }) => `${at}/runs?limit=20`],
  [10, 'reads', ({ at }) => `${at}/services`],
  [10, 'reads', ({ at }) => `${at}/lastStatus`],
  [5, 'reads', () => '/v1/environments/summary'],
  [10, 'writes', null],
];

const OF_A_HUNDRED = MIX.flatMap(([count, ...one]) => Array.from({ length: count }, () => one));

const withToken = (token, more = {}) => ({ headers: { 'x-auth-token': token, ...more } });
/** The n-th of things, in an order in which neighbours are far from each other. */
const scattered = (things, n) => things[(n * 7_919) % things.length];

/** Mixed requests at a rate: reads of pages, and drafts that are opened and discarded. */
export function mixedRequests({ until, perSecond, balancer, record, environments }) {
  return atRate(
    until,
    () => perSecond,
    async (n, due) => {
      const environment = scattered(environments, n);
      // 37 and 100 have no divisor in common: of a hundred requests each is one of the mix, in no order.
      const [kind, pathOf] = OF_A_HUNDRED[(n * 37) % 100];
      const options = withToken(environment.token);
      if (pathOf) {
        const answer = await send(balancer, record, kind, { method: 'GET', path: pathOf(environment), options }, due);
        if (answer && !answer.json) record.error(`${kind}: an answer without JSON`);
        return;
      }
      const opened = await send(
        balancer,
        record,
        kind,
        { method: 'POST', path: `${environment.at}/configure`, options },
        due,
      );
      if (!opened) return;
      const path = `${environment.at}/sessions/${opened.json.id}`;
      await send(balancer, record, kind, { method: 'DELETE', path, options });
    },
  );
}

/**
 * Run starts at a rate, with bursts, by turns a check of an environment's machine and a deployment that changes it.
 *
 * @param started gets the kind of each run by its id
 */
export function runStarts({ until, perSecond, burstPerSecond, balancer, record, environments, started }) {
  let turn = 0;
  const rate = (seconds) => {
    const second = seconds % 60;
    return second >= BURST_AT_S && second < BURST_AT_S + BURST_S ? burstPerSecond : perSecond;
  };
  return atRate(until, rate, async (n, due) => {
    const environment = environments[turn++ % environments.length];
    if (n % 2 === 0) await startCheck(environment, due);
    else await startDeployment(environment);
  });

  async function startCheck({ at, token }, due) {
    const options = { body: { workflow: 'check_status' }, ...withToken(token) };
    const answer = await send(
      balancer,
      record,
      'start of a check',
      { method: 'POST', path: `${at}/executions`, options },
      due,
    );
    if (answer) started.set(answer.json.execution_id, 'check');
  }

  /** What comes before the click is among the writes. */
  async function startDeployment(environment) {
    const { at, token, service } = environment;
    const write = (method, path, options) => send(balancer, record, 'writes', { method, path, options });
    const opened = await write('POST', `${at}/configure`, withToken(token));
    if (!opened) return;
    const session = opened.json.id;
    environment.isSmall = !environment.isSmall;
    const change = withToken(token, { 'x-configuration-session': session });
    const flavor = environment.isSmall ? 'm1.small' : 'm1.medium';
    const read = await send(balancer, record, 'reads', {
      method: 'GET',
      path: `${at}/services/${service}`,
      options: change,
    });
    if (!read) return;
    const changed = await write('PUT', `${at}/services/${service}`, { body: { ...read.json, flavor }, ...change });
    if (!changed) return;
    const path = `${at}/sessions/${session}/deploy`;
    const answer = await send(balancer, record, 'start of a deployment', {
      method: 'POST',
      path,
      options: withToken(token),
    });
    if (answer) started.set(answer.json.deployment_id, 'deployment');
  }
}

/** Event streams, half of a tenant each and half of an environment. @returns what they heard, and how to end them */
export async function watchAll({ count, balancer, tenants, environments }) {
  const latencies = [];
  const streams = { open: count, reopened: 0 };
  const on = {
    onEvent: (at) => latencies.push(Date.now() - at),
    onEnd: () => {
      streams.reopened += 1;
    },
  };
  const ends = [];
  for (let n = 0; n < count; n += 1) {
    const { token, path } =
      n % 2 === 0
        ? { token: tenants[n % tenants.length].token, path: '/v1/events' }
        : { token: scattered(environments, n).token, path: `${scattered(environments, n).at}/events?after=0` };
    ends.push(await keepWatching(() => balancer.next().base, token, path, on));
  }
  return {
    latencies,
    streams,
    close: () => {
      for (const end of ends) end();
    },
  };
}

/** Kills one server after the other, each replaced at once and the next one an interval after that, and restarts the database once. */
export async function faults({ until, killEveryMs, restartAt, installation, balancer, say }) {
  const kills = async () => {
    for (let at = performance.now() + killEveryMs; at < until; at = performance.now() + killEveryMs) {
      await pause(Math.max(0, at - performance.now()));
      const former = balancer.replicas[0];
      say(`  ${clock()} a server is killed`);
      const killed = former.kill();
      balancer.remove(former);
      await killed;
      balancer.replicas.push(await installation.server.replica());
      say(`  ${clock()} another one has started`);
    }
  };
  const restart = async () => {
    if (restartAt >= until) return;
    await pause(Math.max(0, restartAt - performance.now()));
    say(`  ${clock()} the database is restarted`);
    await installation.server.restartDatabase();
    say(`  ${clock()} it is there again`);
  };
  await Promise.all([kills(), restart()]);
}

const clock = () => new Date().toISOString().slice(11, 19);

/** Memory of each server at the beginning and every minute; null where one did not answer. */
export async function memoryByMinute({ until, balancer }) {
  const rows = [];
  for (let at = performance.now(); ; at += 60_000) {
    await pause(Math.max(0, Math.min(at, until) - performance.now()));
    rows.push(await Promise.all(balancer.replicas.map(residentMb)));
    if (at >= until) return rows;
  }
}

async function residentMb({ base }) {
  const { call, close } = client({ base, token: '', connections: 1 });
  try {
    return (await memoryOf(call)).resident;
  } catch {
    return null;
  } finally {
    close();
  }
}

/** How large tables are with their indexes, and how many rows they have. */
async function sizesOf(database) {
  const { rows } = await database.query(
    `select name, pg_total_relation_size(name::regclass)::float8 as bytes, count::int from (
       select 'events' as name, (select count(*) from events) as count
       union all select 'runs', (select count(*) from runs)
       union all select 'environments', (select count(*) from environments)
       union all select 'audit_entries', (select count(*) from audit_entries)) as sizes`,
  );
  return rows;
}

/**
 * What became of runs, from the database: their states, and how long after it was accepted each began its first step.
 *
 * @param started kinds of runs by their ids
 */
export async function runsOf(databaseUrl, started) {
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    const unfinished = async () => {
      const { rows } = await database.query(
        `select count(*)::int as count from runs where id = any($1::text[]) and finished_at is null`,
        [[...started.keys()]],
      );
      return rows[0].count;
    };
    for (const until = Date.now() + 120_000; (await unfinished()) > 0 && Date.now() < until; ) await pause(500);
    const { rows } = await database.query(
      `select r.id, r.state, r.finished_at is null as "isUnderWay", r.problem->>'sentence' as reason,
              1000 * extract(epoch from min(e.at) - r.created_at)::float8 as "firstStepMs"
         from runs r left join events e on e.run_id = r.id and e.kind = 'effect.started'
        where r.id = any($1::text[]) group by r.id`,
      [[...started.keys()]],
    );
    const states = {};
    const firstSteps = { check: [], deployment: [] };
    const wrong = [];
    for (const { id, state, isUnderWay, reason, firstStepMs } of rows) {
      const shown = isUnderWay ? `${state}, not over` : state;
      states[shown] = (states[shown] ?? 0) + 1;
      if (isUnderWay || state !== 'success') wrong.push(`run ${id} is ${shown}${reason ? `: ${reason}` : ''}`);
      if (firstStepMs !== null) firstSteps[started.get(id)].push(firstStepMs);
    }
    if (rows.length !== started.size) wrong.push(`of ${started.size} accepted runs ${rows.length} are there`);
    return { states, firstSteps, wrong, sizes: await sizesOf(database) };
  } finally {
    await database.end();
  }
}
