import type en from '@/messages/en';
import type { AppLocale } from './locales';

export type Messages = typeof en;

/** Every sentence of the dashboard in one language. */
export async function messagesOf(locale: AppLocale): Promise<Messages> {
  switch (locale) {
    case 'de':
      return (await import('@/messages/de')).default;
    default:
      return (await import('@/messages/en')).default;
  }
}
