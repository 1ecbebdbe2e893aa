import { describe, expect, it } from 'vitest';
import { modificationSentence } from './modification-sentence';

const names = new Map([['a'.repeat(32), 'web']]);
const sentenceOf = (text: string) => modificationSentence(text, (id) => names.get(id) ?? id);

describe('a change that rules ask for', () => {
  it('is a sentence with the names of what it changes', () => {
    expect(sentenceOf(`set-property: {object_id: ${'a'.repeat(32)}, prop_name: flavor, value: m1.small}`)).toBe(
      'Sets flavor of web to m1.small.',
    );
    expect(sentenceOf(`remove-object: {object_id: ${'a'.repeat(32)}}`)).toBe('Removes web.');
  });

  it('is told as it is written where nothing can be read of it, and where it is too long to be read', () => {
    for (const text of [
      'set-property: [',
      'shrink: {object_id: x}',
      `remove-object: {object_id: ${'x'.repeat(20_000)}}`,
    ])
      expect(sentenceOf(text)).toBe(text);
  });
});
