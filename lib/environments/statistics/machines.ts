import { machineTimes } from '@/lib/db/machine-times';
import { byId } from '@/lib/model/by-id';
import { visibleEnvironment } from '../access/visible';
import { requireRole, type UseCaseCall } from '../context';
import { typesOf } from '../service-types';

/** What Murano calls a machine among what it counts. */
const MACHINE_TYPE = 100;
const MS_PER_SECOND = 1_000;

/** How long one machine has been there, in Murano's words. */
export interface MachineStatistics {
  type: number;
  /** in seconds */
  duration: number;
  type_name: string;
  type_title: string;
  instance_id: string;
  /** whether it is there now: those that went are not told */
  active: boolean;
}

/**
 * How long the machines of an environment have been there: what is paid for by the hour.
 *
 * @param input `unitId`: of this machine alone
 * @throws forbidden `role_too_low`, `other_tenant`; not_found `environment_not_found`
 */
export async function machineStatistics({
  ctx,
  input,
}: UseCaseCall<{ environmentId: string; unitId?: string }>): Promise<MachineStatistics[]> {
  requireRole(ctx, 'reader');
  const { environmentId, unitId } = input;
  const { model } = await visibleEnvironment(ctx, environmentId);
  const [times, types] = await Promise.all([machineTimes(ctx.db, environmentId), typesOf(ctx, model)]);
  const services = byId(model.services);
  const now = ctx.now().getTime();
  return times
    .filter((one) => unitId === undefined || one.unitId === unitId)
    .map(({ unitId: id, serviceId, since }) => {
      const service = services.get(serviceId ?? '');
      const type = types.find((known) => known.type === service?.type);
      return {
        type: MACHINE_TYPE,
        duration: Math.max(0, Math.round((now - since.getTime()) / MS_PER_SECOND)),
        type_name: service?.type ?? '',
        type_title: type?.title ?? '',
        instance_id: id,
        active: true,
      };
    });
}

/** The same, all machines together; nothing where there are none. @throws as {@link machineStatistics} */
export async function machineTotals({
  ctx,
  input,
}: UseCaseCall<{ environmentId: string }>): Promise<{ type: number; duration: number; count: number }[]> {
  const machines = await machineStatistics({ ctx, input });
  if (machines.length === 0) return [];
  const duration = machines.reduce((sum, one) => sum + one.duration, 0);
  return [{ type: MACHINE_TYPE, duration, count: machines.length }];
}
