'use client';
import { useMemo } from 'react';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { VetroEvent } from '@/lib/model/event';
import { emptyRun, type MachinePhase, type RunProgress } from '@/lib/model/progress/projection';
import { eventsUntil, modelAt, progressAt } from '@/lib/model/progress/replay';
import type { RunPageState } from './use-run';

/** What a deployment's page shows: the present, or a moment of the past. */
export interface Moment {
  progress: RunProgress;
  model: EnvironmentModel;
  machines: Readonly<Record<string, MachinePhase>>;
  events: readonly VetroEvent[];
}

/** The deployment at a moment, in milliseconds since the epoch; null for the present. */
export function useMoment(run: RunPageState, momentMs: number | null): Moment {
  const { events, asked, types, progress, model, machines, view } = run;
  return useMemo(() => {
    if (momentMs === null) return { progress, model, machines, events };
    const then = progressAt(events, view.id, momentMs);
    return {
      progress: then.deployments[view.id] ?? emptyRun(view.id),
      model: modelAt(asked, types, progress, momentMs),
      machines: then.machines,
      events: eventsUntil(events, momentMs),
    };
  }, [momentMs, events, asked, types, progress, model, machines, view.id]);
}
