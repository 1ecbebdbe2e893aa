import type { Kernel } from '@/lib/cloud/kernel/kernel';
import { hashToken } from '@/lib/crypto';
import type { Db } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import { rowsOf } from '@/lib/db/statement';
import { errors, type VetroError } from '@/lib/errors';
import {
  type CallProof,
  type CallTarget,
  callName,
  isProof,
  isSignedBy,
  readProof,
} from '@/lib/formats/agent-channel/proof';
import { type Admission, type AgentSession, admit } from './agent-session';
import { findServers, type ServerRow } from './servers';

/** An agent that has shown who it is. */
export interface KnownAgent {
  server: ServerRow;
  /** the call that it makes, as what answers it is signed for; null: it has no key yet */
  call: string | null;
  /**
   * To be asked before the call is carried out.
   *
   * @throws not_authenticated `agent_unknown` for a proof of another call; `agent_key_retired`, `agent_key_missing`
   */
  requireTarget(target: CallTarget): void;
  /** The server as it is now. @throws as `of` when the agent is not answered any more */
  again(): Promise<ServerRow>;
  /** The call is over. */
  close(): Promise<void>;
  /** Takes a new key of the agent. @throws as `requireTarget` */
  renew(key: string): Promise<void>;
}

/** Finds out which agent calls. */
export interface AgentIdentities {
  /**
   * The agent behind a proof or a credential; a call that is proven is counted by it.
   *
   * @param seesEnd the end of a call that stays open would be noticed
   * @throws not_authenticated `agent_unknown`; conflict `agent_call_late`, `agent_elsewhere`, `agent_superseded`;
   *   forbidden `agent_contested`
   */
  of(shown: string, seesEnd: boolean): Promise<KnownAgent>;
}

/** Of several calls at the same moment one is written first: the others look again, so often at most. */
const MAX_ATTEMPTS = 20;

/** Finds out by the table of servers which agent calls. */
export function createAgentIdentities(kernel: Kernel): AgentIdentities {
  const { db } = kernel;

  const one = (which: Prisma.Sql) => onlyServer(db, which);

  async function count(first: ServerRow, proof: CallProof, isOpen: boolean): Promise<ServerRow> {
    let server = first;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const { admission, session } = admit(server.agentSession, proof, kernel.now(), isOpen);
      if (await keep(db, server.id, server.agentSession, session)) {
        if (admission !== 'answered') throw refusalOf(admission);
        return { ...server, agentSession: session };
      }
      server = await one(Prisma.sql`id = ${server.id}`);
    }
    throw refusalOf('late');
  }

  /** An agent of an earlier release, or of a machine at its first start. */
  async function byCredential(credential: string): Promise<KnownAgent> {
    const find = () => one(Prisma.sql`credential_hash = ${hashToken(credential)}`);
    const server = await find();
    return {
      ...{ server, call: null, close: async () => undefined },
      requireTarget: () => {
        if (server.agentKey !== null) throw keyMissing();
      },
      again: async () => {
        const now = await find();
        if (now.agentKey !== null) throw keyMissing();
        return now;
      },
      renew: async (key) => {
        // An answer may have been lost: the same key again is no other one.
        if (server.agentKey === key) return;
        const where = { id: server.id, agentKey: null };
        const { count: taken } = await db.poolServer.updateMany({ where, data: { agentKey: key } });
        if (taken === 0) throw keyMissing();
      },
    };
  }

  async function byProof(shown: string, seesEnd: boolean): Promise<KnownAgent> {
    const proof = readProof(shown);
    if (!proof) throw errors.notAuthenticated('agent_unknown', 'The proof that the agent shows is not understood.');
    const found = await one(Prisma.sql`id = ${proof.serverId}`);
    const isOwn = found.agentKey !== null && isSignedBy(found.agentKey, proof);
    const isRetired = !isOwn && found.retiredKey !== null && isSignedBy(found.retiredKey, proof);
    if (!isOwn && !isRetired) {
      throw errors.notAuthenticated('agent_unknown', 'The call is not signed with the key of this server’s agent.');
    }
    const isOpen = seesEnd && proof.target === 'work';
    const server = isOwn ? await count(found, proof, isOpen) : found;
    const requireTarget = (target: CallTarget) => {
      if (proof.target !== target) throw errors.notAuthenticated('agent_unknown', 'The proof is of another call.');
      if (isRetired && target !== 'key') throw keyRetired();
    };
    return {
      ...{ server, call: callName(proof), requireTarget },
      again: async () => {
        const now = await one(Prisma.sql`id = ${server.id}`);
        if (now.agentSession.contestedAt !== undefined) throw refusalOf('contested');
        if (now.agentSession.id !== proof.session) throw refusalOf('superseded');
        return now;
      },
      close: async () => {
        if (!isOpen) return;
        const over = JSON.stringify({ id: proof.session, number: proof.number });
        await rowsOf(
          db,
          Prisma.sql`update pool_servers set agent_session = agent_session || '{"isOpen": false}'::jsonb
                      where id = ${server.id} and agent_session @> ${over}::jsonb returning id`,
        );
      },
      renew: async (key) => {
        requireTarget('key');
        // A renewal whose answer was lost is made again, by the key before it.
        if (isRetired && server.agentKey === key) return;
        if (isRetired) throw keyRetired();
        const data = { agentKey: key, retiredKey: server.agentKey, credentialHash: null };
        await db.poolServer.updateMany({ where: { id: server.id, agentKey: server.agentKey }, data });
      },
    };
  }

  return { of: (shown, seesEnd) => (isProof(shown) ? byProof(shown, seesEnd) : byCredential(shown)) };
}

/** @throws not_authenticated `agent_unknown` when there is none */
async function onlyServer(db: Db, which: Prisma.Sql): Promise<ServerRow> {
  const [server] = await findServers(db, which);
  if (server) return server;
  throw errors.notAuthenticated(
    'agent_unknown',
    'No server of the pool is known by this: it was removed, or has enrolled anew. Enrol it with a new code.',
  );
}

/** Writes down who is answered, unless somebody else has written meanwhile. */
async function keep(db: Db, id: string, before: AgentSession, session: AgentSession): Promise<boolean> {
  if (session === before) return true;
  const rows = await rowsOf(
    db,
    Prisma.sql`update pool_servers set agent_session = ${JSON.stringify(session)}::jsonb
                where id = ${id} and agent_session = ${JSON.stringify(before)}::jsonb returning id`,
  );
  return rows.length > 0;
}

function keyMissing(): VetroError {
  return errors.notAuthenticated(
    'agent_key_missing',
    'The agent of this server has a key of its own: the credential of its enrolment is good no more.',
  );
}

function keyRetired(): VetroError {
  return errors.notAuthenticated(
    'agent_key_retired',
    'The agent of this server has a newer key: this one is a copy, or was put back to an earlier state. Enrol it with a new code.',
  );
}

const REFUSALS: Record<Exclude<Admission, 'answered'>, () => VetroError> = {
  late: () => errors.conflict('agent_call_late', 'A later call of this agent has come before this one. Make it again.'),
  elsewhere: () =>
    errors.conflict('agent_elsewhere', 'Another process of this server’s agent is at work: one at a time is answered.'),
  superseded: () =>
    errors.conflict('agent_superseded', 'Another process of this server’s agent has taken over from this one.'),
  contested: () =>
    errors.forbidden(
      'agent_contested',
      'Two agents use the identity of this server, and neither is answered. Who administers Vetro renews it: Administration, Servers.',
    ),
};

function refusalOf(admission: Exclude<Admission, 'answered'>): VetroError {
  return REFUSALS[admission]();
}
