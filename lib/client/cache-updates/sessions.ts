import type { VetroEvent } from '@/lib/model/event';
import { textAt } from '@/lib/model/installed';
import { numberOf } from '@/lib/model/progress/event-data';
import type { ListedSessionView } from '@/lib/model/views';
import type { Patched } from './environment-lists';

/**
 * The sessions of an environment with what an event says of one of them. What was asked for after the event changes no
 * more.
 *
 * @returns 'ask' for one that is not known
 */
export function patchedSessions(
  sessions: readonly ListedSessionView[],
  { kind, at, data }: VetroEvent,
): Patched<readonly ListedSessionView[]> {
  if (!kind.startsWith('session.')) return sessions;
  const id = textAt(data, 'sessionId');
  const known = sessions.find((session) => session.id === id);
  const reason = textAt(data, 'reason');
  if (kind === 'session.closed' && reason === 'discarded') {
    return known ? sessions.filter((session) => session !== known) : sessions;
  }
  if (!known) return 'ask';
  // answers tell whole seconds, events milliseconds
  if (Date.parse(known.updated) > Date.parse(at)) return sessions;
  const change = changeOf(kind, data);
  return change === null
    ? sessions
    : sessions.map((session) => (session === known ? { ...session, ...change, updated: at } : session));
}

function changeOf(kind: VetroEvent['kind'], data: VetroEvent['data']): Partial<ListedSessionView> | null {
  if (kind === 'session.changed') {
    const changes = numberOf(data, 'changes');
    return changes === null ? null : { changes };
  }
  if (kind === 'session.invalidated') return { state: 'invalid', invalidated_by: textAt(data, 'bySessionId') };
  return kind === 'session.closed' ? { state: 'deployed' } : null;
}
