import type { Progress } from '@/lib/model/progress/projection';
import type { Db } from './client';
import { columns, type StoredRow } from './columns';
import { Prisma } from './generated/client';
import { quickRowsOf } from './statement';

const PICTURE = ['picture'] as const;
type StoredPicture = StoredRow<'RunPicture', (typeof PICTURE)[number], { picture: Progress }>;

/**
 * The picture of a run that is over, as it was stored.
 *
 * @param format of pictures that the caller understands
 * @returns null where none of this format is
 */
export async function findRunPicture(db: Db, runId: string, format: number): Promise<Progress | null> {
  const [row] = await quickRowsOf<StoredPicture>(
    db,
    Prisma.sql`
    select ${columns<'RunPicture'>('p', PICTURE)} from run_pictures p where p.run_id = ${runId} and p.format = ${format}`,
  );
  return row?.picture ?? null;
}

/** What was under way as a run ended has been appended so long after it, in seconds. */
const SETTLED_AFTER = 5;

/**
 * Keeps the picture of a run that ended a while ago, in place of one of another format.
 *
 * @returns false for a run that goes on, has only just ended, or is gone with its log
 */
export async function storeRunPicture(db: Db, runId: string, format: number, picture: Progress): Promise<boolean> {
  const rows = await quickRowsOf(
    db,
    Prisma.sql`
    insert into run_pictures (run_id, format, picture)
    select id, ${format}::int, ${JSON.stringify(picture)}::jsonb from runs
     where id = ${runId} and log_removed_at is null and finished_at < now() - make_interval(secs => ${SETTLED_AFTER}::int)
        on conflict (run_id) do update set format = excluded.format, picture = excluded.picture returning run_id`,
  );
  return rows.length > 0;
}
