'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { VetroEvent } from '@/lib/model/event';
import { queryKeys } from '../query-keys';
import { followTopic } from './page-link';
import { readEvent } from './read-event';
import { useEnvironmentEvents } from './use-environment-events';

/** Kinds after which what the API answers about an environment has changed. */
const CHANGES = new Set<VetroEvent['kind']>([
  'run.queued',
  'run.started',
  'run.finished',
  'effect.finished',
  'session.opened',
  'session.changed',
  'session.invalidated',
  'session.closed',
  'environment.renamed',
]);

/** How long news are gathered before the answers are fetched again, in milliseconds. */
const SETTLE_MS = 250;
/** News younger than this may have come between the fetch and the stream, in milliseconds. */
const JUST_NOW_MS = 30_000;

/** Keeps what is cached of one environment true while its page is open. */
export function useEnvironmentNews(environmentId: string): void {
  const queries = useQueryClient();
  const { events, loaded } = useEnvironmentEvents(environmentId);
  const newest = events.findLast((event) => CHANGES.has(event.kind));
  const last = newest?.seq ?? 0;
  const at = newest?.at ?? '';
  const known = useRef<number | null>(null);
  useEffect(() => {
    if (!loaded) return;
    const first = known.current === null;
    if (known.current === last) return;
    known.current = last;
    // what the page has fetched already tells the past, unless it happened while the page was opening
    if (first && !(Date.now() - Date.parse(at) < JUST_NOW_MS)) return;
    const timer = setTimeout(() => {
      void queries.invalidateQueries({ queryKey: queryKeys.environment(environmentId) });
      void queries.invalidateQueries({ queryKey: queryKeys.environmentList });
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [queries, environmentId, last, at, loaded]);
}

/**
 * Keeps what is cached of all the tenant's environments true while the page is open: for the list and the
 * home page. A stream that was lost may have missed news, so coming back fetches everything again.
 */
export function useTenantEvents(): void {
  const queries = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    let opened = false;
    const refresh = () => {
      timer ??= setTimeout(() => {
        timer = null;
        void queries.invalidateQueries({ queryKey: queryKeys.environments });
      }, SETTLE_MS);
    };
    const close = followTopic('tenant', {
      onEvent: (text) => {
        const event = readEvent(text);
        if (event && CHANGES.has(event.kind)) refresh();
      },
      onState: (state) => {
        if (state !== 'live') return;
        if (opened) refresh();
        opened = true;
      },
    });
    return () => {
      close();
      if (timer) clearTimeout(timer);
    };
  }, [queries]);
}
