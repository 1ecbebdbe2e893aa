'use client';
import { useFormatter, useTranslations } from 'next-intl';
import type { ListedVersion } from '@/lib/model/history-views';

/** Who made a version, and when. */
export function useMadeWords() {
  const t = useTranslations('history');
  const format = useFormatter();
  return ({ user_name: name, at }: ListedVersion) =>
    t('sides.made', {
      name: name === '' ? t('somebody') : name,
      date: format.dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'short' }),
    });
}
