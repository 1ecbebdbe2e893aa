import { describe, expect, it } from 'vitest';
import { writeError } from '../execution/thrown';
import { TestProgram } from '../testing/program';

const CLASSES = `
Namespaces: {=: shop, std: io.murano}
Name: T
Methods:
  order:
    Body:
      - $count: 3
      - $.check($count)
  check:
    Arguments:
      - count: {Contract: $.int()}
    Body:
      - If: $count > 2
        Then:
          - $.refuse($count)
  refuse:
    Arguments:
      - count: {Contract: $.int()}
    Body:
      - Throw: TooMany
        Message: format('{0} are too many', $count)
  wrongArgument:
    Body:
      - $.check(three)
  unknownClass:
    Body:
      - new(Basket)
  badExpression:
    Body:
      - $items: [1, 2]
      - $sum: $items.select($ + 'x').sum()
  chained:
    Body:
      - Try:
          - $.order()
        Catch:
          As: first
          Do:
            - Throw: GaveUp
              Message: not today
              Cause: $first
  told:
    Body:
      - Try:
          - $.order()
        Catch:
          As: e
          Do:
            - Return: $e.toString()
`;

const program = () => new TestProgram(CLASSES).load({ Objects: { '?': { id: 'root', type: 'shop.T' } } });
const text = (method: string) => writeError(program().failure(method));

const THREE_DEEP = [
  'shop.TooMany: 3 are too many',
  'Traceback (most recent call last):',
  '  File "classes.yaml", line 8:9 in method order of type shop.T',
  '      $.check($count)',
  '  File "classes.yaml", line 15:13 in method check of type shop.T',
  '      $.refuse($count)',
  '  File "classes.yaml", line 20:9 in method refuse of type shop.T',
  '      Throw: TooMany',
];

describe('What an error says', () => {
  it('is where it was thrown, and the calls that led there', () => {
    expect(text('order').split('\n')).toEqual(THREE_DEEP);
  });

  it('is the same for the program that catches it', () => {
    const textLines = String(program().call('told')).split('\n');
    expect(textLines[0]).toBe(THREE_DEEP[0]);
    expect(textLines.slice(-4)).toEqual(THREE_DEEP.slice(-4));
  });

  it('names class, method and argument of a contract that is not met', () => {
    expect(text('wrongArgument')).toBe(
      `murano.dsl.exceptions.ContractViolationException: [shop.T::check(count)] Value 'three' violates int() contract
Traceback (most recent call last):
  File "classes.yaml", line 24:9 in method wrongArgument of type shop.T
      $.check(three)`,
    );
  });

  it('names a class that is not there, and where it was looked for', () => {
    expect(text('unknownClass')).toBe(
      `murano.dsl.exceptions.NoClassFound: Class "shop.Basket" is not found in t/0.0.0, io.murano/0.0.0
Traceback (most recent call last):
  File "classes.yaml", line 27:9 in method unknownClass of type shop.T
      new(Basket)`,
    );
  });

  it('says what is wrong with an expression that fails', () => {
    expect(text('badExpression')).toBe(
      `yaql.language.exceptions.NoMatchingFunctionException: The operator '+' cannot be used with these arguments (int, string).
Traceback (most recent call last):
  File "classes.yaml", line 31:9 in method badExpression of type shop.T
      $sum: $items.select($ + 'x').sum()`,
    );
  });

  it('tells the cause after the error', () => {
    const lines = text('chained').split('\n');
    expect(lines[0]).toBe('shop.GaveUp: not today');
    expect(lines).toContain('Caused by shop.TooMany: 3 are too many');
  });
});
