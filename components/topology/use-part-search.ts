'use client';
import { useDeferredValue, useMemo } from 'react';
import type { Picture } from './picture';
import { findParts, wordsOf } from './search';
import { useSearchState } from './use-view-state';
import { useTopologyWords } from './words';

/** What is looked for in a picture, and the ids of what was found; `found` is null while nothing is looked for. */
export function usePartSearch(picture: Picture) {
  const words = useTopologyWords();
  const search = useSearchState();
  const typed = useDeferredValue(search.typed);
  const found = findParts(picture, { typed, states: search.states }, words.state);
  const foundKey = found?.join() ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what was found
  const foundSet = useMemo(() => found && new Set(found), [foundKey]);
  const typedWords = useMemo(() => wordsOf(typed), [typed]);
  return { search, found, foundSet, typedWords };
}
