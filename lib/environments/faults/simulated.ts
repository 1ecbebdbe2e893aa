import { errors } from '@/lib/errors';
import type { Faults } from '@/lib/ports/cloud/faults';
import type { Context } from '../context';

/** The faults of a simulated cloud. @throws not_found `not_simulated` where machines are real */
export function faultsOf({ cloud }: Pick<Context, 'cloud'>): Faults {
  if (!cloud.simulation) {
    throw errors.notFound('not_simulated', 'Machines are real here: nothing can be made to go wrong on purpose.');
  }
  return cloud.simulation.faults;
}
