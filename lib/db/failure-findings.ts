import type { Finding } from '@/lib/model/failure-findings';
import type { Db } from './client';
import { Prisma } from './generated/client';
import { rowsOf } from './statement';

/** What was found out about a failure, and when. */
export interface StoredFindings {
  /** as ISO text */
  at: string;
  findings: Finding[];
}

/** What was found out about the failures of a run when they happened, by their ids. */
export async function findingsOfRun(db: Db, runId: string): Promise<Record<string, StoredFindings>> {
  const [row] = await rowsOf<{ findings: Record<string, StoredFindings> | null }>(
    db,
    Prisma.sql`select findings from runs where id = ${runId}`,
  );
  return row?.findings ?? {};
}

/** Keeps what was found out about a failure with its run; what is kept of it already stays. */
export async function keepFindings(db: Db, runId: string, failureId: string, found: StoredFindings): Promise<void> {
  const entry = JSON.stringify({ [failureId]: found });
  await rowsOf(
    db,
    Prisma.sql`update runs set findings = ${entry}::jsonb || coalesce(findings, '{}'::jsonb) where id = ${runId}`,
  );
}

/** A failure that nobody has looked into. */
export interface UndiagnosedFailure {
  environmentId: string;
  tenantId: string;
  runId: string;
  /** the effect that failed, or the run itself */
  failureId: string;
}

/**
 * What failed in runs that go on, or ended since an instant, in environments that are there, and was not looked into: found
 * by an index of the few events that tell of it.
 */
export function undiagnosedFailures(db: Db, since: Date): Promise<UndiagnosedFailure[]> {
  return rowsOf<UndiagnosedFailure>(
    db,
    Prisma.sql`
    select r.id as "runId", r.environment_id as "environmentId", e.tenant_id as "tenantId", failed.id as "failureId"
      from runs r join environments e on e.id = r.environment_id cross join lateral (
        select v.data->>'effectId' as id from events v
         where v.run_id = r.id and v.kind = 'effect.finished' and v.level = 'error'
        union select r.id where r.state = 'failed') failed
     where e.deleted_at is null and (r.state = 'running' or r.finished_at > ${since})
       and failed.id is not null and not jsonb_exists(coalesce(r.findings, '{}'::jsonb), failed.id)`,
  );
}
