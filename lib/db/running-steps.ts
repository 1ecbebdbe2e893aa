import type { Db } from './client';
import { Prisma } from './generated/client';
import { rowsOf } from './statement';

/** When the oldest of the steps that a deployment is in now began; null when none is under way. */
export async function runningSince(db: Db, deploymentId: string): Promise<Date | null> {
  const [row] = await rowsOf<{ since: Date | null }>(
    db,
    Prisma.sql`
    select min(begun.at) as since from events begun
     where begun.deployment_id = ${deploymentId} and begun.kind = 'effect.started' and not exists (
       select 1 from events ended where ended.deployment_id = begun.deployment_id and ended.seq > begun.seq
          and ended.kind = 'effect.finished' and ended.data->>'effectId' = begun.data->>'effectId')`,
  );
  return row?.since ?? null;
}
