import { describe, expect, it } from 'vitest';
import { inEveryLanguage, inLanguage, isInEveryLanguage, jsonInLanguage } from './every-language';

const FEW = inEveryLanguage({
  en: ' has "too" few machines; the least are ',
  de: ' hat zu wenige; mindestens sind es ',
});

describe('words in every language', () => {
  it('are read in one, wherever they stand in a sentence', () => {
    const sentence = `farm${FEW}3. ${inEveryLanguage({ en: 'Add one.', de: 'Eine hinzufügen.' })}`;
    expect(inLanguage(sentence, 'en')).toBe('farm has "too" few machines; the least are 3. Add one.');
    expect(inLanguage(sentence, 'de')).toBe('farm hat zu wenige; mindestens sind es 3. Eine hinzufügen.');
  });

  it('are read in JSON as in the value that it stands for', () => {
    const value = { sentence: `"farm"${FEW}3`, nested: JSON.stringify({ sentence: FEW }) };
    expect(JSON.parse(jsonInLanguage(JSON.stringify(value), 'en'))).toEqual({
      sentence: '"farm" has "too" few machines; the least are 3',
      nested: JSON.stringify({ sentence: ' has "too" few machines; the least are ' }),
    });
  });

  it('end with the text that they are in, so that nobody breaks JSON by parts of them', () => {
    const value = { a: 'x\uE000', b: 'y\uE001', c: 'z\uE002', d: '\\\uE000' };
    expect(JSON.parse(jsonInLanguage(JSON.stringify(value), 'de'))).toEqual(value);
  });

  it('are known from a text that holds parts of them alone', () => {
    expect([FEW, `a${FEW}b`].map(isInEveryLanguage)).toEqual([true, true]);
    expect(['\uE000a', 'a\uE001b\uE002', 'words'].map(isInEveryLanguage)).toEqual([false, false, false]);
  });

  it('leave what was stored without them as it is', () => {
    expect(inLanguage('farm hat zu wenige Maschinen', 'en')).toBe('farm hat zu wenige Maschinen');
    expect(inEveryLanguage({ en: 'Status', de: 'Status' })).toBe('Status');
  });
});
