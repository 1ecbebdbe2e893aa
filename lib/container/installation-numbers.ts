import type { Db } from '@/lib/db/client';
import { countEnvironments, queueOf, runsByState } from '@/lib/db/installation';
import type { InstallationNumbers } from '@/lib/metrics/metrics';
import type { Cloud } from '@/lib/ports/cloud/cloud';

/** What the gauges of the metrics tell, as it is now. @throws Error when the database does not answer */
export async function installationNumbers(db: Db, cloud: Pick<Cloud, 'health'>): Promise<InstallationNumbers> {
  const [deployments, environments, queue, health] = await Promise.all([
    runsByState(db),
    countEnvironments(db),
    queueOf(db),
    cloud.health?.() ?? null,
  ]);
  const { oldestQueuedAt } = queue;
  return {
    deployments,
    environments,
    oldestQueuedSeconds: oldestQueuedAt === null ? null : Math.max(0, (Date.now() - oldestQueuedAt.getTime()) / 1_000),
    troubledMachines:
      health &&
      (['failed', 'silent'] as const).map((state) => ({
        state,
        count: health.troubled.filter((machine) => machine.state === state).length,
      })),
  };
}
