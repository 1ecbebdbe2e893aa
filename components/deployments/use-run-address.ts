'use client';
import { useCallback, useEffect, useState } from 'react';
import { debounceUntilClick } from '@/lib/client/debounce-until-click';
import { useUrlState } from '@/lib/client/url-state';
import { LEVELS } from '@/lib/model/levels';
import type { LogChoice, LogTarget } from './log/log-choice';
import { ZOOMS, type Zoom } from './timeline/timeline-tools';

/** How long choices rest before the address tells them, in milliseconds. */
const SETTLE_MS = 250;

const RUN_VIEWS = ['timeline', 'steps', 'log'] as const;
export type RunPart = (typeof RUN_VIEWS)[number];

/** What a deployment's page shows, as its address tells it: a link shows the same to others. */
export function useRunAddress(units: readonly { unitId: string }[]) {
  const [params, set] = useUrlState();
  const unitId = params.get('unit');
  // what is typed and chosen shows at once; the address follows when the typing rests
  const [own, setOwn] = useState<Omit<LogChoice, 'unitId'>>(() => ({
    level: LEVELS.find((level) => level === params.get('level')) ?? 'info',
    typed: params.get('q') ?? '',
    only: params.has('only'),
  }));
  const { level, typed, only } = own;
  useEffect(
    () =>
      debounceUntilClick(
        () => set({ level: level === 'info' ? null : level, q: typed, only: only ? '1' : null }),
        SETTLE_MS,
      ),
    [set, level, typed, only],
  );
  const choice: LogChoice = { ...own, unitId: units.some((unit) => unit.unitId === unitId) ? unitId : null };
  return {
    view: RUN_VIEWS.find((view) => view === params.get('view')) ?? null,
    zoom: ZOOMS.find((zoom) => `${zoom}` === params.get('zoom')) ?? (1 as Zoom),
    at: params.get('at'),
    /** the step whose details are shown */
    step: params.get('step'),
    choice,
    set,
    onChoice: ({ unitId: unit, ...rest }: Partial<LogChoice>) => {
      if (unit !== undefined) set({ unit });
      setOwn((before) => ({ ...before, ...rest }));
    },
    onAt: useCallback((at: string | null) => set({ at }), [set]),
  };
}

/** What the log is to scroll to: a line that the address names, or an effect that was pressed. */
export function useGoTo() {
  const [goTo, setGoTo] = useState<LogTarget | null>(null);
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
