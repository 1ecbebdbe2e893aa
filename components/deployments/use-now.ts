'use client';
import { useEffect, useState } from 'react';

const TICK_MS = 1000;

/** The present in milliseconds since the epoch, second by second while `live`; null until the page is mounted. */
export function useNow(live: boolean): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    if (!live) return;
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [live]);
  return now;
}
