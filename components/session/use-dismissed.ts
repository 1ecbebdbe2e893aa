'use client';
import { useState } from 'react';

const keyOf = (environmentId: string) => `vetro.drafts-seen.${environmentId}`;

/** Drafts of others whose notice somebody has put away; kept for this browser tab. A new draft is told of again. */
export function useDismissed(environmentId: string) {
  const [away, setAway] = useState<readonly string[]>(() => recall(environmentId));
  return {
    away,
    putAway: (sessionIds: readonly string[]) => {
      setAway(sessionIds);
      try {
        sessionStorage.setItem(keyOf(environmentId), JSON.stringify(sessionIds));
      } catch {
        // where nothing may be kept it lasts as long as the page
      }
    },
  };
}

function recall(environmentId: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(environmentId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
