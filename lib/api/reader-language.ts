import { type AppLocale, LOCALE_COOKIE, localeOf } from '@/i18n/locales';
import type { ApiRequest } from './request';

const CHOSEN = new RegExp(`(?:^|;\\s*)${LOCALE_COOKIE.replace('.', '\\.')}=(\\w+)`);

/** The language that a call asks to be answered in. */
export function languageOfCall(headers: ApiRequest['headers'] | undefined): AppLocale {
  return localeOf(undefined, headers?.get('accept-language') ?? null);
}

/** The language of a browser: the one chosen in it, since what it asks for by itself knows no page. */
export function languageOfBrowser(headers: ApiRequest['headers']): AppLocale {
  return localeOf(CHOSEN.exec(headers.get('cookie') ?? '')?.[1], headers.get('accept-language'));
}
