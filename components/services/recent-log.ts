import type { VetroEvent } from '@/lib/model/event';
import type { ServiceView } from '@/lib/model/views';

/** The newest reports on a service and its machines, newest first, at most `most`. */
export function recentReports(events: readonly VetroEvent[], service: ServiceView, most: number): VetroEvent[] {
  const ids = new Set([service.id, ...service.units.map(({ id }) => id)]);
  const found: VetroEvent[] = [];
  for (let at = events.length - 1; at >= 0 && found.length < most; at -= 1) {
    const event = events[at];
    if (event?.kind === 'report' && event.text !== '' && ids.has(event.entityId)) found.push(event);
  }
  return found;
}
