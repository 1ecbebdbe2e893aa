import { RUN_KINDS, type RunKind, runKind } from '@/lib/model/runs/kinds';
import { PACE_SECONDS } from '@/lib/model/runs/run-place';
import type { Db } from './client';
import { Prisma } from './generated/client';
import { rowsOf } from './statement';

const OVERTAKING = RUN_KINDS.filter((kind) => runKind(kind).overtakes);

/** Where a run stands that has not begun. */
export interface QueuedRun {
  /** the run of its environment that has to be over first */
  afterId: string | null;
  afterKind: RunKind | null;
  /** how many runs of its tenant that may begin now go before it */
  ahead: number;
  /** how many runs of its tenant ended within {@link PACE_SECONDS} */
  ended: number;
}

/**
 * Where a run stands that has not begun: runs of a tenant begin in the order in which they were requested, those of some
 * kinds before the others.
 *
 * @returns null for one that has begun
 */
export async function findQueuedRun(db: Db, runId: string): Promise<QueuedRun | null> {
  const [row] = await rowsOf<QueuedRun>(
    db,
    Prisma.sql`
    with own as (
      select d.id, d.created_at, d.kind = any(${OVERTAKING}) as overtakes, e.tenant_id, e.active_run_id
        from runs d join environments e on e.id = d.environment_id
       where d.id = ${runId} and d.state = 'queued'
    )
    select a.id as "afterId", a.kind as "afterKind",
           (select count(*)::int from runs o join environments e on e.active_run_id = o.id
             where o.state = 'queued' and o.id <> own.id and e.tenant_id = own.tenant_id
               and case when own.overtakes = (o.kind = any(${OVERTAKING}))
                        then (o.created_at, o.id) < (own.created_at, own.id) else not own.overtakes end) as ahead,
           (select count(*)::int from runs o join environments e on e.id = o.environment_id
             where o.finished_at > now() - make_interval(secs => ${PACE_SECONDS})
               and e.tenant_id = own.tenant_id) as ended
      from own left join runs a on a.id = own.active_run_id and a.id <> own.id`,
  );
  return row ?? null;
}
