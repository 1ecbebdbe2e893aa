import { describe, expect, it } from 'vitest';
import { TestProgram } from '../testing/program';

const CLASSES = `
Name: T
Methods:
  there: {Body: [Return: 1]}
  inside: {Body: [Return: $.gone()]}
`;

describe('a call from outside', () => {
  const program = () => new TestProgram(CLASSES).load();

  it('of a method that is not there says so as Murano does, and code inside as YAQL does', () => {
    expect(program().call('there')).toBe(1);
    expect(() => program().call('gone')).toThrow(
      expect.objectContaining({ kind: 'NoMethodFound', message: 'Method "gone" is not found' }),
    );
    expect(() => program().call('inside')).toThrow(expect.objectContaining({ kind: 'NoMethodRegisteredException' }));
  });
});
