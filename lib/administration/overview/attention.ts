import type { AttentionRow, DurationPercentile } from '@/lib/db/overview';
import type { Attention } from '@/lib/model/attentions';

/** A deployment that has waited so long to begin is stuck, in milliseconds. */
const QUEUED_MS = 60_000;
/** One that runs and has told nothing for so long is stuck, in milliseconds: no step should be silent longer. */
const QUIET_MS = 15 * 60_000;
/** So many earlier runs tell what is usual: in the environment itself, or in the whole installation. */
const ENOUGH = { here: 3, anywhere: 5 } as const;
/** Half as long again as usual is worth a look. */
const LONGER = 1.5;

/** What an environment wants of an administrator, most urgent first (see `ATTENTIONS`). */
export function attentionOf(
  row: Pick<AttentionRow, 'deployedStatus' | 'drafted' | 'deployment'>,
  around: { troubled: number; usualSeconds: number | null; now: Date },
): Attention {
  const { deployment } = row;
  if (deployment?.state === 'queued' || deployment?.state === 'running') {
    return attentionOfRun(deployment, around) ?? (around.troubled > 0 ? 'silent' : 'running');
  }
  if (row.deployedStatus === 'failed' || row.deployedStatus === 'stopped') return 'failed';
  if (around.troubled > 0) return 'silent';
  if (row.deployedStatus === 'deploying' || row.deployedStatus === 'deleting') return 'running';
  return row.drafted ? 'pending' : 'ready';
}

function attentionOfRun(
  { state, createdAt, startedAt, lastEventAt }: NonNullable<AttentionRow['deployment']>,
  { usualSeconds, now }: { usualSeconds: number | null; now: Date },
): 'stuck' | 'slow' | null {
  if (state === 'queued') return now.getTime() - createdAt.getTime() > QUEUED_MS ? 'stuck' : null;
  const lastSignOfLife = lastEventAt ?? startedAt ?? createdAt;
  if (now.getTime() - lastSignOfLife.getTime() > QUIET_MS) return 'stuck';
  const seconds = (now.getTime() - (startedAt ?? createdAt).getTime()) / 1_000;
  return usualSeconds !== null && seconds > usualSeconds * LONGER ? 'slow' : null;
}

/** How long a deployment of this kind usually takes in an environment, in seconds; null: too few to tell. */
export function usualSeconds(
  durations: readonly DurationPercentile[],
  environmentId: string,
  kind: DurationPercentile['kind'],
): number | null {
  const here = durations.find((one) => one.environmentId === environmentId && one.kind === kind);
  if (here && here.runs >= ENOUGH.here) return here.seconds;
  const anywhere = durations.find((one) => one.environmentId === null && one.kind === kind);
  return anywhere && anywhere.runs >= ENOUGH.anywhere ? anywhere.seconds : null;
}
