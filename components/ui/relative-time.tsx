'use client';
import { useSyncExternalStore } from 'react';

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** The distance of an instant from now in words: "3 minutes ago", "just now". Both in ms since 1970. */
export function relativeWords(atMs: number, nowMs: number): string {
  const seconds = Math.round((atMs - nowMs) / 1000);
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  }
  return 'just now';
}

const TICK_MS = 15_000;
function subscribe(onTick: () => void): () => void {
  const timer = setInterval(onTick, TICK_MS);
  return () => clearInterval(timer);
}
const now = () => Math.floor(Date.now() / TICK_MS) * TICK_MS;

/** An instant as distance from now, with the exact time of the viewer's zone on hover and for readers. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const nowMs = useSyncExternalStore(subscribe, now, () => null);
  const date = new Date(at);
  const exact = date.toLocaleString('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: nowMs === null ? 'UTC' : undefined,
  });
  return (
    <time dateTime={at} title={exact} className={className}>
      {nowMs === null ? exact : relativeWords(date.getTime(), Math.max(nowMs, Math.min(date.getTime(), Date.now())))}
    </time>
  );
}
