import { createAgentKeyPair } from '@/lib/formats/agent-channel/proof';
import { type AgentIdentity, type OwnKey, writeIdentity } from './settings';

/** A key is in use for so long, in milliseconds: a copy of it is good for nothing after that. */
const KEY_LIFETIME_MS = 24 * 60 * 60_000;

/** A new key of this agent, which the server does not know yet. */
export function createKey(): OwnKey {
  return { ...createAgentKeyPair(), madeAt: new Date().toISOString() };
}

/** Whether the agent is to change its key: it has none, it is old, or a change has not been answered. */
export function isKeyDue({ key, nextKey }: AgentIdentity, now = Date.now()): boolean {
  return !key || nextKey !== undefined || now - Date.parse(key.madeAt) > KEY_LIFETIME_MS;
}

/**
 * Changes the key. The new one is on the disk before the server hears of it, so that a renewal whose answer is lost is
 * made again with the same.
 *
 * @param send tells the server its public half, signed with the key in use
 */
export async function renewKey(
  home: string,
  identity: AgentIdentity,
  send: (publicKey: string) => Promise<void>,
): Promise<void> {
  const next = identity.nextKey ?? createKey();
  identity.nextKey = next;
  writeIdentity(home, identity);
  await send(next.publicKey);
  identity.key = next;
  delete identity.nextKey;
  delete identity.credential;
  writeIdentity(home, identity);
}
