'use client';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { toggled } from './selection';

const NOTHING: ReadonlySet<string> = new Set();

/** Several parts of a picture that are selected together, by the ids of their nodes. */
export interface SelectedParts {
  ids: ReadonlySet<string>;
  /** takes one in, or out; with `from` what is open already counts as selected */
  toggle: (id: string) => void;
  /** takes all of these in */
  add: (ids: readonly string[]) => void;
  clear: () => void;
}

/** Keeps what is selected; Escape lets go of it. */
export function useSelectedParts(): SelectedParts {
  const [ids, setIds] = useState(NOTHING);
  const clear = useCallback(() => setIds(NOTHING), []);
  const some = ids.size > 0;
  useEffect(() => {
    if (!some) return;
    const onKey = (event: KeyboardEvent) => {
      // what is open over the page closes first
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('[role=dialog]')) clear();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [some, clear]);
  return useMemo(
    () => ({
      ids,
      toggle: (id) => setIds((last) => toggled(last, id)),
      add: (more) => setIds((last) => new Set([...last, ...more])),
      clear,
    }),
    [ids, clear],
  );
}
