import { createPublicKey, verify } from 'node:crypto';
import type { Session } from './session';
import type { AgentIdentity } from './settings';

/**
 * Whether what came is from the server, for this agent, and answers a call of this process: nothing that was recorded does.
 *
 * @param text what the signature is made of
 * @param sent the call that it answers, and its signature (Ed25519, base64)
 */
export function isFromServer(
  { verifyKey }: Pick<AgentIdentity, 'verifyKey'>,
  session: Pick<Session, 'isOwnCall'>,
  text: Buffer,
  { call, signature }: { call?: string; signature: string },
): boolean {
  if (call === undefined || !session.isOwnCall(call)) return false;
  return verify(null, text, createPublicKey(verifyKey), Buffer.from(signature, 'base64'));
}
