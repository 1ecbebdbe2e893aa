import { pastRepairs } from '@/lib/db/repair-durations';
import type { StepTime } from '@/lib/model/step-estimate';
import { atSpeed } from '@/lib/model/step-times';
import type { Context } from '../context';
import { timeOf } from './estimate-steps';

/**
 * How long it takes to repair a machine that is off, by the newest repairs of single machines in this installation.
 *
 * @returns null as long as there was none
 */
export async function repairTime({ db, cloud }: Pick<Context, 'db' | 'cloud'>): Promise<StepTime | null> {
  const time = timeOf(await pastRepairs(db));
  return time && atSpeed(time, cloud.simulation?.clock.speed() ?? 1);
}
