import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { randomStringProblems, randomText } from './random-string';

it.each([
  [{}, /^[A-Za-z0-9]{32}$/],
  [{ length: 8, sequence: 'hexdigits' }, /^[0-9A-F]{8}$/],
  [{ length: 5, character_classes: [{ class: 'digits' }] }, /^\d{5}$/],
  [{ length: 4, character_sequences: [{ sequence: '!#' }] }, /^[!#]{4}$/],
])('a random text of %j', (properties, shape) => {
  expect(randomStringProblems('r', properties)).toEqual([]);
  for (let time = 0; time < 20; time += 1) expect(randomText(properties, randomInt)).toMatch(shape);
});

it('has so many characters of each class as it must', () => {
  const properties = {
    length: 6,
    character_classes: [
      { class: 'uppercase', min: 2 },
      { class: 'digits', min: 3 },
    ],
    character_sequences: [{ sequence: '!', min: 1 }],
  };
  for (let time = 0; time < 50; time += 1) {
    const text = randomText(properties, randomInt);
    expect([/[A-Z]/g, /\d/g, /!/g].map((kind) => text.match(kind)?.length)).toEqual([2, 3, 1]);
  }
});

it.each([
  [{ length: 0 }, 'out of range'],
  [{ length: 513 }, 'out of range'],
  [{ character_classes: [{ class: 'vowels' }] }, 'needs a class of'],
  [{ length: 2, character_classes: [{ class: 'digits', min: 3 }] }, 'cannot be smaller'],
])('%j is refused', (properties, words) => {
  expect(randomStringProblems('r', properties).join()).toContain(words);
});
