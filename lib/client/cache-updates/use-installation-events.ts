'use client';
import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Overview } from '@/lib/model/administration';
import { adminKeys } from '../admin-keys';
import type { ConnectionState } from '../events/connection';
import { followTopic } from '../events/page-link';
import { readEvent } from '../events/read-event';
import { changesOverview, withLastEvent } from './overview';

/** How long events are gathered before the answers are fetched again, in milliseconds: many environments talk at once. */
const SETTLE_MS = 600;
/** What was told by nobody (a machine that falls silent, a run that gets slow) is looked for, in milliseconds. */
const REFRESH_MS = 15_000;

/**
 * Keeps what administrators see of all tenants true while a page is open.
 *
 * @returns whether the stream is live now
 */
export function useInstallationEvents(): ConnectionState {
  const queries = useQueryClient();
  const [connection, setConnection] = useState<ConnectionState>('connecting');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const refresh = () => {
      timer ??= setTimeout(() => {
        timer = null;
        void queries.invalidateQueries({ queryKey: adminKeys.overviews });
      }, SETTLE_MS);
    };
    const interval = setInterval(refresh, REFRESH_MS);
    let opened = false;
    const close = followTopic('installation', {
      onEvent: (text) => {
        const event = readEvent(text);
        if (!event) return;
        queries.setQueriesData<InfiniteData<Overview>>({ queryKey: adminKeys.overviews }, (data) =>
          withLastEvent(data, event),
        );
        if (changesOverview(event)) refresh();
      },
      onState: (state) => {
        setConnection(state);
        if (state !== 'live') return;
        if (opened) refresh();
        opened = true;
      },
    });
    return () => {
      close();
      clearInterval(interval);
      if (timer) clearTimeout(timer);
    };
  }, [queries]);
  return connection;
}
