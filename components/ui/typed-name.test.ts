import { expect, it } from 'vitest';
import { isTyped } from './typed-name';

it('a name is typed as it is read, and nothing else is taken for it', () => {
  expect(isTyped('Shop north', 'Shop  north')).toBe(true);
  expect(isTyped(' Shop north ', 'Shop\u00a0north')).toBe(true);
  expect(isTyped('Cafe\u0301', 'Caf\u00e9')).toBe(true);
  expect(isTyped('shop north', 'Shop north')).toBe(false);
  expect(isTyped('Shop', 'Shop north')).toBe(false);
  expect(isTyped('', 'Shop')).toBe(false);
});
