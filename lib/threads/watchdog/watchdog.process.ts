import { startWatchdog } from './watchdog';

/** A process under a watchdog, whose loop stands still or goes on: `watchdog.test.ts` starts it. */
const [work = '', limitMs = ''] = process.argv.slice(2);
/** How long one piece of work takes, in milliseconds, and how many make more than the limit. */
const SLICE_MS = 100;
const SLICES = 25;

function compute(forMs: number): void {
  const until = performance.now() + forMs;
  while (performance.now() < until);
}

function standStill(): void {
  for (;;) compute(SLICE_MS);
}

function standForAWhile(): void {
  compute(SLICES * SLICE_MS);
  process.stdout.write('done\n');
}

function goOn(slices: number): void {
  compute(SLICE_MS);
  if (slices > 1) setImmediate(goOn, slices - 1);
  else process.stdout.write('done\n');
}

const WORK: Partial<Record<string, () => void>> = {
  'stands still': standStill,
  'stands for a while': standForAWhile,
  'goes on': () => goOn(SLICES),
};
startWatchdog(Number(limitMs), (error) => {
  throw error;
});
// The thread is there before the loop stands still, as it is in a server.
setTimeout(() => WORK[work]?.(), Number(limitMs));
