import type { Tx } from '@/lib/db/client';
import { appendEvents } from '@/lib/db/events';
import { invalidateOpenSessions } from '@/lib/db/run-start';
import type { Context } from '../context';

/** What other people's drafts are overtaken by. */
export interface Overtaking {
  environmentId: string;
  /** in whose log that stands; null: of the environment alone */
  runId: string | null;
  /** the draft that becomes true; null: none does */
  sessionId: string | null;
  /** what they are marked with as overtaken by: a draft, a run or nothing */
  winner: string | null;
  /** what somebody did, after their name: "deployed first" */
  did: string;
}

/**
 * Makes the open drafts of an environment invalid, but for the one that becomes true, and says so in events. Part of the
 * transaction that has locked the environment.
 *
 * @param ctx who overtakes them, and when
 */
export async function outdateSessions(
  tx: Tx,
  { actor, now }: Pick<Context, 'actor' | 'now'>,
  { environmentId, runId, sessionId, winner, did }: Overtaking,
): Promise<void> {
  const outdated = await invalidateOpenSessions(tx, environmentId, winner, now());
  if (outdated.length === 0) return;
  await appendEvents(
    tx,
    environmentId,
    runId,
    outdated.map(({ id, userId }) => ({
      kind: 'session.invalidated',
      entity: 'environment',
      entityId: environmentId,
      text: `${actor.userName} ${did}`,
      data: { sessionId: id, userId, bySessionId: sessionId, byUserName: actor.userName },
    })),
  );
}
