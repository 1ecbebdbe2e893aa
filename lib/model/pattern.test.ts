import { describe, expect, it } from 'vitest';
import { type ActionArgument, argumentProblems } from './action-arguments';
import { fitsPattern, fitsWholePattern, patternProblem } from './pattern';
import { property } from './property';
import { checkProperty } from './property-rules';

/** A text that an engine which goes back in it would need longer for than anybody waits. */
const SLOW = `${'a'.repeat(60)}!`;

const argument = (regex: string): ActionArgument => ({
  ...{ name: 'code', label: 'Code', help: '', kind: 'text', required: true, choices: [], default: null },
  pattern: { regex, sentence: 'This is no code.' },
});
const ofAction = (regex: string, code: string) => argumentProblems([argument(regex)], { code }).map((one) => one.code);
const ofProperty = (expression: string, value: string) => {
  const asked = property({
    name: 'host',
    kind: 'string',
    label: 'Host',
    pattern: { expression, sentence: 'No host.' },
  });
  return checkProperty(value, asked, 'host', { owner: {}, unitCount: 1, accounts: [] }).map(({ code }) => code);
};

describe('A pattern of a package', () => {
  it('is for the whole text of an argument, and for something in the text of a property', () => {
    expect(ofAction('[a-z]+', 'abc')).toEqual([]);
    expect(ofAction('[a-z]+|[0-9]', 'abc1')).toEqual(['wrong_form']);
    expect(ofProperty('[a-z]+', 'abc1')).toEqual([]);
    expect(ofProperty('^[a-z]+$', 'abc1')).toEqual(['no_match']);
  });

  it('is searched for however it repeats, and refuses what does not fit', () => {
    expect(ofProperty(String.raw`^(\w+\.)+\w+$`, 'web.example.com')).toEqual([]);
    expect(ofProperty(String.raw`^(\w+\.)+\w+$`, `${'web.'.repeat(20)}!`)).toEqual(['no_match']);
    expect(ofAction('(a+)+', SLOW)).toEqual(['wrong_form']);
    expect(ofAction('(a|a?)+', SLOW.slice(0, 60))).toEqual([]);
  });

  it('is read as Python and JavaScript write it', () => {
    expect(fitsWholePattern(String.raw`(?P<year>\d{4})-(?:[\w.-]+)\Z`, '2026-a.b')).toBe(true);
    expect(fitsPattern(String.raw`^\u0041\/\u{1F600}$`, 'A/😀')).toBe(true);
    expect(fitsPattern(String.raw`^\\u0041$`, String.raw`\u0041`)).toBe(true);
    expect(fitsPattern('straße', 'STRAßE', 'any')).toBe(true);
  });

  it.each([
    ['looks ahead', '(?=.*[0-9]).+'],
    ['looks ahead for what must not be', '(?!root).+'],
    ['looks behind', '(?<!a)b'],
    ['refers back to a group', String.raw`(a)\1`],
    ['refers back to a group by its name', '(?P<x>a)(?P=x)'],
  ])('is refused when it %s', (_what, expression) => {
    expect(patternProblem(expression)).toMatch(/^A pattern cannot look ahead or behind/);
    // one that an earlier release has let in lets nothing through
    expect(ofAction(expression, 'aab0')).toEqual(['wrong_form']);
  });

  it('is refused when it is none, too long or repeats too much', () => {
    expect(patternProblem('a(')).toBe('This is no regular expression: missing closing ): `a(`.');
    expect(patternProblem('a'.repeat(1_001))).toBe('A pattern may have at most 1000 characters.');
    expect(patternProblem('((a{1,30}){1,30})')).toMatch(/^This pattern repeats too much/);
    expect(patternProblem('[a-z]{1,500}')).toBeNull();
    // labels of Kubernetes, as a published form has them
    const label = String.raw`([a-z0-9]([a-z0-9.]{0,251}[a-z0-9])?\/)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)=[a-z0-9][-\w.]{0,63}`;
    expect(patternProblem(`^(${label})?(,${label})*$`)).toBeNull();
  });

  it('finds nothing in a text that is longer than any field takes', () => {
    expect(fitsPattern('a', 'a'.repeat(1_000))).toBe(true);
    expect(fitsPattern('a', 'a'.repeat(1_001))).toBe(false);
    expect(fitsWholePattern('a*', 'a'.repeat(1_001))).toBe(false);
  });
});
