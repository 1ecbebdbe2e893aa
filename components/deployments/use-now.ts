'use client';
import { useSyncExternalStore } from 'react';

const TICK_MS = 1000;
const ticking = (onTick: () => void) => {
  const timer = setInterval(onTick, TICK_MS);
  return () => clearInterval(timer);
};
const still = () => () => {};

/** The present in milliseconds since the epoch, second by second while `live`; null on the server. */
export function useNow(live: boolean): number | null {
  return useSyncExternalStore(
    live ? ticking : still,
    () => Math.floor(Date.now() / TICK_MS) * TICK_MS,
    () => null,
  );
}
