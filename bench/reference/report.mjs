// What the reference workload came to, beside its aims and beside what others publish of theirs.
import os from 'node:os';
import { say } from '../../scripts/setup.mjs';
import { percentile } from '../load.mjs';

/** Milliseconds. */
const AIMS = {
  reads: { p99: 100 },
  'first step of a check': { p50: 20, p99: 80 },
  'first step of a deployment': { p50: 20, p99: 80 },
  events: { p99: 300 },
};

/** What others publish of theirs; nothing of it was measured here. */
const PUBLISHED = [
  'Red Hat AAP 2.6, growth topology: 8 requests a second, p50 500 ms, p99 1.5 s; 20 run starts a second in bursts; 10,000 events a second',
  'Temporal Cloud, start of a workflow: p50 20 ms, p99 78 ms; service level objective 200 ms',
];

function latencyRow(what, latencies) {
  if (latencies.length === 0) return say(`${what.padEnd(34)}      0`);
  const sorted = [...latencies].sort((a, b) => a - b);
  const at = (share) => percentile(sorted, share);
  const figure = (share) => at(share).toFixed(1).padStart(9);
  const aim = AIMS[what];
  const held = Object.entries(aim ?? {}).map(([name, ms]) => {
    const isMissed = at(name === 'p50' ? 0.5 : 0.99) > ms;
    if (isMissed) process.exitCode = 1;
    return `${name} at most ${ms} ms${isMissed ? ': missed' : ''}`;
  });
  const beside = held.length > 0 ? `  (aim: ${held.join(', ')})` : '';
  say(
    `${what.padEnd(34)} ${String(sorted.length).padStart(6)} ${figure(0.5)} ${figure(0.95)} ${figure(0.99)}${beside}`,
  );
}

function counts(title, map) {
  const total = [...map.values()].reduce((sum, count) => sum + count, 0);
  say(`${title}: ${total}`);
  for (const [what, count] of [...map].sort((a, b) => b[1] - a[1])) say(`  ${String(count).padStart(6)}  ${what}`);
}

/** The machine, and what was done on it. */
export function sayMachine() {
  const [{ model }] = os.cpus();
  say(
    `${os.cpus().length} processors (${model.trim()}), ${(os.totalmem() / 2 ** 30).toFixed(0)} GB; load of the machine before: ${os
      .loadavg()
      .map((load) => load.toFixed(2))
      .join(', ')}; ${new Date().toISOString()}`,
  );
}

/** Percentiles, counts of what went wrong, and memory by minute. */
export function sayReport({ record, runs, events, seconds, memory, streams, cpu }) {
  say(`\n${seconds.toFixed(0)} s; load of the machine after: ${os.loadavg()[0].toFixed(2)}`);
  say(
    `${'what'.padEnd(34)} ${'count'.padStart(6)} ${'p50 ms'.padStart(9)} ${'p95 ms'.padStart(9)} ${'p99 ms'.padStart(9)}`,
  );
  for (const [kind, latencies] of [...record.latencies].sort(([a], [b]) => a.localeCompare(b)))
    latencyRow(kind, latencies);
  for (const [kind, latencies] of Object.entries(runs.firstSteps)) latencyRow(`first step of a ${kind}`, latencies);
  latencyRow('events', events);
  const requests = [...record.latencies.values()].reduce((sum, { length }) => sum + length, 0);
  say(
    `${(requests / seconds).toFixed(1)} requests and ${(events.length / seconds).toFixed(0)} events heard a second; processor time: ${cpu}`,
  );
  say(
    `runs: ${Object.entries(runs.states)
      .map(([state, count]) => `${count} ${state}`)
      .join(', ')}`,
  );
  for (const { name, bytes, count } of runs.sizes)
    say(`table ${name}: ${count} rows, ${(bytes / count).toFixed(0)} bytes each with indexes`);
  say(`event streams: ${streams.open}, opened again ${streams.reopened} times`);
  counts('sent once more', record.repeats);
  counts('refused, as a run was under way in the environment', record.busyEnvironments);
  counts('refused with Retry-After at the second time, too', record.refusals);
  counts('errors', record.errors);
  say('memory of each server by minute, MB:');
  for (const [minute, figures] of memory.entries())
    say(
      `  ${String(minute).padStart(3)}  ${figures.map((mb) => (mb === null ? '–' : mb.toFixed(0)).padStart(6)).join(' ')}`,
    );
  say('published by others:');
  for (const line of PUBLISHED) say(`  ${line}`);
  if (record.errors.size > 0 || runs.wrong.length > 0) process.exitCode = 1;
  for (const line of runs.wrong.slice(0, 20)) say(`wrong: ${line}`);
}
