import { getEventListeners } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReplyStore } from '@/lib/db/reply-store';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';
import type { Signals } from '@/lib/ports/conductor';
import { createReplyCorrelator } from './reply-correlator';
import { createRunControl } from './run-control';

const RUN = 'd'.repeat(32);
const PLANS = Array.from({ length: 30 }, (_, index) => `plan-${index}`);
const answer = { IsException: false, Result: [] };
/** one process: nobody else signals */
const alone: Signals = { send: async () => undefined, on: () => () => undefined, onReconnected: () => () => undefined };
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Thirty plans whose answers are waited for, with how many of the waits listen for a cancel. */
async function thirtyWaits() {
  const warnings: string[] = [];
  const note = ({ name }: Error) => warnings.push(name);
  process.on('warning', note);
  const control = createRunControl(RUN);
  const store = createReplyStore(database.db);
  const correlator = createReplyCorrelator(store, alone, () => new Date());
  const deadline = new Date(Date.now() + 3_600_000);
  const waits = PLANS.map(async (id) => {
    const waiter = correlator.listen(id);
    await store.expect(id, RUN);
    return waiter.wait(deadline, control.cancelSignal, false).finally(waiter.close);
  });
  const listeners = () => getEventListeners(control.cancelSignal, 'abort').length;
  await expect.poll(listeners).toBe(PLANS.length);
  const end = async () => {
    const ends = await Promise.all(waits);
    correlator.close();
    await store.forget(RUN);
    // Warnings are emitted after the turn in which they come up.
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', note);
    return { ends, warnings };
  };
  return { control, correlator, listeners, end };
}

describe('a run with many effects under way', () => {
  it('leaves no listener behind when they end, and the process is not warned', async () => {
    const { correlator, listeners, end } = await thirtyWaits();
    await Promise.all(PLANS.map((planId) => correlator.deliver({ planId, result: answer })));
    expect(await end()).toEqual({ ends: PLANS.map(() => answer), warnings: [] });
    expect(listeners()).toBe(0);
  });

  it('leaves none when it is cancelled', async () => {
    const { control, listeners, end } = await thirtyWaits();
    control.cancel();
    expect(await end()).toEqual({ ends: PLANS.map(() => 'aborted'), warnings: [] });
    expect(listeners()).toBe(0);
  });
});
