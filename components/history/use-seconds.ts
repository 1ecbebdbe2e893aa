'use client';
import { useEffect, useState } from 'react';

/** The present in milliseconds since the epoch, second by second while `live`; null when it does not matter. */
export function useSeconds(live: boolean): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    if (!live) return;
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [live]);
  return live ? now : null;
}
