// npm run bench -- muranopl [--python] [--seconds N] [--only ROW]: how fast methods of MuranoPL run, beside the Python
// engine that the language comes from. Its figures were recorded once; --python takes them anew where that engine is.
import path from 'node:path';
import { root } from '../scripts/setup.mjs';
import { comparison, languageBench, pythonSide } from './language.mjs';

const AIM = 100;
const { here, read, recorded, prepare: prepared } = languageBench('muranopl');

export async function main(args) {
  const seconds = Number(args[args.indexOf('--seconds') + 1]) || 1;
  const only = args.includes('--only') ? args[args.indexOf('--only') + 1] : undefined;
  const { class: className, workloads } = read('workloads.json');
  const prepare = await prepared();
  const library = path.join(root, 'lib', 'conductor', 'muranopl', 'library', 'io.murano');
  const call = prepare(path.join(here, 'packages', 'com.example.lab.Bench'), library, className);
  const figures = recorded();
  const python = args.includes('--python') && pythonSide(here, 'murano');
  const table = comparison('statements /s', 16);
  for (const { name, method = name, n, perIteration, expect } of workloads) {
    if (only && only !== name) continue;
    const result = call(method, n);
    if (result !== expect) throw new Error(`${name} answers ${String(result)}, the Python engine ${expect}.`);
    const { statements_per_s: theirs } = python ? python(name) : figures[name];
    table.row(name, (n * perIteration * 1e6) / measure(() => call(method, n), seconds), theirs, AIM);
  }
  table.end();
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
