import type { CallProof } from '@/lib/formats/agent-channel/proof';

/**
 * The process of an agent that is answered. An identity that was copied has two processes: the second one is refused, or,
 * where it came while the first one was away, both are as soon as the first one calls again. Tokens that are exchanged at
 * each use find their theft in the same way (RFC 9700, section 4.14.2).
 *
 * Instants are ISO 8601; nothing in it: no process has called yet.
 */
export interface AgentSession {
  id?: string;
  number?: number;
  host?: string;
  seenAt?: string;
  /** a call of it is open, and its end would be noticed */
  isOpen?: boolean;
  /** the process before it, and how many calls of that have come since */
  before?: { id: string; number: number; calls: number };
  /** the last one that was refused since the answered one has called */
  refused?: string;
  /** when a second process was refused while the first one went on */
  otherAt?: string;
  /** since when two processes have gone on: neither is answered */
  contestedAt?: string;
}

/**
 * late: a call with a higher number has come before it, it is to be made again; elsewhere: another process is answered;
 * superseded: another one has taken over; contested: two use this identity.
 */
export type Admission = 'answered' | 'late' | 'elsewhere' | 'superseded' | 'contested';

/** An open call ends by itself before this, in milliseconds. */
const OPEN_MS = 30_000;
/**
 * An agent that was not heard of for so long is silent, in milliseconds: three times as long as it lets pass between two
 * signs of life in the middle of a plan, and longer than a call for work stays open. Another computer may take over then.
 */
export const SILENT_AFTER_MS = 45_000;

/**
 * Whether a call is answered, whose signature is right.
 *
 * @param isOpen the call stays open, and its end would be noticed
 * @returns what is known of the server's agent afterwards, too
 */
export function admit(
  session: AgentSession,
  call: CallProof,
  now: Date,
  isOpen: boolean,
): { admission: Admission; session: AgentSession } {
  const at = now.toISOString();
  if (session.contestedAt !== undefined) return { admission: 'contested', session };
  const own = { id: call.session, number: call.number, host: call.host, seenAt: at, isOpen };
  if (session.id === undefined) return { admission: 'answered', session: { ...session, ...own } };
  if (call.session === session.id) {
    if (call.number <= (session.number ?? 0)) return { admission: 'late', session };
    const { refused, ...rest } = session;
    const otherAt = refused === undefined ? session.otherAt : at;
    return { admission: 'answered', session: { ...rest, ...own, ...(otherAt && { otherAt }) } };
  }
  const { before } = session;
  if (call.session === before?.id) {
    if (call.number <= before.number) return { admission: 'late', session };
    // One call may have been on its way when its process ended; a second one shows that it lives.
    if (before.calls > 0) return { admission: 'contested', session: { ...session, contestedAt: at } };
    const known = { ...session, before: { id: before.id, number: call.number, calls: 1 } };
    return { admission: 'superseded', session: known };
  }
  if (!mayTakeOver(session, call, now))
    return { admission: 'elsewhere', session: { ...session, refused: call.session } };
  const { refused, ...rest } = session;
  const past = { id: session.id, number: session.number ?? 0, calls: 0 };
  return { admission: 'answered', session: { ...rest, ...own, before: past } };
}

/** A process that follows another one on the same computer, or one that calls when nothing was heard of the other. */
function mayTakeOver(session: AgentSession, call: CallProof, now: Date): boolean {
  const silentMs = now.getTime() - Date.parse(session.seenAt ?? '');
  if (silentMs > SILENT_AFTER_MS) return true;
  const isOpen = session.isOpen === true && silentMs < OPEN_MS;
  return !isOpen && call.after === session.id && call.host === session.host;
}

/** What people are shown of a second agent; null: none was seen. */
export function secondAgentOf(session: AgentSession): { at: string; isContested: boolean } | null {
  const { contestedAt, otherAt } = session;
  if (contestedAt !== undefined) return { at: contestedAt, isContested: true };
  return otherAt === undefined ? null : { at: otherAt, isContested: false };
}
