import type { Tx } from '@/lib/db/client';
import { appendEvents } from '@/lib/db/events';
import { invalidateOpenSessions } from '@/lib/db/run-start';
import type { Context } from '../context';

/** What makes the drafts of other people invalid. */
export interface Invalidation {
  environmentId: string;
  /** in whose log that stands; null: of the environment alone */
  runId: string | null;
  /** the draft that becomes true; null: none does */
  sessionId: string | null;
  /** what is stored with them: the id of that draft, or of the run; null: nothing */
  invalidatedBy: string | null;
  /** what somebody did, after their name: "deployed first" */
  action: string;
}

/**
 * Makes the open drafts of an environment invalid, but for the one that becomes true, and says so in events. Part of the
 * transaction that has locked the environment.
 *
 * @param ctx who did that, and when
 */
export async function invalidateSessions(
  tx: Tx,
  { actor, now }: Pick<Context, 'actor' | 'now'>,
  { environmentId, runId, sessionId, invalidatedBy, action }: Invalidation,
): Promise<void> {
  const invalid = await invalidateOpenSessions(tx, environmentId, invalidatedBy, now());
  if (invalid.length === 0) return;
  await appendEvents(
    tx,
    environmentId,
    runId,
    invalid.map(({ id, userId }) => ({
      kind: 'session.invalidated',
      entity: 'environment',
      entityId: environmentId,
      text: `${actor.userName} ${action}`,
      data: { sessionId: id, userId, bySessionId: sessionId, byUserName: actor.userName },
    })),
  );
}
