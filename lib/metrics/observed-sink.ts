import type { EventSink } from '@/lib/ports/conductor';
import type { Metrics } from './metrics';

/** An event log that also counts how long effects took, as their last events tell. */
export function observedSink(sink: EventSink, metrics: Pick<Metrics, 'effect'>): EventSink {
  return {
    append: async (environmentId, runId, events) => {
      await sink.append(environmentId, runId, events);
      for (const { kind, data } of events) {
        if (kind !== 'effect.finished') continue;
        const { effect, outcome, durationMs } = data ?? {};
        if (typeof effect === 'string' && typeof outcome === 'string' && typeof durationMs === 'number')
          metrics.effect(effect, outcome, durationMs);
      }
    },
  };
}
