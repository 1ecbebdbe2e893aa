import { describe, expect, it } from 'vitest';
import { isTimeZone, localeOf } from './locales';

describe('the language of a request', () => {
  it.each([
    ['the one chosen, whatever the browser asks for', 'de', 'en', 'de'],
    ['the browser’s', undefined, 'de-AT,de;q=0.9,en;q=0.5', 'de'],
    ['the heaviest of those we speak', undefined, 'fr, en;q=0.4, de;q=0.8', 'de'],
    ['English when we speak none of them', undefined, 'fr-FR, it', 'en'],
    ['English when nothing is asked for', undefined, null, 'en'],
    ['not what nobody speaks', 'xx', 'de', 'de'],
  ])('is %s', (_what, chosen, accepted, locale) => {
    expect(localeOf(chosen, accepted)).toBe(locale);
  });
});

describe('a time zone', () => {
  it('is one that dates can be shown in', () => {
    expect(['Europe/Vienna', 'UTC', 'Nowhere/At-all', '', undefined].map(isTimeZone)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
