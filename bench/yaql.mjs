// npm run bench -- yaql [--python] [--seconds N]: how fast expressions are read and run, beside the Python engine that
// the language comes from. Its figures were recorded once; --python takes them anew, in the same run.
import { isDeepStrictEqual } from 'node:util';
import { comparison, languageBench, pythonSide } from './language.mjs';

const SCALAR = new Set(['arith', 'string', 'switch']);
const AIM = { parse: 10, scalar: 50, collection: 100 };
const { here, read, recorded, prepare: prepared } = languageBench('yaql');

export async function main(args) {
  const seconds = Number(args[args.indexOf('--seconds') + 1]) || 1;
  const prepare = await prepared();
  const data = read('data.json');
  const figures = recorded();
  const python = args.includes('--python') && pythonSide(here, 'yaql', [String(seconds)]);
  const table = comparison('ours /s', 14);
  for (const workload of read('expressions.json').expressions) {
    const run = prepare(workload, data);
    if (!workload.parse && !isDeepStrictEqual(run(), workload.expect)) {
      throw new Error(`${workload.name} answers something else than the Python engine.`);
    }
    const aim = workload.parse ? AIM.parse : SCALAR.has(workload.name) ? AIM.scalar : AIM.collection;
    const { us } = python ? python(workload.name) : figures[workload.name];
    table.row(workload.name, 1e6 / measure(run, seconds), 1e6 / us, aim);
  }
  table.end();
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
