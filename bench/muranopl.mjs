// npm run bench -- muranopl [--python] [--seconds N] [--only ROW]: how fast methods of MuranoPL run, beside the Python
// engine that the language comes from. Its figures were recorded once; --python takes them anew where that engine is.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root, say } from '../scripts/setup.mjs';

const AIM = 100;
const here = path.join(root, 'bench', 'muranopl');

export async function main(args) {
  const seconds = Number(args[args.indexOf('--seconds') + 1]) || 1;
  const only = args.includes('--only') ? args[args.indexOf('--only') + 1] : undefined;
  const { class: className, workloads } = read('workloads.json');
  const prepare = await bundled();
  const library = path.join(root, 'lib', 'conductor', 'muranopl', 'library', 'io.murano');
  const call = prepare(path.join(here, 'packages', 'com.example.lab.Bench'), library, className);
  const python = args.includes('--python') ? measurePython() : recorded();
  say(`${'row'.padEnd(16)}${'statements /s'.padStart(16)}${'Python /s'.padStart(14)}${'ratio'.padStart(10)}   aim`);
  let missed = 0;
  for (const { name, method = name, n, perIteration, expect } of workloads) {
    if (only && only !== name) continue;
    const result = call(method, n);
    if (result !== expect) throw new Error(`${name} answers ${String(result)}, the Python engine ${expect}.`);
    const perSecond = (n * perIteration * 1e6) / measure(() => call(method, n), seconds);
    const ratio = perSecond / python[name];
    if (ratio < AIM) missed += 1;
    say(
      name.padEnd(16) +
        rounded(perSecond).padStart(16) +
        rounded(python[name]).padStart(14) +
        `${ratio.toFixed(0)}×`.padStart(10) +
        `   ≥ ${AIM}×${ratio < AIM ? ' missed' : ''}`,
    );
  }
  say(missed === 0 ? 'Every row meets its aim.' : `${missed} rows miss their aim.`);
}

/** The engine as it is built for production: no helper code of a development loader in it. */
async function bundled() {
  const outfile = path.join(root, '.cache', 'bench-muranopl.mjs');
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

/** The best CPU time of several runs, in microseconds: other work on the machine disturbs it least. */
function measure(run, seconds) {
  let best = Number.POSITIVE_INFINITY;
  const end = performance.now() + seconds * 1000;
  do {
    const before = process.cpuUsage();
    run();
    const used = process.cpuUsage(before);
    best = Math.min(best, used.user + used.system);
  } while (performance.now() < end);
  return best;
}

function measurePython() {
  const { status, stdout } = spawnSync('python3', [path.join(here, 'python-side.py')], {
    encoding: 'utf8',
  });
  if (status === 0) return byName(JSON.parse(stdout));
  say('python3 with the engine of Murano is not here: the recorded figures stand in.');
  return recorded();
}

function recorded() {
  return byName(read('figures-python.json'));
}

function byName({ results }) {
  return Object.fromEntries(results.map(({ name, statements_per_s }) => [name, statements_per_s]));
}

function read(name) {
  return JSON.parse(fs.readFileSync(path.join(here, name), 'utf8'));
}

function rounded(figure) {
  return Math.round(figure).toLocaleString('en');
}
