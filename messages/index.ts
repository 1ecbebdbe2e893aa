import type { AppLocale } from '@/i18n/locales';
import type en from './en';

export type Messages = typeof en;

/** Every sentence of the dashboard in one language. */
export async function messagesOf(locale: AppLocale): Promise<Messages> {
  switch (locale) {
    case 'de':
      return (await import('./de')).default;
    default:
      return (await import('./en')).default;
  }
}
