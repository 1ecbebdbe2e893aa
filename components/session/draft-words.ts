'use client';
import { useFormatter, useTranslations } from 'next-intl';
import type { DraftState } from '@/lib/client/draft-state';

/** Sentences about drafts that more than one place says. */
export function useDraftWords() {
  const t = useTranslations('session');
  const format = useFormatter();
  return {
    /** Why a draft is out of date. */
    overtaken: (byUserName: string | null, version: number | null): string =>
      t('overtaken', { name: byUserName ?? t('somebody'), version: version === null ? 'none' : String(version) }),
    /** Who else has a draft, by name, each once. */
    namesOf: (others: DraftState['others']): string => format.list(peopleOf(others)),
    /** What others have drafted; empty when nobody has. */
    others: (others: DraftState['others']): string => {
      const people = peopleOf(others);
      if (people.length === 0) return '';
      const count = others.reduce((sum, session) => sum + session.changes, 0);
      return t('otherDrafts', { names: format.list(people), people: people.length, count });
    },
  };
}

/** Names of those who have drafts, each once. */
export function peopleOf(others: DraftState['others']): string[] {
  return [...new Set(others.map((session) => session.user_name))];
}
