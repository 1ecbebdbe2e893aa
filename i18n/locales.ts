/** The languages of the dashboard, each with the name it has for itself. */
export const LOCALES = { en: 'English', de: 'Deutsch' } as const;
export type AppLocale = keyof typeof LOCALES;

/** Where a browser keeps the chosen language, and the time zone it stands in. */
export const LOCALE_COOKIE = 'vetro.locale';
export const ZONE_COOKIE = 'vetro.zone';

/**
 * The language of a request: the one chosen, else the first of the browser's that we speak, else English.
 *
 * @param chosen value of the cookie
 * @param accepted value of the header Accept-Language
 */
export function localeOf(chosen: string | undefined, accepted: string | null): AppLocale {
  if (isLocale(chosen)) return chosen;
  const wanted = (accepted ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const weight = parameters.map((text) => /^\s*q=([\d.]+)/.exec(text)?.[1]).find(Boolean);
      return { language: tag.slice(0, 2).toLowerCase(), weight: weight === undefined ? 1 : Number(weight) };
    })
    .sort((a, b) => b.weight - a.weight);
  return wanted.map(({ language }) => language).find(isLocale) ?? 'en';
}

/** Whether a text names a time zone that dates can be shown in. */
export function isTimeZone(zone: string | undefined): zone is string {
  if (!zone) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

function isLocale(text: string | undefined): text is AppLocale {
  return text !== undefined && Object.hasOwn(LOCALES, text);
}
