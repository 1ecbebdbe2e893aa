'use client';
import { useCallback, useEffect, useState } from 'react';
import { useUrlState } from '@/lib/client/url-state';
import { LEVELS } from '@/lib/model/event';
import type { LogChoice } from './log/log-viewer';
import { ZOOMS, type Zoom } from './timeline/timeline';

export const RUN_VIEWS = ['timeline', 'steps', 'topology'] as const;
export type RunView = (typeof RUN_VIEWS)[number];

/** What a deployment's page shows, as its address tells it: a link shows the same to others. */
export function useRunAddress(units: readonly { unitId: string }[]) {
  const [params, set] = useUrlState();
  const unitId = params.get('unit');
  const choice: LogChoice = {
    level: LEVELS.find((level) => level === params.get('level')) ?? 'info',
    unitId: units.some((unit) => unit.unitId === unitId) ? unitId : null,
    typed: params.get('q') ?? '',
    only: params.has('only'),
  };
  return {
    view: RUN_VIEWS.find((view) => view === params.get('view')) ?? null,
    zoom: ZOOMS.find((zoom) => `${zoom}` === params.get('zoom')) ?? (1 as Zoom),
    at: params.get('at'),
    choice,
    set,
    onChoice: (change: Partial<LogChoice>) =>
      set({
        ...(change.level === undefined ? {} : { level: change.level === 'info' ? null : change.level }),
        ...(change.unitId === undefined ? {} : { unit: change.unitId }),
        ...(change.typed === undefined ? {} : { q: change.typed }),
        ...(change.only === undefined ? {} : { only: change.only ? '1' : null }),
      }),
    onAt: useCallback((at: string | null) => set({ at }), [set]),
  };
}

/** What the log is to scroll to: a line that the address names, or an effect that was pressed. */
export function useGoTo() {
  const [goTo, setGoTo] = useState<{ effectId: string | null; seq: number | null; turn: number } | null>(null);
  const go = useCallback(
    (to: { effectId: string } | { seq: number }) =>
      setGoTo((last) => ({ effectId: null, seq: null, ...to, turn: (last?.turn ?? 0) + 1 })),
    [],
  );
  useEffect(() => {
    const read = () => {
      const seq = /^#L(\d+)$/.exec(window.location.hash)?.[1];
      if (seq !== undefined) go({ seq: Number(seq) });
    };
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, [go]);
  return [goTo, useCallback((effectId: string) => go({ effectId }), [go])] as const;
}
