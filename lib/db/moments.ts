import type { EnvironmentModel } from '@/lib/model/environment';
import type { VetroEvent } from '@/lib/model/event';
import type { Json, JsonObject } from '@/lib/model/json';
import { ACTIONS_OF_MOMENTS, LOOKING_RUNS, type MomentKind } from '@/lib/model/moments/moment-view';
import type { RunKind } from '@/lib/model/runs/kinds';
import { UNIT_WORKFLOWS } from '@/lib/model/runs/unit-workflows';
import type { RunState } from '@/lib/model/states';
import { ENVIRONMENT_OF_ENTRY } from './activity';
import type { Db } from './client';
import { Prisma } from './generated/client';
import { DOCUMENT_OF_VERSION } from './history';
import { type Page, type PageQuery, pageOf, requireMarker } from './paging';
import { rowsOf } from './statement';

/** One moment in the life of an environment, with what is kept of it where that is. */
export interface MomentRow {
  id: string;
  at: Date;
  kind: MomentKind;
  userName: string | null;
  run: {
    id: string;
    kind: RunKind;
    input: JsonObject;
    version: number | null;
    state: RunState;
    warnings: number;
    errors: number;
  } | null;
  /** data of the event that told what was found of a machine */
  found: { unitId: string; host: string; ok: boolean; message: string } | null;
  entry: { action: string; targetId: string; details: JsonObject } | null;
}

/** Whose moments are listed, and whether what people did besides runs is among them. */
export interface MomentQuery extends PageQuery {
  tenantId: string;
  environmentId: string;
  actions: boolean;
}

/**
 * All moments of an environment that are kept, as a table: its creation, runs that ended, machines found broken or well
 * again from outside, and, from the audit log, what people did besides.
 */
function momentsOf({ tenantId, environmentId, actions }: Omit<MomentQuery, keyof PageQuery>): Prisma.Sql {
  const entries = Prisma.sql`
    union all
    select 'entry-' || a.id, a.at, 'action', null, null, a.id from audit_entries a
     where a.tenant_id = ${tenantId} and ${ENVIRONMENT_OF_ENTRY} = ${environmentId}
       and a.action = any(${[...ACTIONS_OF_MOMENTS]})`;
  return Prisma.sql`
    select 'created' as id, e.created_at as at, 'created' as kind, null::bpchar as run, null::int as seq, null::bigint as entry
      from environments e where e.id = ${environmentId}
    union all
    select 'run-' || d.id, d.finished_at, 'run', d.id, null, null from runs d
     where d.environment_id = ${environmentId} and d.finished_at is not null
       and not (d.kind = any(${[...LOOKING_RUNS]}) and d.state = 'success' and d.warnings + d.errors = 0)
    union all
    select 'event-' || v.seq, v.at, case when v.data->>'ok' = 'true' then 'recovery' else 'outage' end, null, v.seq, null
      from events v where v.environment_id = ${environmentId} and v.kind = 'machine.checked'
    ${actions ? entries : Prisma.empty}`;
}

/**
 * A page of the moments of an environment, newest first.
 *
 * @throws invalid_input when no moment has the marker
 */
export async function listMomentRows(db: Db, { marker, limit, ...query }: MomentQuery): Promise<Page<MomentRow>> {
  const moments = momentsOf(query);
  const place = Prisma.sql`select m.at, m.id from (${moments}) m where m.id = ${marker ?? ''}`;
  if (marker !== undefined) await requireMarker(db, place);
  const rows = await rowsOf<MomentRow>(
    db,
    Prisma.sql`
    with page as (
      select * from (${moments}) every
       ${marker === undefined ? Prisma.empty : Prisma.sql`where (every.at, every.id) < (${place})`}
       order by every.at desc, every.id desc limit ${limit + 1}::int
    )
    select page.id, page.at, page.kind,
           case when page.kind in ('outage', 'recovery') then null else coalesce(u.display_name, '') end as "userName",
           case when d.id is not null then jsonb_build_object('id', d.id, 'kind', d.kind, 'input', d.input,
             'version', d.version, 'state', d.state, 'warnings', d.warnings, 'errors', d.errors) end as run,
           v.data as found,
           case when a.id is not null then jsonb_build_object('action', a.action, 'targetId', a.target_id,
             'details', a.details) end as entry
      from page
      left join runs d on d.id = page.run
      left join events v on v.environment_id = ${query.environmentId} and v.seq = page.seq
      left join audit_entries a on a.id = page.entry
      left join environments e on page.kind = 'created' and e.id = ${query.environmentId}
      left join users u on u.id = coalesce(d.user_id, a.user_id, e.created_by)
     order by page.at desc, page.id desc`,
  );
  return pageOf(rows, limit);
}

