import type { Kernel } from '@/lib/cloud/kernel/kernel';
import type { PollRequest, SignedUpdate } from '@/lib/formats/agent-channel/messages';
import type { AgentProgram, ServerView } from '@/lib/ports/cloud/server-pool';
import type { AgentSource } from './program';
import type { AgentUpdate, ServerRow } from './servers';
import { signUpdate } from './signing';

/**
 * An agent is told to change its program at most so often, in milliseconds: while an installation is brought to a new
 * version, its processes give different programs, and agents must not go to and fro between them.
 */
const AGAIN_MS = 5 * 60_000;

/**
 * Tells an agent to change to the program that this server gives, unless it runs that one already, could not run it, would
 * not take it, or was told to a moment ago.
 *
 * @returns null: it goes on with the one that it has
 */
export async function orderUpdate(
  kernel: Kernel,
  source: AgentSource,
  server: ServerRow,
  request: PollRequest,
  call: string | null,
): Promise<SignedUpdate | null> {
  const program = await dueProgram(source, request);
  if (program === null || wasOrderedLately(server, kernel.now())) return null;
  const ordered = { ordered: program.digest, orderedAt: kernel.now().toISOString() };
  const agentUpdate = { ...reportedUpdate(request), ...ordered };
  await kernel.db.poolServer.updateMany({ where: { id: server.id }, data: { agentUpdate } });
  return signUpdate(kernel.open(server.signingKey), server.id, program, call);
}

/** Whether an agent is still to change to the program that this server gives, and may be able to. */
export async function awaitsUpdate(source: AgentSource, request: PollRequest): Promise<boolean> {
  return (await dueProgram(source, request)) !== null;
}

/** What an agent says of its program, as it is kept. */
export function reportedUpdate({
  program,
  refused,
  releaseKey,
}: PollRequest): Omit<AgentUpdate, 'ordered' | 'orderedAt'> {
  return { program, refused, releaseKey };
}

/** The program that an agent is still to change to; null: it runs that one, could not, would not take it, or does not tell. */
async function dueProgram(source: AgentSource, request: PollRequest): Promise<AgentProgram | null> {
  const { program: runs, refused, releaseKey } = request;
  if (runs === undefined) return null;
  const program = await source.read().catch(() => null);
  if (program === null || program.digest === runs || program.digest === refused) return null;
  return isReleased(program, releaseKey ?? source.settings.releaseKey) ? program : null;
}

/** How an agent's program stands to the one that this server gives. */
export function updateStateOf(
  server: ServerRow,
  given: { program: AgentProgram | null; releaseKey: string | null },
  now: Date,
): ServerView['agentProgram'] {
  const { program: runs, refused, ordered, releaseKey } = server.agentUpdate;
  const { program } = given;
  if (program === null || runs === program.digest) return 'current';
  if (refused === program.digest) return 'failed';
  if (!isReleased(program, releaseKey ?? given.releaseKey)) return 'unsigned';
  return ordered === program.digest && wasOrderedLately(server, now) ? 'updating' : 'outdated';
}

/** Whether a program was signed by a release key; without a key no signature is needed. */
function isReleased({ signatures }: AgentProgram, releaseKey: string | null): boolean {
  return releaseKey === null || signatures.some(({ key }) => key === releaseKey);
}

function wasOrderedLately({ agentUpdate: { orderedAt } }: ServerRow, now: Date): boolean {
  return orderedAt !== undefined && now.getTime() - Date.parse(orderedAt) < AGAIN_MS;
}
