'use client';
import { useCallback, useEffect, useState } from 'react';
import { debounceUntilClick } from '@/lib/client/debounce-until-click';

/** A film of a whole deployment takes so long at most, in milliseconds. */
const FILM_MS = 20_000;
const FRAME_MS = 100;
/** How long the slider rests before the address tells where it stands, in milliseconds. */
const SETTLE_MS = 300;

export interface Replay {
  /** milliseconds since the start of the deployment; null while the present is shown */
  offsetMs: number | null;
  playing: boolean;
  /** goes to a moment, null to the present, and stands still there */
  go: (offsetMs: number | null) => void;
  play: () => void;
  pause: () => void;
}

/**
 * Where in a finished deployment its page stands, and moves on while it is played.
 *
 * @param totalMs length of the deployment in milliseconds; null while it runs, when nothing is played
 * @param at the moment in the page's address, in seconds; null for the present
 * @param onSettle tells the address where it stands, in seconds
 */
export function useReplay(totalMs: number | null, at: string | null, onSettle: (at: string | null) => void): Replay {
  const [offsetMs, setOffset] = useState<number | null>(() => offsetOf(at));
  const [playing, setPlaying] = useState(false);

  useEffect(() => {
    if (!playing || totalMs === null) return;
    const step = FRAME_MS * Math.max(1, totalMs / FILM_MS);
    const timer = setInterval(() => {
      setOffset((before) => Math.min(totalMs, (before ?? 0) + step));
    }, FRAME_MS);
    return () => clearInterval(timer);
  }, [playing, totalMs]);
  const ended = playing && totalMs !== null && offsetMs !== null && offsetMs >= totalMs;
  useEffect(() => {
    if (ended) setPlaying(false);
  }, [ended]);

  const seconds = offsetMs === null ? null : (offsetMs / 1000).toFixed(1);
  useEffect(() => {
    if (playing || seconds === at) return;
    return debounceUntilClick(() => onSettle(seconds), SETTLE_MS);
  }, [seconds, playing, at, onSettle]);

  const go = useCallback((next: number | null) => {
    setPlaying(false);
    setOffset(next);
  }, []);
  const play = useCallback(() => {
    setOffset((before) => (before === null || (totalMs !== null && before >= totalMs) ? 0 : before));
    setPlaying(true);
  }, [totalMs]);
  const pause = useCallback(() => setPlaying(false), []);
  return { offsetMs: totalMs === null ? null : offsetMs, playing, go, play, pause };
}

function offsetOf(at: string | null): number | null {
  const seconds = Number(at ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null;
}
