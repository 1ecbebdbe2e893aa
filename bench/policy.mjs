// npm run bench -- policy: decomposing and checking an environment of 10,000 objects and 50,000 relationships, checking it
// again after one property changed, and trying rules on 1,000 environments; medians beside their aims.
import { say } from '../scripts/setup.mjs';
import { bundled } from './bundled.mjs';

const TURNS = 7;
const ENVIRONMENTS = 1000;

export async function main() {
  const { check, Checked, largeModel, sizeOf } = await bundled('policy');
  const model = largeModel();
  const { objects, relationships } = sizeOf(model);
  say(`${objects.toLocaleString('en')} objects, ${relationships.toLocaleString('en')} relationships`);
  say(`${' '.repeat(20)}${'processor'.padStart(10)}${'clock'.padStart(12)}`);
  const full = await median(() => check(model));
  const changed = largeModel('m500x3');
  if ((await check(changed)) === (await check(model))) throw new Error('The changed machine was not found.');
  const kept = new Checked();
  await kept.check(model);
  const models = [changed, largeModel()];
  let turn = 0;
  const again = await median(() => kept.check(models[turn++ % 2]), 4 * TURNS);
  const small = largeModel(null, 5);
  const many = await median(async () => {
    for (let one = 0; one < ENVIRONMENTS; one += 1) await check(small);
  }, 1);
  row('full check', full, '< 1,000 ms', full.cpu < 1000);
  row('after one change', again, `20× less: ${(full.cpu / again.cpu).toFixed(1)}×`, full.cpu / again.cpu >= 20);
  row('1,000 environments', many, `none, ${sizeOf(small).objects} objects each`, true);
}

function row(name, { cpu, wall }, aim, isMet) {
  say(
    `${name.padEnd(20)}${`${cpu.toFixed(0)} ms`.padStart(10)}${`${wall.toFixed(0)} ms`.padStart(12)}   aim ${aim}${isMet ? '' : ' missed'}`,
  );
}

/** Medians in milliseconds: of the processor's time, which other work on the machine changes little, and of the clock's. */
async function median(work, turns = TURNS) {
  const times = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const [begun, used] = [performance.now(), process.cpuUsage()];
    await work();
    const { user, system } = process.cpuUsage(used);
    times.push({ wall: performance.now() - begun, cpu: (user + system) / 1000 });
  }
  const middle = (key) => times.map((one) => one[key]).sort((a, b) => a - b)[Math.floor(turns / 2)];
  return { cpu: middle('cpu'), wall: middle('wall') };
}
