// A bounded load generator: a fixed number of keep-alive connections, a fixed time, loopback only.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';

/**
 * A client of one API.
 * @param {{base: URL, token: string, connections: number}} options
 */
export function client({ base, token, connections }) {
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(base.hostname))
    throw new Error('only servers of this machine are measured');
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const call = (method, path, { body, headers = {} } = {}) =>
    new Promise((resolve, reject) => {
      const data = body === undefined ? undefined : JSON.stringify(body);
      const request = http.request(
        {
          host: base.hostname,
          port: base.port,
          method,
          path,
          agent,
          headers: {
            'x-auth-token': token,
            ...(data === undefined
              ? {}
              : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(data) }),
            ...headers,
          },
        },
        (response) => {
          const chunks = [];
          response.on('data', (chunk) => chunks.push(chunk));
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            let json = null;
            try {
              json = JSON.parse(text);
            } catch {
              // an empty answer
            }
            resolve({ status: response.statusCode, json, text, headers: response.headers });
          });
        },
      );
      request.on('error', reject);
      request.end(data);
    });
  /** Follows the live events at a path until one of the kinds has come. */
  const eventOfKinds = (path, kinds) =>
    new Promise((resolve, reject) => {
      const headers = { 'x-auth-token': token, accept: 'text/event-stream' };
      const request = http.get({ host: base.hostname, port: base.port, path, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk) => {
          text = text.slice(-200) + chunk;
          if (!kinds.some((kind) => text.includes(`event: ${kind}\n`))) return;
          resolve();
          request.destroy();
        });
        response.on('end', () => reject(new Error(`the events of ${path} ended without ${kinds[0]}`)));
      });
      request.on('error', reject);
    });
  return { call, eventOfKinds, close: () => agent.destroy() };
}

let ticksPerSecond = null;

/**
 * CPU seconds used so far by some processes and all that they started, also by what has ended since: a database serves
 * each connection with a process of its own. Null where the system does not tell, or one of the processes is no more.
 */
export function cpuSeconds(pids) {
  if (!pids.every((pid) => fs.existsSync(`/proc/${pid}/stat`))) return null;
  ticksPerSecond ??= Number(execFileSync('getconf', ['CLK_TCK']).toString());
  for (;;) {
    const family = pids.flatMap(familyOf);
    const ticks = family.reduce((sum, pid) => sum + ticksOf(pid), 0);
    // The time of a process that ended meanwhile may be in its parent's as well as in its own, or in neither.
    if (pids.flatMap(familyOf).join() === family.join()) return ticks / ticksPerSecond;
  }
}

/** A process's own time and that of its children which have ended: utime, stime, cutime and cstime of proc(5). */
function ticksOf(pid) {
  const text = aboutProcess(pid, 'stat');
  const fields = text.slice(text.lastIndexOf(') ') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
}

function familyOf(pid) {
  const children = aboutProcess(pid, `task/${pid}/children`).split(' ').filter(Boolean);
  return [pid, ...children.flatMap(familyOf)];
}

/** A file of `/proc` about a process; empty when that ended between being listed and being read. */
function aboutProcess(pid, name) {
  try {
    return fs.readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

/**
 * What some work did: how long each operation took, what failed, what it cost.
 * @typedef {{latencies: number[], errors: Record<string, number>, wall: number, cpu: number | null, databaseCpu: number | null}} Sample
 *   milliseconds each; seconds of the clock, of the server's processors, of the database's
 */

/**
 * Repeats an operation on every connection until the time is over.
 * @param {{seconds: number, connections: number, pids: Pids, operation: (connection: number) => Promise<{status: number}>}} options
 * @returns {Promise<Sample>}
 */
export async function measure({ seconds, connections, pids, operation }) {
  for (let i = 0; i < 10; i += 1) await operation(0);
  return sampled(pids, async ({ latencies, errors }) => {
    const end = performance.now() + seconds * 1000;
    await Promise.all(
      Array.from({ length: connections }, async (_, connection) => {
        while (performance.now() < end) {
          const from = performance.now();
          let status;
          try {
            status = (await operation(connection)).status;
          } catch (error) {
            status = error.code ?? error.message;
          }
          latencies.push(performance.now() - from);
          if (status !== 200) errors[status] = (errors[status] ?? 0) + 1;
        }
      }),
    );
  });
}

/**
 * Does work and notes what it cost.
 * @typedef {{server: number[], database: number[]}} Pids
 * @param {Pids} pids
 * @param {(taken: Pick<Sample, 'latencies' | 'errors'>) => Promise<void>} work
 * @returns {Promise<Sample>}
 */
export async function sampled(pids, work) {
  const taken = { latencies: [], errors: {} };
  const used = () => [cpuSeconds(pids.server), cpuSeconds(pids.database)];
  const before = used();
  const begun = performance.now();
  await work(taken);
  const wall = (performance.now() - begun) / 1000;
  const [cpu, databaseCpu] = used().map((now, at) => (now === null || before[at] === null ? null : now - before[at]));
  return { ...taken, wall, cpu, databaseCpu };
}

/**
 * The figures of samples that are of the same work.
 * @param {Sample[]} samples
 */
export function figures(samples) {
  const latencies = samples.flatMap((sample) => sample.latencies).sort((a, b) => a - b);
  const errors = {};
  for (const sample of samples)
    for (const [what, count] of Object.entries(sample.errors)) errors[what] = (errors[what] ?? 0) + count;
  const sum = (of) =>
    samples.reduce((total, sample) => (total === null || of(sample) === null ? null : total + of(sample)), 0);
  const each = (seconds) => (seconds === null ? null : (seconds * 1000) / latencies.length);
  return {
    operations: latencies.length,
    perSecond: latencies.length / sum(({ wall }) => wall),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    cpuPerOperation: each(sum(({ cpu }) => cpu)),
    databaseCpuPerOperation: each(sum(({ databaseCpu }) => databaseCpu)),
    errors,
  };
}

export function percentile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
