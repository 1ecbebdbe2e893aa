import type { EnvironmentModel, Unit } from '@/lib/model/environment';
import type { NewEvent } from '@/lib/model/event';
import { hostNameOf } from '@/lib/model/installed';
import type { MachineCounts } from '@/lib/model/machine-health';
import type { MachinePhaseName } from '@/lib/model/machine-phases';
import { conditionOf, differencesOf, isBroken, restingStateOf } from '@/lib/model/operations/condition';
import type { RestingState } from '@/lib/model/unit-state';
import type { Db } from './client';
import { DEPLOYS } from './deploying-runs';
import { Prisma } from './generated/client';
import { quickRowsOf } from './statement';

/**
 * What is heard of machines: each is as the last of the events says. One that is not known yet is noted while a run goes
 * on in its environment; the end of the run keeps those that its document has.
 */
export async function updateMachinePhases(db: Db, environmentId: string, events: readonly NewEvent[]): Promise<void> {
  const newest = new Map(
    events.flatMap(({ kind, data }) =>
      kind === 'machine.changed' && typeof data?.unitId === 'string' ? [[data.unitId, data] as const] : [],
    ),
  );
  if (newest.size === 0) return;
  await quickRowsOf(
    db,
    Prisma.sql`
    insert into machines (environment_id, unit_id, tenant_id, host, phase)
    select e.id, told.unit, e.tenant_id, told.host, told.phase
      from environments e cross join jsonb_to_recordset(${JSON.stringify(
        [...newest].map(([unit, { host, phase }]) => ({ unit, host, phase })),
      )}::jsonb) as told (unit text, host text, phase text)
     where e.id = ${environmentId} and (e.active_run_id is not null or exists (
       select 1 from machines kept where kept.environment_id = e.id and kept.unit_id = told.unit))
    on conflict (environment_id, unit_id) do update set host = excluded.host, phase = excluded.phase`,
  );
}

/**
 * Common tables of a larger statement that make the machines of an environment those of its document.
 *
 * @param environment name of a common table with the environment's row (`id`, `tenant_id`)
 */
export function machinesOf(environment: Prisma.Sql, { services }: Pick<EnvironmentModel, 'services'>): Prisma.Sql {
  const units = services.flatMap((service) =>
    service.units.map((unit) => ({
      ...{ unit: unit.id, service: service.id, host: hostNameOf(unit) },
      condition: conditionKept(unit),
    })),
  );
  return Prisma.sql`
    units as (
      select * from jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as row (unit text, service text, host text, condition text)
    ), machines_gone as (
      delete from machines using ${environment} as owner
       where machines.environment_id = owner.id and machines.unit_id not in (select unit from units)
    ), machines_kept as (
      insert into machines (environment_id, unit_id, tenant_id, service_id, host, condition)
      select distinct on (units.unit) owner.id, units.unit, owner.tenant_id, units.service, units.host, units.condition
        from ${environment} as owner, units
      on conflict (environment_id, unit_id) do update
        set service_id = excluded.service_id, host = coalesce(excluded.host, machines.host),
            condition = excluded.condition
    )`;
}

/** What of the condition of a machine is counted in lists; null where nothing is to be said. */
function conditionKept(unit: Pick<Unit, 'state'>): RestingState | 'broken' | 'drifted' | null {
  const condition = conditionOf(unit);
  if (!condition) return null;
  const resting = restingStateOf(condition);
  if (resting !== null || isBroken(condition)) return resting ?? 'broken';
  return differencesOf(condition).length > 0 ? 'drifted' : null;
}

/**
 * The counts of the machines of an environment `e` as JSON, from the join {@link MACHINES_JOIN}; null when it has none.
 * While it deploys, it has as many as are asked for.
 */
export const MACHINE_COUNTS = Prisma.sql`
  case when machines.count is not null or e.active_run_id is not null then jsonb_build_object(
    'count', greatest(coalesce(machines.count, 0), (
      select jsonb_array_length(jsonb_path_query_array(coalesce(d.model_after, d.model_asked), '$.services[*].units[*]'))
        from runs d where d.id = e.active_run_id and ${DEPLOYS})),
    'up', coalesce(machines.up, 0), 'failed', coalesce(machines.failed, 0), 'resting', coalesce(machines.resting, 0),
    'suspended', coalesce(machines.suspended, 0), 'drifted', coalesce(machines.drifted, 0),
    'known', coalesce(machines.known, 0)) end`;

/** Whether a row of `machines` is one that somebody should look at. */
export const TROUBLED_MACHINE = Prisma.sql`(condition = 'broken' or phase = 'failed')`;

/** Joins `machines` for {@link MACHINE_COUNTS}. */
export const MACHINES_JOIN = Prisma.sql`
  left join lateral (
    select count(*) as count, count(*) filter (where phase = 'ready' and (condition is null or condition = 'drifted')) as up,
           count(*) filter (where ${TROUBLED_MACHINE}) as failed,
           count(*) filter (where condition in ('stopped', 'suspended') and phase is distinct from 'failed') as resting,
           count(*) filter (where condition = 'suspended' and phase is distinct from 'failed') as suspended,
           count(*) filter (where condition = 'drifted' and phase is distinct from 'failed') as drifted,
           count(coalesce(phase, condition)) as known
      from machines where machines.environment_id = e.id group by machines.environment_id) machines on true`;

/** The counts of the machines of an environment; null when it has none. */
export async function countMachines(db: Db, environmentId: string): Promise<MachineCounts | null> {
  const rows = await quickRowsOf<{ counts: MachineCounts | null }>(
    db,
    Prisma.sql`select ${MACHINE_COUNTS} as counts from environments e ${MACHINES_JOIN} where e.id = ${environmentId}`,
  );
  return rows[0]?.counts ?? null;
}

/** A machine with where it is. */
export interface FoundMachine {
  host: string;
  unitId: string;
  serviceId: string | null;
  environmentId: string;
  environmentName: string;
  phase: MachinePhaseName | null;
}

/** Machines of a tenant whose name begins so, whatever the case, by name; at most so many. */
export function findMachines(db: Db, tenantId: string, beginning: string, limit: number): Promise<FoundMachine[]> {
  const like = `${beginning.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return quickRowsOf<FoundMachine>(
    db,
    Prisma.sql`
    select m.host, m.unit_id as "unitId", m.service_id as "serviceId", e.id as "environmentId",
           e.name as "environmentName", m.phase
      from machines m join environments e on e.id = m.environment_id
     where m.tenant_id = ${tenantId} and lower(m.host) like ${like} order by lower(m.host), m.unit_id
     limit ${limit}::int`,
  );
}
