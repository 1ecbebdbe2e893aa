import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { measureLoopLag, refuseWhileLagging } from './loop-lag';

/** Far above what other work on the machine makes of a loop that has nothing to do. */
const STANDS_MS = 3_000;

it('tells how long whoever comes waits, also of a loop that mostly goes on', async () => {
  const lag = measureLoopLag();
  await pause(100);
  const until = performance.now() + STANDS_MS;
  while (performance.now() < until);
  // until the round is measured
  await pause(30);
  // Half of the time that it stood, but for the rounds before and after.
  expect(lag.ms()).toBeGreaterThan(STANDS_MS / 4);
  expect(() => refuseWhileLagging(lag, 250)).toThrow(
    expect.objectContaining({ kind: 'unavailable', code: 'server_busy', retryAfterSeconds: 5 }),
  );
  expect(() => refuseWhileLagging(lag, 0)).not.toThrow();
  await expect.poll(() => lag.ms()).toBeLessThan(STANDS_MS / 4);
  lag.end();
});

it('loses no round that begins just before a new second is measured', async () => {
  const lag = measureLoopLag();
  const begun = performance.now();
  while (performance.now() < begun + 985) await new Promise(setImmediate);
  while (performance.now() < begun + 985 + STANDS_MS / 2);
  await pause(30);
  expect(lag.ms()).toBeGreaterThan(STANDS_MS / 8);
  lag.end();
});

it('lets pass what comes to a loop that is as it should be', () => {
  expect(() => refuseWhileLagging({ ms: () => 250, end: () => undefined }, 250)).not.toThrow();
});
