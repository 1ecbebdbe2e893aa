import { type AppLocale, LOCALE_COOKIE, LOCALES, ZONE_COOKIE } from '@/i18n/locales';

const YEAR_SECONDS = 31_536_000;

/** The languages to choose from, each in its own words. */
export const LANGUAGES = (Object.entries(LOCALES) as [AppLocale, string][]).map(([value, label]) => ({ value, label }));

/** Remembers a language in this browser; pages rendered from now on speak it. */
export function chooseLanguage(locale: AppLocale): void {
  remember(LOCALE_COOKIE, locale);
}

/**
 * Tells the server the time zone that this browser stands in, so that both write the same times.
 *
 * @returns whether it did not know, and has written times of another zone
 */
export function tellTimeZone(): boolean {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const value = encodeURIComponent(timeZone);
  if (document.cookie.split('; ').includes(`${ZONE_COOKIE}=${value}`)) return false;
  remember(ZONE_COOKIE, value);
  return true;
}

function remember(name: string, value: string): void {
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure}`;
}
