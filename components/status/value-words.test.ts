import { createFormatter, createTranslator } from 'next-intl';
import { describe, expect, it } from 'vitest';
import { PropertySchema } from '@/lib/model/service-type';
import german from '@/messages/de';
import english from '@/messages/en';
import { valueWords } from './value-words';

/** Puts values into words of a language, where the cloud offers one size. */
function wordsIn(locale: 'en' | 'de') {
  const messages = locale === 'en' ? english : (german as typeof english);
  const t = createTranslator({ locale, messages, namespace: 'common.values' });
  const { list } = createFormatter({ locale });
  return valueWords({
    t: (key) => t(key),
    list: (items) => list(items),
    size: (code) => (code === 'm1.small' ? '1 core, 2 GB' : null),
  });
}

describe('a value in words', () => {
  const words = wordsIn('en');

  it('is a list as people write it, in their language, and never a document', () => {
    expect(words(['orders', 'stock'], undefined)).toBe('orders and stock');
    expect(wordsIn('de')(['orders', 'stock', 'hr'], undefined)).toBe('orders, stock und hr');
    expect(words([{ name: 'hr', size: 2 }, { name: 'crm' }], undefined)).toBe('(name: hr, size: 2) and (name: crm)');
    for (const value of [[], {}, null, true, ['a', ['b']]]) expect(words(value, undefined)).not.toMatch(/[[{"\]}]/);
  });

  it('is a size by what it has, and by its code only where nobody offers it', () => {
    const flavor = PropertySchema.parse({ name: 'flavor', kind: 'flavor', label: 'Machine size' });
    expect(words('m1.small', flavor)).toBe('1 core, 2 GB');
    expect(words('m1.gone', flavor)).toBe('m1.gone');
  });
});
