import type { Db } from './client';
import { Prisma } from './generated/client';
import { rowsOf } from './statement';

/** How many of the newest first deployments of a tenant count. */
const RUNS = 200;

/**
 * How long the first deployment of an environment usually took in a tenant, by what was deployed.
 *
 * @returns median seconds by makeup: `activeDirectory*2,webServer*1`, types in the order of their names
 */
export async function firstDeploymentDurations(db: Db, tenantId: string): Promise<Map<string, number>> {
  const rows = await rowsOf<{ makeup: string; seconds: number }>(
    db,
    Prisma.sql`
    with runs as (
      select d.model_asked, extract(epoch from d.finished_at - d.started_at) as seconds
        from runs d join environments e on e.id = d.environment_id
       where e.tenant_id = ${tenantId} and d.kind = 'deploy' and d.state = 'success' and d.started_at is not null
         and d.finished_at is not null and jsonb_array_length(d.model_before -> 'services') = 0
       order by d.created_at desc limit ${RUNS}::int
    ), told as (
      select seconds, (select string_agg(part, ',' order by part collate "C")
                         from (select service ->> 'type' || '*' || jsonb_array_length(service -> 'units') as part
                                 from jsonb_array_elements(model_asked -> 'services') as service) as parts) as makeup
        from runs
    )
    select makeup, percentile_cont(0.5) within group (order by seconds)::float8 as seconds
      from told where makeup is not null group by makeup`,
  );
  return new Map(rows.map(({ makeup, seconds }) => [makeup, seconds]));
}

/** What a set of services is made of, as {@link firstDeploymentDurations} names it. */
export function compositionOf(services: readonly { type: string; machines: number }[]): string {
  return services
    .map(({ type, machines }) => `${type}*${machines}`)
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    .join(',');
}
