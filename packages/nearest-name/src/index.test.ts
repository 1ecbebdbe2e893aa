import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { editDistance, nearestName } from './index';

describe('the name that was probably meant', () => {
  test.each([
    ['Flavor', ['image', 'flavor'], 'flavor', 'the same but for case'],
    ['flavour', ['image', 'flavor', 'network'], 'flavor', 'one letter too many'],
    ['falvor', ['flavour', 'flavor'], 'flavor', 'two letters swapped'],
    ['net', ['nest', 'network'], 'nest', 'of two equally near, the first'],
    ['net', ['image', 'network'], 'network', 'the beginning of a name'],
    ['networks-of-all', ['image', 'networks'], 'networks', 'a name with more after it'],
    ['abcde', ['abcxy'], 'abcxy', 'two of five letters differ'],
    ['abcde', ['abxyz'], null, 'three of five letters differ'],
    ['abcd', ['xbcde'], 'xbcde', 'two fifths of the longer one'],
    ['ne', ['network'], 'network', 'two letters abbreviate'],
    ['n', ['network'], null, 'one letter abbreviates nothing'],
    ['n', ['m'], 'm', 'one letter may be another'],
    ['flavor', [], null, 'no names'],
    ['a'.repeat(100), ['a'.repeat(99)], 'a'.repeat(99), 'the longest name that is compared'],
    ['a'.repeat(101), ['a'.repeat(101)], null, 'a name longer than anybody mistypes'],
  ])('is for %s among %j: %s (%s, %s)', (written, names, meant, _reason) => {
    expect(nearestName(written, names)).toBe(meant);
  });
});

describe('the letters between two texts', () => {
  const texts = fc.string({ maxLength: 6, unit: fc.constantFrom('a', 'b', 'c') });

  test.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['kitten', 'sitting', 3],
    ['ab', 'ba', 1],
    ['ca', 'abc', 3],
    ['abcd', 'badc', 2],
  ])('from %s to %s: %i', (one, other, distance) => {
    expect(editDistance(one, other)).toBe(distance);
  });

  it('are as many from either side', () => {
    fc.assert(fc.property(texts, texts, (one, other) => editDistance(one, other) === editDistance(other, one)));
  });

  it('are as many as the definition counts, which tries every change', () => {
    fc.assert(fc.property(texts, texts, (one, other) => editDistance(one, other) === distanceByDefinition(one, other)));
  });
});

/** Optimal string alignment as it is defined: by recursion over the ends of both texts. */
function distanceByDefinition(one: string, other: string): number {
  if (one === '' || other === '') return one.length + other.length;
  const [a, b] = [one.slice(0, -1), other.slice(0, -1)];
  const choices = [
    distanceByDefinition(a, other) + 1,
    distanceByDefinition(one, b) + 1,
    distanceByDefinition(a, b) + (one.at(-1) === other.at(-1) ? 0 : 1),
  ];
  if (one.length > 1 && other.length > 1 && one.at(-1) === other.at(-2) && one.at(-2) === other.at(-1))
    choices.push(distanceByDefinition(one.slice(0, -2), other.slice(0, -2)) + 1);
  return Math.min(...choices);
}
