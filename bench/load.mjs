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
  /** Follows the live events at a path until one of the kind has come. */
  const eventOfKind = (path, kind) =>
    new Promise((resolve, reject) => {
      const headers = { 'x-auth-token': token, accept: 'text/event-stream' };
      const request = http.get({ host: base.hostname, port: base.port, path, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk) => {
          text = text.slice(-200) + chunk;
          if (!text.includes(`event: ${kind}\n`)) return;
          resolve();
          request.destroy();
        });
        response.on('end', () => reject(new Error(`the events of ${path} ended without ${kind}`)));
      });
      request.on('error', reject);
    });
  return { call, eventOfKind, close: () => agent.destroy() };
}

/** CPU seconds used so far by some processes and their children; null where the system does not tell. */
export function cpuSeconds(pids) {
  try {
    const tick = Number(execFileSync('getconf', ['CLK_TCK']).toString());
    let sum = 0;
    for (const pid of pids.flatMap(family)) {
      const fields = fs
        .readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ');
      sum += (Number(fields[11]) + Number(fields[12])) / tick;
    }
    return sum;
  } catch {
    return null;
  }
}

function family(pid) {
  const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return [pid, ...children.flatMap(family)];
}

/**
 * Repeats an operation on every connection until the time is over.
 * @param {{seconds: number, connections: number, pids: number[], operation: (connection: number) => Promise<{status: number}>}} options
 */
export async function measure({ seconds, connections, pids, operation }) {
  for (let i = 0; i < 10; i += 1) await operation(0);
  const latencies = [];
  const errors = {};
  const cpuBefore = cpuSeconds(pids);
  const begun = performance.now();
  const end = begun + seconds * 1000;
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
  const wall = (performance.now() - begun) / 1000;
  const cpu = cpuSeconds(pids);
  latencies.sort((a, b) => a - b);
  return {
    operations: latencies.length,
    perSecond: latencies.length / wall,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    cpuPerOperation: cpu === null || cpuBefore === null ? null : ((cpu - cpuBefore) * 1000) / latencies.length,
    errors,
  };
}

export function percentile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
