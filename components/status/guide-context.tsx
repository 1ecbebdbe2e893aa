'use client';
import { createContext, type ReactNode, useContext } from 'react';
import { useEnvironmentGuide } from '@/lib/client/catalog';
import { type Guide, NO_GUIDE } from '@/lib/model/guide';

const Said = createContext<Guide>(NO_GUIDE);

/** Steps and words in it are those of a guide. */
export function GuideBy({ guide, children }: { guide: Guide; children: ReactNode }) {
  return <Said value={guide}>{children}</Said>;
}

/** Steps and words in it are those of the packages that an environment works with. */
export function GuideOf({ environmentId, children }: { environmentId: string; children: ReactNode }) {
  return <GuideBy guide={useEnvironmentGuide(environmentId)}>{children}</GuideBy>;
}

/** What packages say to people here; nothing where no packages are spoken of, or not yet. */
export function useGuide(): Guide {
  return useContext(Said);
}
