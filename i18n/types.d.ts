import type { Messages } from '@/messages';
import type { AppLocale } from './locales';

declare module 'next-intl' {
  interface AppConfig {
    Locale: AppLocale;
    Messages: Messages;
  }
}
