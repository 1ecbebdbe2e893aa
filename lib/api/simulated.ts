import { errors } from '@/lib/errors';
import type { Cloud } from '@/lib/ports/cloud/cloud';
import type { SimulationClock } from '@/lib/ports/cloud/simulation';

/**
 * The clock of a simulated cloud.
 *
 * @throws `not_simulated` (404) where machines are real
 */
export function clockOf(cloud: Cloud): SimulationClock {
  if (!cloud.simulation) throw errors.notFound('not_simulated', 'Machines are real here: nobody can make them faster.');
  return cloud.simulation.clock;
}
