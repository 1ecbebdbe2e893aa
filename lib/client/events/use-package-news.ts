'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { VetroEvent } from '@/lib/model/event';
import { queryKeys } from '../query-keys';
import { useEnvironmentEvents } from './use-environment-events';

/** Whether an environment, or a draft of it, may work with other versions of packages since an event. */
const mayMovePackages = ({ kind, data }: VetroEvent) =>
  kind === 'run.finished' || (kind === 'session.changed' && data.packages === true);

/** Keeps what is cached of an environment's service types true while its page is open. */
export function usePackageNews(environmentId: string): void {
  const queries = useQueryClient();
  const { events, loaded } = useEnvironmentEvents(environmentId);
  const last = events.findLast(mayMovePackages)?.seq ?? 0;
  const known = useRef<number | null>(null);
  useEffect(() => {
    if (!loaded || known.current === last) return;
    const isFirst = known.current === null;
    known.current = last;
    if (!isFirst) void queries.invalidateQueries({ queryKey: queryKeys.environmentTypes(environmentId) });
  }, [queries, environmentId, last, loaded]);
}
