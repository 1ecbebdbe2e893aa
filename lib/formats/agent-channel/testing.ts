import { randomBytes } from 'node:crypto';
import { type AgentKeyPair, type CallTarget, createAgentKeyPair, signCall } from './proof';

/** An agent as far as a server can tell: a key pair, and a process that signs its calls in a row. */
export interface TestSigner {
  /** public half of the key pair, as enrolling sends it */
  readonly key: string;
  readonly session: string;
  /** The proof of the next call of a server's agent. */
  proof(serverId: string, target: CallTarget): string;
  /** The same agent in its next process. @param host another one for a copy on another computer */
  next(host?: string): TestSigner;
  /** The same process with another key. */
  withKey(pair: AgentKeyPair): TestSigner;
}

/** Makes one. */
export function createTestSigner(
  pair = createAgentKeyPair(),
  { session = randomBytes(16).toString('hex'), after = null as string | null, host = '1'.repeat(16), from = 0 } = {},
): TestSigner {
  let number = from;
  return {
    key: pair.publicKey,
    session,
    proof: (serverId, target) => {
      number += 1;
      return signCall(pair, { serverId, session, after, host, number, target });
    },
    next: (otherHost = host) => createTestSigner(pair, { after: session, host: otherHost }),
    withKey: (other) => createTestSigner(other, { session, after, host, from: number }),
  };
}
