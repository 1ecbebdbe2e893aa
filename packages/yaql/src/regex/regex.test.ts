import { describe, expect, it } from 'vitest';
import { evaluate, failure } from '../testing/evaluate';

describe('Patterns are those of Python', () => {
  it.each<[string, unknown]>([
    // A round that takes nothing counts once, and its group has matched the empty text.
    ['regex("(a*)*").search("", [$.value, $2.start])', ['', 0]],
    ['regex("(|a)+").searchAll("ab", $.value)', ['', 'a', '', '']],
    ['regex("a.", true) = regex("a.", ignoreCase => true)', true],
    ['regex("a.") = regex("a.", true)', false],
    ['[1, 2].distinct(regex("a"))', [1]],
    ["str(regex(`(?i)a'`, dotAll => true))", 're.compile("(?i)a\'", re.IGNORECASE|re.DOTALL)'],
    ["'a–b'.split(regex(`\\N{EN DASH}`))", ['a', 'b']],
    ["'abc'.replace(regex('b'), `\\100`)", 'a@c'],
    ["'abc'.replaceBy(regex('b'), null)", 'ac'],
    ["'é' =~ `(?a)\\w`", false],
  ])('%s', (expression, expected) => {
    expect(evaluate(expression)).toEqual(expected);
  });
  it.each([
    ['regex("(?a)a")', 'ValueError'],
    ['"a" =~ "(?L)a"', 'error'],
    ["'a'.replace(regex('a'), `\\g<name>`)", 'IndexError'],
    ["'a'.replace(regex('a'), `\\400`)", 'error'],
    ["'a'.replace(regex('a'), b, 10000000000000000000)", 'OverflowError'],
  ])('%s fails with %s', (expression, kind) => {
    expect(failure(expression).kind).toBe(kind);
  });
});
