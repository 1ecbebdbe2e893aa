import { LRUCache } from 'lru-cache';
import type { Db } from '@/lib/db/client';
import { listEvents } from '@/lib/db/events';
import { foldEvents } from '@/lib/model/progress/fold';
import { EMPTY_PROGRESS, type Progress } from '@/lib/model/progress/projection';
import { withoutPastCommands } from '@/lib/model/progress/snapshot';
import { maskSealed } from '@/lib/model/secret';
import { type Ask, requireRole } from '../context';
import { type RunAddress, runOf } from './get';

/** As many events as are read at a time. */
const PAGE = 2000;
/** As many runs as this process remembers: those that are looked at now. */
const MOST = 100;

const folded = new WeakMap<Db, LRUCache<string, Progress>>();

/**
 * A run's events, folded into one picture. What was folded before for anybody is gone on from: each event of a run is
 * read once, however many look at it.
 *
 * @throws as {@link runOf}
 */
export async function runProgress({ ctx, input }: Ask<RunAddress>): Promise<Progress> {
  requireRole(ctx, 'reader');
  const run = await runOf(ctx, input);
  const pictures = folded.get(ctx.db) ?? new LRUCache<string, Progress>({ max: MOST });
  folded.set(ctx.db, pictures);
  let progress = pictures.get(run.id) ?? EMPTY_PROGRESS;
  for (;;) {
    const query = { afterSeq: progress.lastSeq, runId: run.id, limit: PAGE };
    const events = await listEvents(ctx.db, input.environmentId, query);
    progress = foldEvents(progress, maskSealed(events));
    if (events.length < PAGE) break;
  }
  pictures.set(run.id, progress);
  return withoutPastCommands(progress);
}
