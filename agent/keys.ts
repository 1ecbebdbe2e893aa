import { createAgentKeyPair } from '@/lib/formats/agent-channel/proof';
import { type AgentIdentity, type OwnKey, writeIdentity } from './settings';
import { Refused } from './transport';

/** A key is in use for so long, in milliseconds: a copy of it is good for nothing after that. */
const KEY_LIFETIME_MS = 24 * 60 * 60_000;

/** So many keys before the one in use are kept: those of a month. */
const MAX_FORMER_KEYS = 30;
/** The HTTP status of a call whose key the server does not know. */
const UNAUTHORIZED = 401;

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
  if (identity.key) identity.formerKeys = withKey(identity.key, identity.formerKeys);
  identity.key = next;
  delete identity.nextKey;
  delete identity.credential;
  writeIdentity(home, identity);
}

/**
 * Changes the key by one of those before it: a server whose database was restored from a backup knows no newer one.
 *
 * @param send as of `renewKey`; signs with the key that the identity has at that moment
 * @returns whether the server has known one of them
 * @throws Error when nobody has answered
 */
export async function recoverKey(
  home: string,
  identity: AgentIdentity,
  send: (publicKey: string) => Promise<void>,
): Promise<boolean> {
  const { key: own, formerKeys = [] } = identity;
  if (!own) return false;
  // A process that ends in the middle finds its own key among them.
  identity.formerKeys = withKey(own, formerKeys);
  for (const former of formerKeys) {
    identity.key = former;
    try {
      await renewKey(home, identity, send);
      return true;
    } catch (error) {
      identity.key = own;
      if (!(error instanceof Refused) || error.status !== UNAUTHORIZED) throw error;
    }
  }
  return false;
}

function withKey(key: OwnKey, others: readonly OwnKey[] = []): OwnKey[] {
  return [key, ...others.filter(({ publicKey }) => publicKey !== key.publicKey)].slice(0, MAX_FORMER_KEYS);
}
