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
    insert into policy_verdicts (policy_id, environment_id, run_id, user_id, kind, stopped, sentence,
                                 not_enforced, excepted)
    select p.id, ${environmentId}::bpchar, ${runId}::bpchar, ${userId}::bpchar, v.kind, v.stops, v.sentence,
           coalesce(v.not_enforced, false), v.excepted is not null
      from jsonb_to_recordset(${JSON.stringify(verdicts)}::jsonb)
           as v("policyId" text, kind text, stops boolean, sentence text, not_enforced boolean, excepted jsonb)
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
  notEnforced: boolean;
  excepted: boolean;
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
           v.run_id as "runId", coalesce(u.display_name, '') as "userName", v.kind, v.stopped, v.not_enforced as "notEnforced", v.excepted, v.sentence
      from unnest(${[...policyIds]}::bpchar[]) as wanted(id),
           lateral (select w.*, e.name from policy_verdicts w join environments e on e.id = w.environment_id
                     where w.policy_id = wanted.id and e.tenant_id = ${tenantId}
                     order by w.id desc limit ${most}::int) v
      left join users u on u.id = v.user_id order by v.id desc`,
  );
}

/** How often a policy said what since an instant; attempts to begin a run, each counted once. */
export interface PolicyCounts {
  policyId: string;
  stopped: number;
  /** would have stopped: the policy only warned, or there was an exception */
  notEnforced: number;
  warned: number;
  changed: number;
  failed: number;
}

/**
 * Counts what policies said of attempts to begin a run. What was said of one attempt was stored at once, in one moment.
 *
 * @param tenantId null: in every tenant
 */
export function countVerdicts(
  db: Db,
  { policyIds, tenantId, since }: { policyIds: readonly string[]; tenantId: string | null; since: Date },
): Promise<PolicyCounts[]> {
  if (policyIds.length === 0) return Promise.resolve([]);
  const attempts = (condition: Prisma.Sql) =>
    Prisma.sql`(count(distinct (v.environment_id, v.at)) filter (where ${condition}))::int`;
  return quickRowsOf<PolicyCounts>(
    db,
    Prisma.sql`
    select v.policy_id as "policyId", ${attempts(Prisma.sql`v.stopped`)} as stopped,
           ${attempts(Prisma.sql`v.kind = 'error' and not v.stopped`)} as "notEnforced",
           ${attempts(Prisma.sql`v.kind = 'warning'`)} as warned,
           ${attempts(Prisma.sql`v.kind = 'modification' and not v.not_enforced`)} as changed,
           ${attempts(Prisma.sql`v.kind = 'failure'`)} as failed
      from policy_verdicts v join environments e on e.id = v.environment_id
     where v.policy_id = any(${[...policyIds]}::bpchar[]) and v.at >= ${since}
       and (${tenantId}::bpchar is null or e.tenant_id = ${tenantId}::bpchar)
     group by v.policy_id`,
  );
}

/** Deletes what was said before an instant. @returns how many rows went */
export function pruneVerdicts(db: Db, before: Date): Promise<number> {
  return deleteExpired(db, { table: 'policy_verdicts', condition: Prisma.sql`at < ${before}` });
}
