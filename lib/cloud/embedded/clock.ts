import { type Kernel, notification } from '@/lib/cloud/kernel/kernel';
import { Prisma } from '@/lib/db/generated/client';
import { rowsOf } from '@/lib/db/statement';
import type { SimulationClock } from '@/lib/ports/cloud/simulation';

/** The message that the speed was changed. */
export const CLOCK_MESSAGE = 'clock';

/** The clock of a cloud, kept in its database: every process that shares the cloud goes by it. */
export function createClock(
  kernel: Kernel & { speeds: Map<string, number> },
): SimulationClock & { read(): Promise<void> } {
  const { db, speeds } = kernel;
  return {
    speed: (tenantId) => (tenantId === undefined ? undefined : speeds.get(tenantId)) ?? kernel.speed,
    ownSpeed: (tenantId) => speeds.get(tenantId) ?? null,
    setSpeedOf: async (tenantId, speed) => {
      await rowsOf(
        db,
        Prisma.sql`
        with set as (
          insert into cloud_tenant_clocks (tenant_id, speed) values (${tenantId}, ${speed})
          on conflict (tenant_id) do update set speed = excluded.speed
        )
        select ${notification(CLOCK_MESSAGE)}`,
      );
      speeds.set(tenantId, speed);
    },
    setSpeed: async (speed) => {
      await rowsOf(
        db,
        Prisma.sql`
        with set as (
          insert into cloud_clock (id, speed) values (1, ${speed}) on conflict (id) do update set speed = excluded.speed
        )
        select ${notification(CLOCK_MESSAGE)}`,
      );
      kernel.speed = speed;
    },
    read: async () => {
      const [row] = await rowsOf<{ speed: number }>(db, Prisma.sql`select speed from cloud_clock`);
      kernel.speed = row?.speed ?? 1;
      const own = await rowsOf<{ tenantId: string; speed: number }>(
        db,
        Prisma.sql`select tenant_id as "tenantId", speed from cloud_tenant_clocks`,
      );
      speeds.clear();
      for (const { tenantId, speed } of own) speeds.set(tenantId, speed);
    },
  };
}
