import type { SessionView } from '@/lib/model/views';
import { ownSession, requireValid, type SessionAddress } from '../access/own-session';
import { requireRole, type UseCaseCall } from '../context';
import { sessionView } from './view';

/**
 * One's own session, also after it was deployed (guide, table 4.17).
 *
 * @throws as {@link ownSession}; state_forbids `session_invalid` (guide, table 4.18)
 */
export async function getSession({ ctx, input }: UseCaseCall<SessionAddress>): Promise<SessionView> {
  requireRole(ctx, 'reader');
  const session = await ownSession(ctx, input);
  requireValid(session);
  return sessionView(session);
}
