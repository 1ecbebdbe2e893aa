import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue';

/** Work that goes on until it is let go, and in which order it began. */
function works() {
  const begun: string[] = [];
  const endings: (() => void)[] = [];
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((end) => endings.push(end));
  };
  const endFirst = async () => {
    endings.shift()?.();
    await new Promise(setImmediate);
  };
  return { begun, work, endFirst };
}

test('who waits comes in turn with the others, however much one of them waits for', async () => {
  const { begun, work, endFirst } = works();
  const queue = createFairQueue({ maxRunning: 1 });
  const all = ['a1', 'a2', 'a3', 'b1', 'b2'].map((name) => queue.run(name.charAt(0), work(name)));
  await endFirst();
  for (let count = 0; count < all.length; count++) await endFirst();
  await Promise.all(all);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
});

test('an owner with as much as it may have is refused until something of it is over; others are not', async () => {
  const { begun, work, endFirst } = works();
  const queue = createFairQueue({ maxRunning: 1, maxOfOwner: 2 });
  const first = queue.run('a', work('a1'));
  const second = queue.run('a', work('a2'));
  await expect(queue.run('a', work('a3'))).rejects.toMatchObject({
    ...{ kind: 'limit_exceeded', code: 'too_many_questions', retryAfterSeconds: 5 },
  });
  const other = queue.run('b', work('b1'));
  await new Promise(setImmediate);
  await endFirst();
  await first;
  const third = queue.run('a', work('a4'));
  for (let count = 0; count < 4; count++) await endFirst();
  await Promise.all([second, other, third]);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a4']);
});

test('work that fails gives its place back', async () => {
  const queue = createFairQueue({ maxRunning: 1, maxOfOwner: 1 });
  await expect(queue.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await queue.run('a', async () => 1)).toBe(1);
});

test('an owner that has as many places as it may waits, while others get the free ones', async () => {
  const { begun, work, endFirst } = works();
  const queue = createFairQueue({ maxRunning: 3, maxRunningOfOwner: 2 });
  const all = ['a1', 'a2', 'a3', 'b1'].map((name) => queue.run(name.charAt(0), work(name)));
  await new Promise(setImmediate);
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  for (let count = 0; count < all.length; count++) await endFirst();
  await Promise.all(all);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('a place that is given back twice is one place', async () => {
  const queue = createFairQueue({ maxRunning: 1 });
  const leave = await queue.enter('a');
  leave();
  leave();
  await queue.enter('a');
  let isIn = false;
  void queue.enter('b').then(() => {
    isIn = true;
  });
  await new Promise(setImmediate);
  expect(isIn).toBe(false);
});
