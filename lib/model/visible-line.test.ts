import { describe, expect, it } from 'vitest';
import { isVisibleLine, nameSchema } from './visible-line';

describe('a name', () => {
  it.each(['Büro Nord & Süd', 'prod-1', '見積', 'שלום', 'می‌خواهم', '👩‍💻', 'e\u0301'])('may be "%s"', (name) => {
    expect(isVisibleLine(name)).toBe(true);
  });

  it.each([
    ['a line break', 'a\nb'],
    ['a paragraph separator', 'a\u2029b'],
    ['a space of no width', 'prod\u200b'],
    ['a mark of byte order', 'pr\ufeffod'],
    ['a turn of direction', '\u202egpj.exe'],
    ['an isolate of direction', 'a\u2066b'],
    ['a tag', 'prod\u{e0041}'],
  ])('holds no %s', (_what, name) => {
    expect(isVisibleLine(name)).toBe(false);
    expect(nameSchema(100).safeParse(name).success).toBe(false);
  });

  it('is trimmed before it is counted', () => {
    expect(nameSchema(3).parse('  abc ')).toBe('abc');
    expect(nameSchema(3).safeParse('   ').success).toBe(false);
  });
});
