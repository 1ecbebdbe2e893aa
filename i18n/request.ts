import { cookies, headers } from 'next/headers';
import { getRequestConfig } from 'next-intl/server';
import { isTimeZone, LOCALE_COOKIE, localeOf, ZONE_COOKIE } from './locales';
import { messagesOf } from './messages';

/** Language and time zone of each request, for pages rendered on the server. */
export default getRequestConfig(async () => {
  const [jar, head] = await Promise.all([cookies(), headers()]);
  const locale = localeOf(jar.get(LOCALE_COOKIE)?.value, head.get('accept-language'));
  const zone = decoded(jar.get(ZONE_COOKIE)?.value ?? '');
  return { locale, timeZone: isTimeZone(zone) ? zone : 'UTC', messages: await messagesOf(locale) };
});

/** What a browser keeps is not always what we gave it. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
