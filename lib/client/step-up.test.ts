import { describe, expect, it } from 'vitest';
import { askForProofBy, proveAgain } from './step-up';

describe('a newer proof of who somebody is', () => {
  it('is asked for once for all that needs it at one moment, and anew afterwards', async () => {
    const answers: ((isProven: boolean) => void)[] = [];
    const end = askForProofBy(() => new Promise((resolve) => answers.push(resolve)));
    const both = Promise.all([proveAgain(), proveAgain()]);
    await expect.poll(() => answers.length).toBe(1);
    answers[0]?.(true);
    expect(await both).toEqual([true, true]);
    const next = proveAgain();
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.(false);
    expect(await next).toBe(false);
    end();
  });

  it('waits until there is who asks', async () => {
    const early = proveAgain();
    const end = askForProofBy(async () => true);
    expect(await early).toBe(true);
    end();
  });
});
