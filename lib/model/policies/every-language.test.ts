import { describe, expect, it } from 'vitest';
import { inEveryLanguage, inLanguage } from './every-language';

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
    const value = { sentence: `"farm"${FEW}3` };
    expect(JSON.parse(inLanguage(JSON.stringify(value), 'en'))).toEqual({
      sentence: '"farm" has "too" few machines; the least are 3',
    });
  });

  it('leave what was stored without them as it is', () => {
    expect(inLanguage('farm hat zu wenige Maschinen', 'en')).toBe('farm hat zu wenige Maschinen');
    expect(inEveryLanguage({ en: 'Status', de: 'Status' })).toBe('Status');
  });
});
