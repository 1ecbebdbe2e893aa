// npm run bench -- lifecycle: installs topologies of 100, 1,000 and 10,000 instances. With operations that return at
// once: what the engine costs per operation; with operations of 50 ms: how near it comes to the critical path.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import v8 from 'node:v8';
import vm from 'node:vm';
import { build } from 'esbuild';
import { root, say } from '../scripts/setup.mjs';

const SIZES = [100, 1_000, 10_000];
const OPERATION_MS = 50;
/** Aims: from 1,000 to 10,000 instances per operation, and of the critical path. */
const FLAT = 1.2;
const NEAR = 1.1;

export async function main() {
  const { prepare, SHAPE } = await bundled();
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc');
  let missed = 0;

  say('Operations that return at once');
  say(header(['instances', 'operations', 'instances made', 'install', 'per operation', 'memory']));
  for (let warm = 0; warm < 5; warm += 1) await prepare(1_000, 0);
  const perOperation = new Map();
  for (const size of SIZES) {
    const runs = [];
    for (let run = 0; run < (size < 5_000 ? 25 : 7); run += 1) {
      collect();
      const before = process.memoryUsage().heapUsed;
      const result = await prepare(size, 0);
      runs.push({ ...result, bytes: process.memoryUsage().heapUsed - before });
    }
    const best = runs.toSorted((one, other) => one.installMs - other.installMs)[Math.floor(runs.length / 2)];
    perOperation.set(size, (best.installMs * 1000) / best.operations);
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

  const critical = SHAPE.operations * SHAPE.depth * OPERATION_MS;
  say(`Operations of ${OPERATION_MS} ms; the critical path takes ${critical} ms`);
  say(header(['instances', 'operations', 'makespan', 'of the path']));
  for (const size of SIZES) {
    const runs = [];
    for (let run = 0; run < 3; run += 1) runs.push(await prepare(size, OPERATION_MS));
    const { instances, operations, installMs } = runs.toSorted((one, other) => one.installMs - other.installMs)[1];
    const share = installMs / critical;
    if (share > NEAR) missed += 1;
    say(
      row([
        instances.toLocaleString('en'),
        operations.toLocaleString('en'),
        `${installMs.toFixed(0)} ms`,
        `${share.toFixed(2)}${share > NEAR ? ' missed' : ''}`,
      ]),
    );
  }
  say(missed === 0 ? 'Every aim is met.' : `Aims that are missed: ${missed}.`);
  if (missed > 0) process.exitCode = 1;
}

const row = (cells) => cells.map((cell) => cell.padStart(16)).join('');
const header = row;

/** The engine as it is built for production. */
async function bundled() {
  const outfile = path.join(root, '.cache', 'bench-lifecycle.mjs');
  fs.mkdirSync(path.dirname(outfile), { recursive: true });
  await build({
    entryPoints: [path.join(root, 'bench', 'lifecycle', 'workloads.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
  });
  return import(pathToFileURL(outfile).href);
}
