import type { VetroEvent } from '../event';
import { foldEvents } from './fold';
import type { MachinePhase, Progress } from './projection';
import { joinSeqs } from './seq-ranges';

/**
 * A picture as sent to who only draws it: without the commands of steps that are over, which are most of a long run.
 * Those that were not executed stay: a run that is over tells of them.
 */
export function withoutPastCommands(progress: Progress): Progress {
  const deployments = Object.entries(progress.deployments).map(([id, run]) => {
    const isOver = (effectId: string) => run.outcome !== null || run.effects[effectId]?.endedAt != null;
    const commands = Object.entries(run.commands).filter(
      ([, { effectId, executed }]) => !executed || !isOver(effectId),
    );
    return [id, { ...run, commands: Object.fromEntries(commands) }];
  });
  return { ...progress, deployments: Object.fromEntries(deployments) };
}

/**
 * What is known with a picture of a run that was folded elsewhere.
 *
 * @param events those known of the environment: what came after the picture is folded into it
 */
export function withSnapshot(known: Progress, snapshot: Progress, events: readonly VetroEvent[]): Progress {
  const later = events.filter(({ runId }) => runId !== null && runId in snapshot.deployments);
  const { seen, deployments, machines } = foldEvents(snapshot, later);
  return {
    lastSeq: Math.max(known.lastSeq, lastOf(seen)),
    seen: joinSeqs(known.seen, seen),
    deployments: { ...known.deployments, ...deployments },
    machines: newestOf(known.machines, machines),
  };
}

function lastOf(seen: Progress['seen']): number {
  return seen.at(-1)?.[1] ?? 0;
}

function newestOf(one: Progress['machines'], other: Progress['machines']): Record<string, MachinePhase> {
  const machines = { ...one };
  for (const [host, phase] of Object.entries(other)) {
    const known = machines[host];
    if (!known || known.seq < phase.seq) machines[host] = phase;
  }
  return machines;
}
