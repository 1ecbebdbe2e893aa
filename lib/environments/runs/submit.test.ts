import { afterEach, expect, it, vi } from 'vitest';
import { createKnownSecrets, createLog } from '@/lib/logging';
import { submitRun } from './submit';

/** The nudge after a run was queued: whoever queued it is answered, whatever becomes of the nudge. */

const log = createLog({ level: 'silent', secrets: createKnownSecrets() });
afterEach(() => void vi.useRealTimers());

it('is waited for where the conductor hears of it soon', async () => {
  let notified = false;
  const submit = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    notified = true;
  };
  await submitRun({ conductor: { submit }, log }, 'run');
  expect(notified).toBe(true);
});

it('may fail: the conductor finds the run by itself', async () => {
  await expect(
    submitRun({ conductor: { submit: () => Promise.reject(new Error('the database went away')) }, log }, 'run'),
  ).resolves.toBeUndefined();
});

it('is not waited for longer than two seconds', async () => {
  vi.useFakeTimers();
  const answered = vi.fn();
  void submitRun({ conductor: { submit: () => new Promise(() => {}) }, log }, 'run').then(answered);
  await vi.advanceTimersByTimeAsync(1_900);
  expect(answered).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(answered).toHaveBeenCalled();
});
