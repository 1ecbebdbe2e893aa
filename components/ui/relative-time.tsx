'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { useSyncExternalStore } from 'react';

/** Younger than this, an instant is "just now", in milliseconds. */
export const JUST_NOW_MS = 60_000;
const TICK_MS = 15_000;

function subscribe(onTick: () => void): () => void {
  const timer = setInterval(onTick, TICK_MS);
  return () => clearInterval(timer);
}
const now = () => Math.floor(Date.now() / TICK_MS) * TICK_MS;

/** An instant as distance from now, with the exact time of the viewer's zone on hover and for readers. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const t = useTranslations('ui');
  const format = useFormatter();
  const nowMs = useSyncExternalStore(subscribe, now, () => null);
  const date = new Date(at);
  const exact = format.dateTime(date, { dateStyle: 'medium', timeStyle: 'medium' });
  return (
    <time dateTime={at} title={exact} className={className}>
      {nowMs === null
        ? exact
        : Math.abs(nowMs - date.getTime()) < JUST_NOW_MS
          ? t('justNow')
          : format.relativeTime(date, nowMs)}
    </time>
  );
}
