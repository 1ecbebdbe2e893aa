import { expect, it } from 'vitest';
import { freePort } from '@/lib/testing/free-port';
import { wordsOf } from './words';

it('a server that cannot be reached is told with the reason', async () => {
  const port = await freePort();
  for (const host of ['127.0.0.1', 'localhost']) {
    const error = await fetch(`http://${host}:${port}/`).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(wordsOf(error)).toMatch(/^fetch failed: .*ECONNREFUSED/);
  }
  expect(wordsOf(new Error('The code is used.'))).toBe('The code is used.');
  expect(wordsOf('gone')).toBe('gone');
});
