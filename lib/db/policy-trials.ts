import type { EnvironmentModel } from '@/lib/model/environment';
import type { RunKind } from '@/lib/model/runs/kinds';
import type { Db } from './client';
import { Prisma } from './generated/client';
import { isRealEnvironment } from './rehearsals';
import { rowsOf } from './statement';

/** One document that rules are tried on: of an environment as it is deployed, or what a run asked for. */
export interface TrialDocument {
  environmentId: string;
  environmentName: string;
  tenantId: string;
  tenantName: string;
  model: EnvironmentModel;
  /** what was deployed; null: nothing */
  before: EnvironmentModel | null;
  /** the run that asked for it; null: the environment as it is */
  run: { id: string; kind: RunKind; at: Date; userName: string } | null;
}

/** Which documents. */
export interface TrialScope {
  /** null: of every tenant */
  tenantId: string | null;
  /** what runs asked for that began in this time; null: environments as they are */
  period: { from: Date; to: Date } | null;
}

/** A page of documents. */
export interface TrialPage extends TrialScope {
  /** the id of the last environment or run before */
  after: string | null;
  limit: number;
}

const tenant = (tenantId: string | null) =>
  Prisma.sql`(${tenantId}::bpchar is null or e.tenant_id = ${tenantId}::bpchar)`;
const deployed = Prisma.sql`e.deleted_at is null and e.deleting_at is null and e.version > 0
  and ${isRealEnvironment(Prisma.sql`e.id`)}`;
const replayable = ({ from, to }: { from: Date; to: Date }) =>
  Prisma.sql`r.created_at >= ${from} and r.created_at < ${to} and r.model_asked is not null
  and ${isRealEnvironment(Prisma.sql`r.environment_id`)}`;

/** How many documents there are. */
export async function countTrialDocuments(db: Db, { tenantId, period }: TrialScope): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    period
      ? Prisma.sql`select count(*)::int as count from runs r join environments e on e.id = r.environment_id
                    where ${tenant(tenantId)} and ${replayable(period)}`
      : Prisma.sql`select count(*)::int as count from environments e where ${tenant(tenantId)} and ${deployed}`,
  );
  return row?.count ?? 0;
}

/** Documents in the order of their ids. Runs keep theirs when they ask for one of their own: deployments do. */
export async function listTrialDocuments(
  db: Db,
  { tenantId, period, after, limit }: TrialPage,
): Promise<TrialDocument[]> {
  const of = Prisma.sql`e.id as "environmentId", e.name as "environmentName", t.id as "tenantId", t.name as "tenantName"`;
  if (period === null) {
    const rows = await rowsOf<Omit<TrialDocument, 'before' | 'run'>>(
      db,
      Prisma.sql`select ${of}, e.model from environments e join tenants t on t.id = e.tenant_id
                  where ${tenant(tenantId)} and ${deployed} and e.id > ${after ?? ''} order by e.id limit ${limit}::int`,
    );
    return rows.map((row) => ({ ...row, before: row.model, run: null }));
  }
  const rows = await rowsOf<
    Omit<TrialDocument, 'run'> & { runId: string; kind: RunKind; at: Date; userName: string; version: number | null }
  >(
    db,
    Prisma.sql`select ${of}, r.model_asked as model, r.model_before as before, r.id as "runId", r.kind,
                      r.created_at as at, coalesce(u.display_name, '') as "userName"
                 from runs r join environments e on e.id = r.environment_id join tenants t on t.id = e.tenant_id
                 left join users u on u.id = r.user_id
                where ${tenant(tenantId)} and ${replayable(period)} and r.id > ${after ?? ''}
                order by r.id limit ${limit}::int`,
  );
  return rows.map(({ runId, kind, at, userName, ...row }) => ({ ...row, run: { id: runId, kind, at, userName } }));
}
