import { describe, expect, it } from 'vitest';
import type { Json } from '@/lib/model/json';
import { inputProperties } from './input-properties';
import type { WrittenInput } from './schema';

const problems = (type: WrittenInput['type'], constraints: WrittenInput['constraints'], usual?: Json) => {
  const found: string[] = [];
  const input: WrittenInput = { type, constraints, description: '', ...(usual !== undefined && { default: usual }) };
  inputProperties({ size: input }, [], (path, code) => found.push(`${path.join('.')} ${code}`));
  return found;
};

describe('an input', () => {
  it.each<[WrittenInput['type'], WrittenInput['constraints'], Json]>([
    ['integer', [{ in_range: [1, 9] }], 100],
    ['integer', [{ greater_or_equal: 5 }], 4],
    ['string', [{ min_length: 3 }], 'ab'],
    ['string', [{ max_length: 3 }], 'abcd'],
    ['string', [{ pattern: '[0-9]+' }], 'abc'],
    ['string', [{ valid_values: ['a'] }], 'b'],
    ['integer', [], '5'],
  ])('of type %s does not begin with what it would refuse', (type, constraints, usual) => {
    expect(problems(type, constraints, usual)).toEqual(['inputs.size.default wrong_default']);
  });

  it('may repeat what repeats in its pattern, which its default has to fit', () => {
    expect(problems('string', [{ pattern: '(a+)+b' }], `${'a'.repeat(40)}!`)).toEqual([
      'inputs.size.default wrong_default',
    ]);
    expect(problems('string', [{ pattern: '(a+)+b' }], 'aab')).toEqual([]);
  });

  it.each(['(?=a)a', String.raw`(a)\1`, '('])('has a pattern that can be searched for: not %s', (pattern) => {
    expect(problems('string', [{ pattern }])).toEqual(['inputs.size.constraints.0.pattern bad_pattern']);
  });

  it('has bounds that something is between', () => {
    expect(problems('integer', [{ in_range: [9, 1] }])).toEqual(['inputs.size.constraints bad_bounds']);
    expect(problems('string', [{ min_length: 9 }, { max_length: 3 }])).toEqual(['inputs.size.constraints bad_bounds']);
    expect(problems('integer', [{ in_range: [1, 9] }], 9)).toEqual([]);
    expect(problems('string', [{ pattern: '[0-9]+' }, { max_length: 3 }], '123')).toEqual([]);
  });
});
