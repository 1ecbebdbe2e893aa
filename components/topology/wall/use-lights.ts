'use client';
import { useMemo, useState } from 'react';
import { useGuide } from '@/components/status/guide-context';
import type { EventView } from '@/lib/client/events/store';
import { newestRun, useEnvironmentEvents } from '@/lib/client/events/use-environment-events';
import type { Guide } from '@/lib/model/guide';
import { serviceNodeId } from '@/lib/model/topology/graph';
import { VISITORS } from '../relation-lines';
import type { Lights } from './lights';

/** Requests that checks of packages have made since this was shown: nothing else is counted, and nothing is invented. */
export function useLights(environmentId: string): Lights {
  const log = useEnvironmentEvents(environmentId);
  const { steps } = useGuide();
  const [since, setSince] = useState<number | null>(null);
  if (since === null && log.loaded) setSince(log.progress.lastSeq);
  const run = newestRun(log);
  return useMemo(() => requestsOf(run, since, steps), [run, since, steps]);
}

/**
 * The lines along which steps of a run have made requests: packages say of which of their steps that is so.
 *
 * @param since only steps that ended after the event of this number; null: none
 */
export function requestsOf(
  run: EventView['progress']['deployments'][string] | null,
  since: number | null,
  steps: Guide['steps'],
): Lights {
  if (run === null || since === null) return new Map();
  const passedOver = new Set(
    Object.values(run.commands).flatMap(({ effectId, executed }) => (executed ? [] : [effectId])),
  );
  return new Map(
    Object.values(run.effects)
      .filter(
        ({ id, title, outcome, endSeq, serviceId }) =>
          outcome === 'ok' &&
          endSeq > since &&
          serviceId !== null &&
          !passedOver.has(id) &&
          steps[title]?.requests === 'page',
      )
      .sort((a, b) => a.endSeq - b.endSeq)
      .map(({ id, serviceId }) => [`${VISITORS}>${serviceNodeId(serviceId ?? '')}`, id]),
  );
}
