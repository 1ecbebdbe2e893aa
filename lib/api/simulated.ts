import type { Clock } from '@/lib/cloud/clock';
import type { Cloud } from '@/lib/cloud/cloud';
import type { Faults } from '@/lib/cloud/faults';
import { errors } from '@/lib/errors';

/** The faults of a simulated cloud. Throws `not_simulated` (404) where machines are real. */
export function faultsOf(cloud: Cloud): Faults {
  if (!cloud.faults) {
    throw errors.notFound('not_simulated', 'Machines are real here: nothing can be made to go wrong on purpose.');
  }
  return cloud.faults;
}

/** The clock of a simulated cloud. Throws `not_simulated` (404) where machines are real. */
export function clockOf(cloud: Cloud): Clock {
  if (!cloud.clock) throw errors.notFound('not_simulated', 'Machines are real here: nobody can make them faster.');
  return cloud.clock;
}
