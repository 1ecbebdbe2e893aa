import { LRUCache } from 'lru-cache';
import type { Db } from '@/lib/db/client';
import { listEvents } from '@/lib/db/events';
import { findRunPicture, storeRunPicture } from '@/lib/db/run-pictures';
import { foldEvents } from '@/lib/model/progress/fold';
import { EMPTY_PROGRESS, PICTURE_FORMAT, type Progress } from '@/lib/model/progress/projection';
import { withoutPastCommands } from '@/lib/model/progress/snapshot';
import { maskSealed } from '@/lib/model/secret';
import { requireRole, type UseCaseCall } from '../context';
import { type RunAddress, runOf } from './get';

/** As many events as are read at a time. */
const PAGE = 2000;
/** As many runs as this process remembers: those that are looked at now. */
const MAX_RUNS = 100;

const folded = new WeakMap<Db, LRUCache<string, Picture>>();

/**
 * A run's events, folded into one picture. What was folded before for anybody is gone on from: each event of a run is
 * read once, however many look at it. The picture of a run that is over is stored, and costs one row from then on.
 *
 * @throws as {@link runOf}
 */
export async function runProgress({ ctx, input }: UseCaseCall<RunAddress>): Promise<Progress> {
  requireRole(ctx, 'reader');
  const run = await runOf(ctx, input);
  const pictures = folded.get(ctx.db) ?? new LRUCache<string, Picture>({ max: MAX_RUNS });
  folded.set(ctx.db, pictures);
  const known = pictures.get(run.id);
  if (known?.isStored) return known.progress;
  const stored = run.finishedAt === null ? null : await findRunPicture(ctx.db, run.id, PICTURE_FORMAT);
  if (stored) {
    pictures.set(run.id, { progress: stored, isStored: true });
    return stored;
  }
  let progress = known?.progress ?? EMPTY_PROGRESS;
  for (;;) {
    const query = { afterSeq: progress.lastSeq, runId: run.id, limit: PAGE };
    const events = await listEvents(ctx.db, input.environmentId, query);
    progress = foldEvents(progress, maskSealed(events));
    if (events.length < PAGE) break;
  }
  const shown = withoutPastCommands(progress);
  const isStored = run.finishedAt !== null && (await storeRunPicture(ctx.db, run.id, PICTURE_FORMAT, shown));
  pictures.set(run.id, { progress: isStored ? shown : progress, isStored });
  return shown;
}

interface Picture {
  progress: Progress;
  /** nothing comes to it any more */
  isStored: boolean;
}
