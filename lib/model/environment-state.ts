import type { MachineHealth } from './machine-health';
import type { DeployedStatus } from './states';

/**
 * What an environment is as a whole: what is deployed in it, and where that is all as it was asked for, how its machines
 * are. It is `ready` only where they all do what they are for.
 */
export type EnvironmentState = DeployedStatus | 'broken' | 'partly' | 'drifted' | 'resting' | 'suspended';

/** What decides it. */
export interface EnvironmentFacts {
  deployed_status: DeployedStatus;
  machines: { count: number; resting: number; suspended: number; health: MachineHealth };
}

/** The state of an environment, for its head, for lists and for the drawing. */
export function environmentState({ deployed_status: deployed, machines }: EnvironmentFacts): EnvironmentState {
  if (deployed !== 'ready') return deployed;
  const { health, count, resting, suspended } = machines;
  if (health === 'failed') return 'broken';
  if (health === 'partly' || health === 'drifted') return health;
  if (count === 0 || resting < count) return 'ready';
  return suspended === count ? 'suspended' : 'resting';
}
