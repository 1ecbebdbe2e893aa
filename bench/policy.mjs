// npm run bench -- policy: decomposing and checking an environment of 10,000 objects and 50,000 relationships, checking it
// again after one property changed, and trying rules on 1,000 environments; medians beside their aims.
import { say } from '../scripts/setup.mjs';
import { bundled } from './bundled.mjs';

const TURNS = 7;
const ENVIRONMENTS = 1000;

export async function main() {
  const { check, largeModel, sizeOf } = await bundled('policy');
  const model = largeModel();
  const { objects, relationships } = sizeOf(model);
  say(`${objects.toLocaleString('en')} objects, ${relationships.toLocaleString('en')} relationships`);
  const full = await median(() => check(model));
  const changed = largeModel('m500x3');
  if ((await check(changed)) === (await check(model))) throw new Error('The changed machine was not found.');
  const again = await median(() => check(changed));
  const small = largeModel(null, 5);
  const begun = performance.now();
  for (let turn = 0; turn < ENVIRONMENTS; turn += 1) await check(small);
  const many = performance.now() - begun;
  row('full check', `${full.toFixed(0)} ms`, '< 1,000 ms', full < 1000);
  row('after one change', `${again.toFixed(0)} ms (${(full / again).toFixed(1)}×)`, '20× less', full / again >= 20);
  say(`${'1,000 environments'.padEnd(20)}${many.toFixed(0)} ms, of ${sizeOf(small).objects} objects each`);
}

function row(name, figure, aim, isMet) {
  say(`${name.padEnd(20)}${figure.padStart(18)}   aim ${aim}${isMet ? '' : ' missed'}`);
}

async function median(work) {
  const times = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b)[Math.floor(TURNS / 2)];
}
