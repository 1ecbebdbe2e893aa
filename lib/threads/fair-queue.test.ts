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
  const { leave } = await queue.enter('a');
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

test('a place that is offered goes to who waits, and its holder hears of it', async () => {
  const queue = createFairQueue({ maxRunning: 1 });
  const place = await queue.enter('a');
  const lost: string[] = [];
  place.offer(() => lost.push('a'))();
  const waiting = queue.enter('b');
  await new Promise(setImmediate);
  // The offer was taken back in time.
  expect(lost).toEqual([]);
  place.offer(() => lost.push('a'));
  const other = await waiting;
  expect(lost).toEqual(['a']);
  place.leave();
  let isBack = false;
  const back = queue.enter('a').then((again) => {
    isBack = true;
    return again;
  });
  await new Promise(setImmediate);
  expect(isBack).toBe(false);
  other.leave();
  (await back).leave();
});

test('an owner with as many places as it may have gets those that it offers itself, and no others', async () => {
  const queue = createFairQueue({ maxRunning: 2, maxRunningOfOwner: 1 });
  const lost: string[] = [];
  const [a, b] = [await queue.enter('a'), await queue.enter('b')];
  b.offer(() => lost.push('b'));
  const second = queue.enter('a');
  await new Promise(setImmediate);
  expect(lost).toEqual([]);
  a.offer(() => lost.push('a'));
  await second;
  expect(lost).toEqual(['a']);
});

test('what overtakes goes before the other work of its owner', async () => {
  const queue = createFairQueue({ maxRunning: 1 });
  const first = await queue.enter('a');
  const order: string[] = [];
  const enter = async (name: string, overtakes?: boolean) => {
    const place = await queue.enter('a', overtakes);
    order.push(name);
    place.leave();
  };
  const all = [enter('deploy'), enter('deploy too'), enter('stop', true)];
  first.leave();
  await Promise.all(all);
  expect(order).toEqual(['stop', 'deploy', 'deploy too']);
});
