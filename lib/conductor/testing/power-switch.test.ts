import { describe, expect, it } from 'vitest';
import { createPowerSwitch } from './power-switch';

const settled = async (work: Promise<unknown>) =>
  Promise.race([
    work.then(() => 'came back'),
    new Promise((resolve) => setTimeout(() => resolve('never came back'), 20)),
  ]);

describe('a process whose power is cut', () => {
  it('does nothing any more', async () => {
    const done: string[] = [];
    const { wired, cut } = createPowerSwitch();
    const part = wired({
      write: async (text: string) => void done.push(text),
      inner: { write: () => done.push('inner') },
    });
    await part.write('before');
    part.inner.write();
    cut();
    expect(await settled(part.write('after'))).toBe('never came back');
    part.inner.write();
    expect(done).toEqual(['before', 'inner']);
  });

  it('hears of nothing any more, also of what was under way', async () => {
    let answer: () => void = () => undefined;
    let failure: (error: Error) => void = () => undefined;
    const { wired, cut } = createPowerSwitch();
    const part = wired({
      answers: () => new Promise<void>((resolve) => (answer = resolve)),
      fails: () => new Promise<void>((_, reject) => (failure = reject)),
    });
    const underWay = [part.answers(), part.fails()];
    cut();
    answer();
    failure(new Error('too late'));
    expect(await Promise.all(underWay.map(settled))).toEqual(['never came back', 'never came back']);
  });

  it('is not called back, and what it was called for before is not answered', async () => {
    const calls: string[] = [];
    let handler: (text: string) => Promise<void> = async () => undefined;
    const { wired, cut } = createPowerSwitch();
    const part = wired({
      on: (handle: typeof handler) => {
        handler = handle;
        return () => calls.push('unsubscribed');
      },
    });
    let proceed: () => void = () => undefined;
    const off = part.on(async (text) => {
      calls.push(text);
      await new Promise<void>((resolve) => (proceed = resolve));
    });
    const first = handler('first');
    cut();
    proceed();
    expect(await settled(first)).toBe('never came back');
    expect(await settled(handler('second'))).toBe('never came back');
    off();
    expect(calls).toEqual(['first']);
  });
});
