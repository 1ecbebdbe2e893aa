import { expect, test } from 'vitest';
import { renameIds } from './rename-ids';

const OLD = 'a0123456789012345678901234567890'.slice(0, 32);
const NEW = 'f'.repeat(32);
const ids = new Map([[OLD, NEW]]);

test('ids are renamed wherever they stand, and nothing else is', () => {
  const at = new Date();
  expect(
    renameIds({ [OLD]: [`e${OLD}-${OLD}-x`, OLD.slice(1)], other: 'b'.repeat(40), at, count: 3n, none: null }, ids),
  ).toEqual({ [NEW]: [`e${NEW}-${NEW}-x`, OLD.slice(1)], other: 'b'.repeat(40), at, count: 3n, none: null });
});
