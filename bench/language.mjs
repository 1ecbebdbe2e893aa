// What the benchmarks of both languages have in common: our side as it is built for production, the Python side, a table.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root, say } from '../scripts/setup.mjs';
import { bundled } from './bundled.mjs';

/** The parts of one benchmark, from its folder in `bench/`. */
export function languageBench(folder) {
  const here = path.join(root, 'bench', folder);
  const read = (name) => JSON.parse(fs.readFileSync(path.join(here, name), 'utf8'));
  const recorded = () => Object.fromEntries(read('figures-python.json').results.map((row) => [row.name, row]));
  return { here, read, recorded, prepare: async () => (await bundled(folder)).prepare };
}

/**
 * How the Python engine runs a row, right beside ours: the speed of a machine changes from minute to minute.
 * Null where no Python here has the engine; `PYTHON` names another one to try.
 */
export function pythonSide(here, engine, args = []) {
  const candidates = [process.env.PYTHON, 'python3', '/usr/bin/python3'].filter(Boolean);
  const python = candidates.find((one) => spawnSync(one, ['-c', `import ${engine}`]).status === 0);
  if (!python) {
    say(`No Python here has the module ${engine} (Debian: python3-${engine}): the recorded figures stand in.`);
    return null;
  }
  return (row) => {
    const { status, stdout, stderr } = spawnSync(python, [path.join(here, 'python-side.py'), row, ...args], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`The Python side of ${row} failed: ${stderr.trim().split('\n').at(-1)}`);
    return JSON.parse(stdout);
  };
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
    end: () => {
      say(missed === 0 ? 'Every row meets its aim.' : `Rows that miss their aim: ${missed}.`);
      if (missed > 0) process.exitCode = 1;
    },
  };
}

function rounded(figure) {
  return (figure < 10 ? Number(figure.toPrecision(2)) : Math.round(figure)).toLocaleString('en');
}
