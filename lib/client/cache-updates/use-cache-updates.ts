'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { VetroEvent } from '@/lib/model/event';
import { useEnvironment } from '../environments';
import { followTopic } from '../events/page-link';
import { useEnvironmentEvents } from '../events/use-environment-events';
import { queryKeys } from '../query-keys';
import type { CacheUpdater } from './cache-updater';
import { createDeferredCacheUpdater } from './deferred-cache-updater';
import { tenantSubscriber } from './tenant-subscriber';

/** Events younger than this may have come between what was fetched and the stream, in milliseconds. */
const JUST_NOW_MS = 30_000;

function useCacheUpdater(edits: boolean): CacheUpdater {
  const queries = useQueryClient();
  const updater = useMemo(() => createDeferredCacheUpdater(queries, edits), [queries, edits]);
  useEffect(() => () => updater.close(), [updater]);
  return updater;
}

/**
 * Keeps what is cached of one environment true while its page is open.
 *
 * @param edits whether whoever looks may change anything
 */
export function useEnvironmentUpdates(environmentId: string, edits: boolean): void {
  const updater = useCacheUpdater(edits);
  const { events, progress, loaded } = useEnvironmentEvents(environmentId);
  const { data: detail } = useEnvironment(environmentId);
  /** the number of the newest event that was applied; null: none yet */
  const applied = useRef<number | null>(null);
  /**
   * What the page was answered first: detail that it has read since may tell of events that are still on their way, and what
   * it has read beside the first answer lacks them.
   */
  const opened = useRef<{ seq: number; at: number } | null>(null);
  useEffect(() => {
    if (!detail) return;
    opened.current ??= { seq: detail.event_seq, at: Date.now() };
    if (!loaded) return;
    const isFirst = applied.current === null;
    const newest = applied.current ?? 0;
    const { seq: known, at: since } = opened.current;
    // what the page has fetched already tells the past, unless it happened while the page was opening
    const isUnapplied = ({ seq, at }: VetroEvent) => seq > known || Date.parse(at) > since - JUST_NOW_MS;
    updater.apply(events.filter((event) => event.seq > newest && isUnapplied(event)));
    applied.current = Math.max(newest, events.at(-1)?.seq ?? 0);
    // the picture of the past holds more than what was fetched before it
    if (isFirst && known < progress.lastSeq) {
      updater.ask(queryKeys.environmentDetail(environmentId));
      updater.ask(queryKeys.sessions(environmentId));
    }
  }, [updater, environmentId, events, progress, detail, loaded]);
  useEffect(() => {
    if (detail) updater.catchUp(environmentId, events);
  }, [updater, environmentId, detail, events]);
}

/**
 * Keeps what is cached of all the tenant's environments true while the page is open: for the list and the
 * home page.
 *
 * @param edits whether whoever looks may change anything
 */
export function useTenantUpdates(edits: boolean): void {
  const updater = useCacheUpdater(edits);
  useEffect(() => followTopic('tenant', tenantSubscriber(updater)), [updater]);
}
