'use client';
import { useFormatter } from 'next-intl';

/** Puts a moment into words, to the second; null, one that has not come, is a dash. */
export function useInstant(): (at: string | null) => string {
  const format = useFormatter();
  return (at) => (at === null ? '–' : format.dateTime(new Date(at), { dateStyle: 'long', timeStyle: 'medium' }));
}
