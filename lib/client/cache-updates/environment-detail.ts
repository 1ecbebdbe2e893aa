import { changesEnvironment } from '@/lib/model/environment-changes';
import { textAt } from '@/lib/model/installed';
import { readReached, withReached } from '@/lib/model/reached-services';
import type { StreamedEvent } from '@/lib/model/streamed-event';
import type { EnvironmentDetailView, ListedEnvironmentView, ServiceView } from '@/lib/model/views';

/** An environment with what came after it was asked for. */
export interface DetailUpdate {
  detail: EnvironmentDetailView;
  /** other services are shown from now on, which no event tells */
  ask: boolean;
}

type DraftServices = (sessionId: string) => ServiceView[] | undefined;

/**
 * An environment's answer with the events that came after it: each counts once, those it knows already change nothing.
 * When nothing is new it is returned itself.
 *
 * @param events of this environment, by number
 * @param draftServices services of a draft by the id of its session, where they are known
 */
export function caughtUp(
  detail: EnvironmentDetailView,
  events: readonly StreamedEvent[],
  draftServices: DraftServices = () => undefined,
): DetailUpdate {
  const fresh = events.slice(1 + events.findLastIndex(({ seq }) => seq <= detail.event_seq));
  // several that come together are told by the newest of them
  const listedUntil = fresh.findLast(({ environment }) => environment !== undefined)?.seq ?? 0;
  let next = detail;
  let ask = false;
  for (const event of fresh) {
    const change = changeOf(next.services, event, listedUntil, draftServices);
    if (change === null) continue;
    next = { ...next, ...change.fields, event_seq: event.seq };
    ask ||= change.ask;
  }
  return { detail: next, ask };
}

function changeOf(
  services: readonly ServiceView[],
  event: StreamedEvent,
  listedUntil: number,
  draftServices: DraftServices,
): { fields: Partial<EnvironmentDetailView>; ask: boolean } | null {
  const { seq, kind, data, environment } = event;
  if (changesEnvironment(event)) {
    const ask = showsOtherServices(kind) || environment === null || seq > listedUntil;
    const head = environment ? headOf(environment) : {};
    // until it is asked for, a deployment shows what the draft did: its machines must not go and come again
    const deployed = kind === 'run.queued' ? draftServices(textAt(data, 'sessionId') ?? '') : undefined;
    return { fields: deployed ? { ...head, services: deployed } : head, ask };
  }
  const reached = kind === 'effect.started' ? readReached(data.reached) : null;
  if (reached === null) return null;
  const grown = withReached(services, reached, ['status']);
  return grown ? { fields: { services: grown }, ask: false } : { fields: {}, ask: true };
}

/** A deployment shows what it makes true; when anything is over, its end is what is deployed; machines tell how they are. */
function showsOtherServices(kind: StreamedEvent['kind']): boolean {
  return kind === 'run.queued' || kind === 'run.finished' || kind === 'machine.checked';
}

/** What the environment itself tells of what lists do. */
function headOf({
  service_count: _serviceCount,
  created_by: _creator,
  deployed_by: _deployer,
  ...head
}: ListedEnvironmentView): Partial<EnvironmentDetailView> {
  return head;
}
