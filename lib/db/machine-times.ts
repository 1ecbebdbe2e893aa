import type { Db } from './client';
import { Prisma } from './generated/client';
import { quickRowsOf } from './statement';

/** A machine that is there, and since when. */
export interface MachineTime {
  unitId: string;
  serviceId: string | null;
  /** when it was first heard of; of one whose log is not kept any more, when its environment was made */
  since: Date;
}

/** The machines of an environment, the oldest first. */
export function machineTimes(db: Db, environmentId: string): Promise<MachineTime[]> {
  return quickRowsOf<MachineTime>(
    db,
    Prisma.sql`
    select m.unit_id as "unitId", m.service_id as "serviceId", coalesce(heard.first, e.created_at) as since
      from machines m join environments e on e.id = m.environment_id
      left join (select entity_id, min(at) as first from events
                  where environment_id = ${environmentId} and kind = 'machine.changed' group by entity_id) heard
        on heard.entity_id = m.unit_id
     where m.environment_id = ${environmentId} and m.service_id is not null order by since, m.unit_id`,
  );
}
