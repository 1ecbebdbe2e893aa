import { type AppLocale, LOCALE_COOKIE, LOCALES, ZONE_COOKIE } from '@/i18n/locales';
import { readCookie, writeCookie } from './browser-cookie';

/** The languages to choose from, each in its own words. */
export const LANGUAGES = (Object.entries(LOCALES) as [AppLocale, string][]).map(([value, label]) => ({ value, label }));

/** Remembers a language in this browser; pages rendered from now on speak it. */
export function chooseLanguage(locale: AppLocale): void {
  writeCookie(LOCALE_COOKIE, locale);
}

/**
 * Tells the server the time zone that this browser stands in, so that both write the same times.
 *
 * @returns whether it did not know, and has written times of another zone
 */
export function storeTimeZone(): boolean {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const value = encodeURIComponent(timeZone);
  if (readCookie(ZONE_COOKIE) === value) return false;
  writeCookie(ZONE_COOKIE, value);
  return true;
}
