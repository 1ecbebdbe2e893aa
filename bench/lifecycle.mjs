// npm run bench -- lifecycle: installs topologies of 100, 1,000 and 10,000 instances. With operations that return at
// once: what the engine costs per operation, in CPU time; with operations of 50 ms: how near it comes to the critical
// path. Of several runs the best counts, since other work on the machine only ever adds.
import v8 from 'node:v8';
import vm from 'node:vm';
import { say } from '../scripts/setup.mjs';
import { bundled } from './bundled.mjs';

const SIZES = [100, 1_000, 10_000];
const OPERATION_MS = 50;
/** Aims: from 1,000 to 10,000 instances per operation, and of the critical path. */
const FLAT = 1.2;
const NEAR = 1.1;

export async function main() {
  const { prepare, SHAPES } = await bundled('lifecycle');
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc');
  let missed = 0;

  say('Operations that return at once');
  say(header(['instances', 'operations', 'instances made', 'install', 'CPU per operation', 'memory']));
  for (let warm = 0; warm < 5; warm += 1) await prepare(1_000, 0);
  const perOperation = new Map();
  for (const size of SIZES) {
    const runs = [];
    for (let run = 0; run < (size < 5_000 ? 25 : 7); run += 1) {
      collect();
      const before = process.memoryUsage().heapUsed;
      const cpu = process.cpuUsage();
      const result = await prepare(size, 0);
      const { user, system } = process.cpuUsage(cpu);
      runs.push({ ...result, cpuMicros: user + system, bytes: process.memoryUsage().heapUsed - before });
    }
    const best = runs.toSorted((one, other) => one.cpuMicros - other.cpuMicros)[0];
    perOperation.set(size, best.cpuMicros / best.operations);
    say(
      row([
        best.instances.toLocaleString('en'),
        best.operations.toLocaleString('en'),
        `${best.expandMs.toFixed(1)} ms`,
        `${best.installMs.toFixed(1)} ms`,
        `${perOperation.get(size).toFixed(2)} µs`,
        `${(best.bytes / 2 ** 20).toFixed(1)} MB`,
      ]),
    );
  }
  const growth = perOperation.get(10_000) / perOperation.get(1_000);
  if (growth > FLAT) missed += 1;
  say(`10,000 to 1,000, per operation: ${growth.toFixed(2)} (at most ${FLAT})${growth > FLAT ? ' missed' : ''}\n`);

  say(`Operations of ${OPERATION_MS} ms, in tiers of 100 that wait for each other`);
  say(header(['instances', 'operations', 'critical path', 'timers alone', 'makespan', 'of the path']));
  for (const size of SIZES) {
    const critical = SHAPES.tiers.steps(size) * OPERATION_MS;
    const runs = [];
    const alone = [];
    for (let run = 0; run < (size < 5_000 ? 5 : 2); run += 1) {
      runs.push(await prepare(size, OPERATION_MS, 'tiers'));
      alone.push(await timersAlone(SHAPES.tiers.steps(size)));
    }
    const { instances, operations, installMs } = quickest(runs);
    const share = installMs / critical;
    if (share > NEAR) missed += 1;
    say(
      row([
        instances.toLocaleString('en'),
        operations.toLocaleString('en'),
        `${critical.toLocaleString('en')} ms`,
        `${Math.round(Math.min(...alone)).toLocaleString('en')} ms`,
        `${Math.round(installMs).toLocaleString('en')} ms`,
        `${share.toFixed(2)}${share > NEAR ? ' missed' : ''}`,
      ]),
    );
  }
  say(missed === 0 ? 'Every aim is met.' : `Aims that are missed: ${missed}.`);
  if (missed > 0) process.exitCode = 1;
}

const row = (cells) => cells.map((cell) => cell.padStart(19)).join('');
const quickest = (runs) => runs.toSorted((one, other) => one.installMs - other.installMs)[0];
const header = row;

/** How long the same waits take without an engine: what the machine itself adds to them. */
async function timersAlone(steps) {
  const began = performance.now();
  for (let step = 0; step < steps; step += 1) {
    await Promise.all(Array.from({ length: 100 }, () => new Promise((resolve) => setTimeout(resolve, OPERATION_MS))));
  }
  return performance.now() - began;
}
