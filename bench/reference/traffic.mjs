// Traffic at a rate: each request is sent when it is due, however long those before it take, and its time counts from then.
import { setTimeout as pause } from 'node:timers/promises';
import { client } from '../load.mjs';

/** How long a client waits before it sends something again where the server does not say, in milliseconds. */
const AGAIN_MS = 250;
const CONNECTIONS = 400;

/** What the workload came to, by kinds of requests. */
export function recorder() {
  const latencies = new Map();
  const errors = new Map();
  const repeats = new Map();
  const refusals = new Map();
  const busy = new Map();
  const add = (counts, what) => counts.set(what, (counts.get(what) ?? 0) + 1);
  return {
    latencies,
    errors,
    repeats,
    refusals,
    busyEnvironments: busy,
    latency: (kind, ms) => {
      const known = latencies.get(kind);
      if (known) known.push(ms);
      else latencies.set(kind, [ms]);
    },
    error: (what) => add(errors, what),
    repeat: (what) => add(repeats, what),
    refused: (what) => add(refusals, what),
    busy: (what) => add(busy, what),
  };
}

/** A client that goes by turns to the servers of an installation, and to the next one when one does not answer. */
export function balanced(replicas) {
  const clients = new Map();
  let turn = 0;
  const clientOf = (replica) => {
    const known = clients.get(replica);
    if (known) return known;
    const made = client({ base: replica.base, token: '', connections: CONNECTIONS });
    clients.set(replica, made);
    return made;
  };
  return {
    replicas,
    next: () => replicas[turn++ % replicas.length],
    call(method, path, options) {
      return clientOf(this.next()).call(method, path, options);
    },
    /** Asks a server no more. */
    remove: (former) => {
      replicas.splice(replicas.indexOf(former), 1);
      clients.get(former)?.close();
      clients.delete(former);
    },
    close: () => {
      for (const one of clients.values()) one.close();
    },
  };
}

/** What is answered, as it should be, where a run is under way in the environment. */
const BUSY = new Set(['environment_busy', 'environment_deploying', 'session_invalid']);

/** Whether an answer says that the same may be sent again. */
const isPassing = ({ status, headers }) => (status === 503 || status === 429) && headers['retry-after'] !== undefined;

/**
 * Sends a request, and once more if it is to be sent again; both count from when it was due.
 *
 * @returns the answer when it is as it should be, else null: then it is among the errors
 */
export async function send(balancer, record, kind, request, due = performance.now()) {
  const { method, path, options, expected = [200] } = request;
  for (let attempt = 0; ; attempt += 1) {
    let waitMs = AGAIN_MS;
    let problem;
    let isRefused = false;
    try {
      const answer = await balancer.call(method, path, options);
      if (expected.includes(answer.status)) {
        record.latency(attempt === 0 ? kind : `${kind}, repeated`, performance.now() - due);
        return answer;
      }
      problem = `${answer.status} ${answer.json?.code ?? ''}`.trim();
      if (BUSY.has(answer.json?.code)) {
        record.busy(kind);
        return null;
      }
      if (!isPassing(answer)) {
        record.error(`${kind}: ${problem}${attempt === 0 ? '' : ' at the second time'}`);
        return null;
      }
      isRefused = true;
      waitMs = Number(answer.headers['retry-after']) * 1000;
    } catch (error) {
      problem = error.code ?? error.message;
    }
    if (attempt > 0) {
      if (isRefused) record.refused(`${kind}: ${problem}`);
      else record.error(`${kind}: ${problem} at the second time`);
      return null;
    }
    record.repeat(`${kind}: ${problem}`);
    await pause(waitMs);
  }
}

/**
 * Does something so many times a second until it is to end; what is under way then is waited for.
 *
 * @param {(seconds: number) => number} rate by the seconds since the beginning
 * @param {(n: number, due: number) => Promise<void>} operation
 */
export async function atRate(until, rate, operation) {
  const underWay = new Set();
  const begun = performance.now();
  let due = begun;
  for (let n = 0; due < until; n += 1) {
    const wait = due - performance.now();
    if (wait > 1) await pause(wait);
    const one = operation(n, due).finally(() => underWay.delete(one));
    underWay.add(one);
    due += 1000 / Math.max(rate((due - begun) / 1000), 0.001);
  }
  await Promise.all(underWay);
}
