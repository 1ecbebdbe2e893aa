import type { Db } from './client';
import { Prisma } from './generated/client';
import { rowsOf } from './statement';

/** What keys of events about a machine at a step have after the id of its effect. */
export const TROUBLE_MARK = ':trouble:';

/** A step of a run that a machine is at, or will be at next. */
export interface OpenPlan {
  environmentId: string;
  tenantId: string;
  /** of its environment; null: the usual one of the cloud */
  region: string | null;
  runId: string;
  effectId: string;
  serviceId: string;
  unitId: string;
  host: string;
  /** key of the last event about trouble with the machine at this step; null: there was none */
  lastTrouble: string | null;
}

/** The plans of all runs that go on which were handed out and are not answered yet. */
export function openPlans(db: Db): Promise<OpenPlan[]> {
  return rowsOf<OpenPlan>(
    db,
    Prisma.sql`
    select e.id as "environmentId", e.tenant_id as "tenantId", e.model->>'region' as region, r.id as "runId", begun.data->>'effectId' as "effectId",
           begun.data->>'serviceId' as "serviceId", begun.data->>'unitId' as "unitId", begun.data->>'host' as host,
           (select trouble.key from events trouble
             where trouble.run_id = r.id and trouble.kind = 'report'
               and starts_with(trouble.key, (begun.data->>'effectId') || ${TROUBLE_MARK})
             order by trouble.seq desc limit 1) as "lastTrouble"
      from runs r join environments e on e.id = r.environment_id
      join events begun on begun.run_id = r.id and begun.kind = 'effect.started' and begun.data->>'effect' = 'plan'
     where r.state = 'running' and begun.data ? 'unitId' and begun.data ? 'serviceId'
       and not exists (select 1 from events ended
                        where ended.environment_id = e.id and ended.key = (begun.data->>'effectId') || ':finished')
     order by begun.seq`,
  );
}
