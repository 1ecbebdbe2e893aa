import { describe, expect, it } from 'vitest';
import { parametersOf, typedParameters } from './parameter-values';

const row = (name: string, value: string) => ({ key: name, name, value });

describe('the values that a policy is used with', () => {
  it('are numbers, yes or no, texts and lists of them', () => {
    expect(parametersOf([row('most', '4'), row('strict', 'true'), row('zone', 'a b'), row('names', 'x, 2,')])).toEqual({
      most: 4,
      strict: true,
      zone: 'a b',
      names: ['x', 2],
    });
  });

  it('come back as they were typed', () => {
    const parameters = { most: 4, names: ['x', 'y'] };
    expect(parametersOf(typedParameters(parameters))).toEqual(parameters);
  });

  it('are none without a name', () => {
    expect(parametersOf([row(' ', '4')])).toEqual({});
  });
});