/** What had been left of an environment by an instant: the document, and the run that had left it. */
export interface DocumentAt {
  runId: string;
  finishedAt: Date;
  /** secrets sealed */
  document: EnvironmentModel;
}

/** The document of an environment as the last run before an instant had left it; null before there was one. */
export async function findDocumentAt(db: Db, environmentId: string, at: Date): Promise<DocumentAt | null> {
  const [row] = await rowsOf<DocumentAt>(
    db,
    Prisma.sql`
    select d.id as "runId", d.finished_at as "finishedAt", ${DOCUMENT_OF_VERSION} as document from runs d
     where d.environment_id = ${environmentId} and d.finished_at <= ${at}
       and (d.version is not null or d.model_after is not null)
     order by d.finished_at desc, d.id desc limit 1`,
  );
  return row ?? null;
}

/** A version as it was in force, without what it holds. */
export interface VersionInForce {
  runId: string;
  version: number;
  finishedAt: Date;
  userName: string;
  state: RunState;
}

/** The version of an environment in force at an instant; null before there was one. */
export async function findVersionAt(db: Db, environmentId: string, at: Date): Promise<VersionInForce | null> {
  const [row] = await rowsOf<VersionInForce>(
    db,
    Prisma.sql`
    select d.id as "runId", d.version, d.finished_at as "finishedAt", coalesce(u.display_name, '') as "userName", d.state
      from runs d left join users u on u.id = d.user_id
     where d.environment_id = ${environmentId} and d.version is not null and d.finished_at <= ${at}
     order by d.finished_at desc, d.version desc limit 1`,
  );
  return row ?? null;
}

/** A run as it was at an instant: begun, and perhaps not over. */
export interface RunAt {
  id: string;
  kind: RunKind;
  finishedAt: Date | null;
  modelAsked: EnvironmentModel | null;
  logRemoved: boolean;
}

/** The run of an environment that had been asked for last by an instant; null when none had. */
export async function findRunAt(db: Db, environmentId: string, at: Date): Promise<RunAt | null> {
  const [row] = await rowsOf<RunAt>(
    db,
    Prisma.sql`
    select d.id, d.kind, d.finished_at as "finishedAt", d.model_asked as "modelAsked",
           d.log_removed_at is not null as "logRemoved"
      from runs d where d.environment_id = ${environmentId} and d.created_at <= ${at}
     order by d.created_at desc, d.id desc limit 1`,
  );
  return row ?? null;
}

/** A run over machines that is over, with what it answered. */
export interface ConcludedRun {
  kind: RunKind;
  state: RunState;
  /** secrets sealed */
  result: Json;
  finishedAt: Date;
}

/** Of more workflows since a document was left, the newest tell how machines were: checks may begin every few minutes. */
const MAX_CONCLUDED = 200;

/** The runs between two instants, the second inclusive, that left machines otherwise and no document. */
export function listConcludedRuns(
  db: Db,
  environmentId: string,
  { since, at }: { since: Date; at: Date },
): Promise<ConcludedRun[]> {
  return rowsOf<ConcludedRun>(
    db,
    Prisma.sql`
    select d.kind, d.state, d.result, d.finished_at as "finishedAt" from runs d
     where d.environment_id = ${environmentId} and d.kind = any(${[...UNIT_WORKFLOWS]})
       and d.finished_at > ${since} and d.finished_at <= ${at} and d.result is not null and d.version is null
     order by d.finished_at desc limit ${MAX_CONCLUDED}::int`,
  );
}

/** The newest that the log told of each machine by an instant: its phase, and what was found of it since another instant. */
export async function listMachineEvents(
  db: Db,
  environmentId: string,
  { since, at }: { since: Date; at: Date },
): Promise<VetroEvent[]> {
  const rows = await rowsOf<Omit<VetroEvent, 'at'> & { at: Date }>(
    db,
    Prisma.sql`
    select environment_id as "environmentId", seq, run_id as "runId", at, kind, level, entity, entity_id as "entityId",
           text, data
      from events v where v.environment_id = ${environmentId} and v.seq in (
        select max(m.seq) from events m
         where m.environment_id = ${environmentId} and m.at <= ${at}
           and (m.kind = 'machine.changed' or (m.kind = 'machine.checked' and m.at > ${since}))
         group by m.kind, m.data->>'host')
     order by v.seq`,
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
