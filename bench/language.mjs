// What the benchmarks of both languages have in common: our side as it is built for production, the Python side, a table.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root, say } from '../scripts/setup.mjs';

/** The parts of one benchmark, from its folder in `bench/`. */
export function languageBench(folder) {
  const here = path.join(root, 'bench', folder);
  const read = (name) => JSON.parse(fs.readFileSync(path.join(here, name), 'utf8'));
  return { here, read, bundled: () => bundled(here, folder), measurePython: (args) => measurePython(here, args) };
}

/** The engine as it is built for production: no helper code of a development loader in it. */
async function bundled(here, folder) {
  const outfile = path.join(root, '.cache', `bench-${folder}.mjs`);
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

/** What the Python side prints; null where its engine is not. */
function measurePython(here, args = []) {
  const { status, stdout } = spawnSync('python3', [path.join(here, 'python-side.py'), ...args], { encoding: 'utf8' });
  return status === 0 ? JSON.parse(stdout) : null;
}

/** Prints rows with their ratio beside their aim, and at the end how many miss it. */
export function comparison(ours, oursWidth) {
  let missed = 0;
  say(`${'row'.padEnd(16)}${ours.padStart(oursWidth)}${'Python /s'.padStart(14)}${'ratio'.padStart(10)}   aim`);
  return {
    row: (name, perSecond, pythonPerSecond, aim) => {
      const ratio = perSecond / pythonPerSecond;
      if (ratio < aim) missed += 1;
      say(
        name.padEnd(16) +
          rounded(perSecond).padStart(oursWidth) +
          rounded(pythonPerSecond).padStart(14) +
          `${ratio.toFixed(0)}×`.padStart(10) +
          `   ≥ ${aim}×${ratio < aim ? ' missed' : ''}`,
      );
    },
    end: () => say(missed === 0 ? 'Every row meets its aim.' : `${missed} rows miss their aim.`),
  };
}

function rounded(figure) {
  return Math.round(figure).toLocaleString('en');
}
