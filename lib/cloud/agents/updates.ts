import type { Kernel } from '@/lib/cloud/kernel/kernel';
import type { PollRequest, SignedUpdate } from '@/lib/formats/agent-channel/messages';
import type { AgentProgram, ServerView } from '@/lib/ports/cloud/server-pool';
import type { ServerRow } from './servers';
import { signUpdate } from './signing';

/**
 * An agent is told to change its program at most so often, in milliseconds: while an installation is brought to a new
 * version, its processes give different programs, and agents must not go to and fro between them.
 */
const AGAIN_MS = 5 * 60_000;

/**
 * Tells an agent to change to the program that this server gives, unless it runs that one already, could not run it, or
 * was told to a moment ago.
 *
 * @returns null: it goes on with the one that it has
 */
export async function orderUpdate(
  kernel: Kernel,
  program: () => Promise<AgentProgram>,
  server: ServerRow,
  { program: runs, refused }: PollRequest,
  call: string | null,
): Promise<SignedUpdate | null> {
  const digest = await dueDigest(program, { program: runs, refused });
  if (digest === null || wasOrderedLately(server, kernel.now())) return null;
  const agentUpdate = { program: runs, refused, ordered: digest, orderedAt: kernel.now().toISOString() };
  await kernel.db.poolServer.updateMany({ where: { id: server.id }, data: { agentUpdate } });
  return signUpdate(kernel.open(server.signingKey), server.id, digest, call);
}

/** Whether an agent is still to change to the program that this server gives, and may be able to. */
export async function awaitsUpdate(program: () => Promise<AgentProgram>, request: PollRequest): Promise<boolean> {
  return (await dueDigest(program, request)) !== null;
}

/** The digest of the program that an agent is still to change to; null: it runs that one, could not, or does not tell. */
async function dueDigest(
  program: () => Promise<AgentProgram>,
  { program: runs, refused }: Pick<PollRequest, 'program' | 'refused'>,
): Promise<string | null> {
  if (runs === undefined) return null;
  const given = await program().catch(() => null);
  return given === null || given.digest === runs || given.digest === refused ? null : given.digest;
}

/** How an agent's program stands to the one that this server gives. */
export function updateStateOf(server: ServerRow, digest: string | null, now: Date): ServerView['agentProgram'] {
  const { program, refused, ordered } = server.agentUpdate;
  if (digest === null || program === digest) return 'current';
  if (refused === digest) return 'failed';
  return ordered === digest && wasOrderedLately(server, now) ? 'updating' : 'outdated';
}

function wasOrderedLately({ agentUpdate: { orderedAt } }: ServerRow, now: Date): boolean {
  return orderedAt !== undefined && now.getTime() - Date.parse(orderedAt) < AGAIN_MS;
}
