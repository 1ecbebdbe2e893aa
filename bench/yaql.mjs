// npm run bench -- yaql [--python] [--seconds N]: how fast expressions are read and run, beside the Python engine that
// the language comes from. Its figures were recorded once; --python takes them anew, in the same run.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { build } from 'esbuild';
import { root, say } from '../scripts/setup.mjs';

const SCALAR = new Set(['arith', 'string', 'switch']);
const AIM = { parse: 10, scalar: 50, collection: 100 };
const here = path.join(root, 'bench', 'yaql');

export async function main(args) {
  const seconds = Number(args[args.indexOf('--seconds') + 1]) || 1;
  const prepare = await bundled();
  const data = read('data.json');
  const python = args.includes('--python') ? measurePython(seconds) : recorded();
  say(`${'row'.padEnd(16)}${'ours /s'.padStart(14)}${'Python /s'.padStart(14)}${'ratio'.padStart(10)}   aim`);
  let missed = 0;
  for (const workload of read('expressions.json').expressions) {
    const run = prepare(workload, data);
    if (!workload.parse && !isDeepStrictEqual(run(), workload.expect)) {
      throw new Error(`${workload.name} answers something else than the Python engine.`);
    }
    const micros = measure(run, seconds);
    const ratio = python[workload.name] / micros;
    const aim = workload.parse ? AIM.parse : SCALAR.has(workload.name) ? AIM.scalar : AIM.collection;
    if (ratio < aim) missed += 1;
    say(
      workload.name.padEnd(16) +
        perSecond(micros).padStart(14) +
        perSecond(python[workload.name]).padStart(14) +
        `${ratio.toFixed(0)}×`.padStart(10) +
        `   ≥ ${aim}×${ratio < aim ? ' missed' : ''}`,
    );
  }
  say(missed === 0 ? 'Every row meets its aim.' : `${missed} rows miss their aim.`);
}

/** The engine as it is built for production: no helper code of a development loader in it. */
async function bundled() {
  const outfile = path.join(root, '.cache', 'bench-yaql.mjs');
  await build({
    entryPoints: [path.join(here, 'workloads.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
  });
  return (await import(pathToFileURL(outfile).href)).prepare;
}

/** The best CPU time of many batches, in microseconds for one run: other work on the machine disturbs it least. */
function measure(run, seconds) {
  let best = Number.POSITIVE_INFINITY;
  let batch = 1;
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const before = process.cpuUsage();
    for (let turn = 0; turn < batch; turn += 1) run();
    const used = process.cpuUsage(before);
    const micros = used.user + used.system;
    if (micros < 20_000) batch *= 2;
    else best = Math.min(best, micros / batch);
  }
  return best;
}

function measurePython(seconds) {
  const { status, stdout } = spawnSync('python3', [path.join(here, 'python-side.py'), String(seconds)], {
    encoding: 'utf8',
  });
  if (status === 0) return JSON.parse(stdout);
  say('python3 with the module yaql is not here: the recorded figures stand in.');
  return recorded();
}

function recorded() {
  return Object.fromEntries(read('figures-python.json').results.map(({ name, us }) => [name, us]));
}

function read(name) {
  return JSON.parse(fs.readFileSync(path.join(here, name), 'utf8'));
}

function perSecond(micros) {
  return Math.round(1e6 / micros).toLocaleString('en');
}
