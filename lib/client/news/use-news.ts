'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useEnvironment } from '../environments';
import { followTopic } from '../events/page-link';
import { useEnvironmentEvents } from '../events/use-environment-events';
import { queryKeys } from '../query-keys';
import { createDeferredNews } from './deferred-news';
import type { News } from './news';
import { tenantFollower } from './tenant-follower';

/** Events younger than this may have come between what was fetched and the stream, in milliseconds. */
const JUST_NOW_MS = 30_000;

function useNews(edits: boolean): News {
  const queries = useQueryClient();
  const news = useMemo(() => createDeferredNews(queries, edits), [queries, edits]);
  useEffect(() => () => news.close(), [news]);
  return news;
}

/**
 * Keeps what is cached of one environment true while its page is open.
 *
 * @param edits whether whoever looks may change anything
 */
export function useEnvironmentNews(environmentId: string, edits: boolean): void {
  const news = useNews(edits);
  const { events, progress, loaded } = useEnvironmentEvents(environmentId);
  const { data: detail } = useEnvironment(environmentId);
  const applied = useRef<number | null>(null);
  useEffect(() => {
    if (!loaded || !detail) return;
    const isFirst = applied.current === null;
    // what the page has fetched already tells the past, unless it happened while the page was opening
    const known = applied.current ?? detail.event_seq;
    const oldest = isFirst ? Date.now() - JUST_NOW_MS : Number.POSITIVE_INFINITY;
    news.apply(events.filter(({ seq, at }) => seq > known || Date.parse(at) > oldest));
    applied.current = Math.max(known, events.at(-1)?.seq ?? 0);
    // the picture of the past holds more than what was fetched before it
    if (isFirst && detail.event_seq < progress.lastSeq) {
      news.ask(queryKeys.environmentDetail(environmentId));
      news.ask(queryKeys.sessions(environmentId));
    }
  }, [news, environmentId, events, progress, detail, loaded]);
  useEffect(() => {
    if (detail) news.catchUp(environmentId, events);
  }, [news, environmentId, detail, events]);
}

/**
 * Keeps what is cached of all the tenant's environments true while the page is open: for the list and the
 * home page.
 *
 * @param edits whether whoever looks may change anything
 */
export function useTenantNews(edits: boolean): void {
  const news = useNews(edits);
  useEffect(() => followTopic('tenant', tenantFollower(news)), [news]);
}
