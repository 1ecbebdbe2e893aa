import type { PolicyVerdict } from '@/lib/model/policies/verdicts';
import type { Db, Tx } from './client';
import { Prisma } from './generated/client';
import { deleteExpired } from './prune';
import { quickRowsOf, rowsOf } from './statement';

/** Who wanted to begin what. */
export interface VerdictsOf {
  environmentId: string;
  /** null when the run did not begin */
  runId: string | null;
  userId: string;
  verdicts: readonly PolicyVerdict[];
}

/** Keeps what policies said, for whoever administers them. */
export async function insertVerdicts(
  db: Db | Tx,
  { environmentId, runId, userId, verdicts }: VerdictsOf,
): Promise<void> {
  if (verdicts.length === 0) return;
  // A policy that was deleted meanwhile has nobody to show them to; the run keeps them.
  await rowsOf(
    db,
    Prisma.sql`
    insert into policy_verdicts (policy_id, environment_id, run_id, user_id, kind, stopped, sentence)
    select p.id, ${environmentId}::bpchar, ${runId}::bpchar, ${userId}::bpchar, v.kind, v.stops, v.sentence
      from jsonb_to_recordset(${JSON.stringify(verdicts)}::jsonb)
           as v("policyId" text, kind text, stops boolean, sentence text)
      join policies p on p.id = v."policyId"`,
  );
}

/** One thing that a policy said, and where. */
export interface PastVerdict {
  policyId: string;
  at: Date;
  environmentId: string;
  environmentName: string;
  runId: string | null;
  userName: string;
  kind: PolicyVerdict['kind'];
  stopped: boolean;
  sentence: string;
}

/**
 * The newest things that policies said in a tenant, the newest first.
 *
 * @param most of each policy
 */
export function newestVerdicts(
  db: Db,
  tenantId: string,
  policyIds: readonly string[],
  most: number,
): Promise<PastVerdict[]> {
  if (policyIds.length === 0) return Promise.resolve([]);
  return quickRowsOf<PastVerdict>(
    db,
    Prisma.sql`
    select v.policy_id as "policyId", v.at, v.environment_id as "environmentId", v.name as "environmentName",
           v.run_id as "runId", coalesce(u.display_name, '') as "userName", v.kind, v.stopped, v.sentence
      from unnest(${[...policyIds]}::bpchar[]) as wanted(id),
           lateral (select w.*, e.name from policy_verdicts w join environments e on e.id = w.environment_id
                     where w.policy_id = wanted.id and e.tenant_id = ${tenantId}
                     order by w.id desc limit ${most}::int) v
      left join users u on u.id = v.user_id order by v.id desc`,
  );
}

/** Deletes what was said before an instant. @returns how many rows went */
export function pruneVerdicts(db: Db, before: Date): Promise<number> {
  return deleteExpired(db, { table: 'policy_verdicts', condition: Prisma.sql`at < ${before}` });
}
