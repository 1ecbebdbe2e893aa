import type { DeployedStatus } from './states';

/**
 * How the machines of an environment are, all together: it has none, none was ever heard of, some failed, some are not
 * up, some were changed by hand, all are up but those that somebody stopped, or all are.
 */
export const MACHINE_HEALTHS = ['none', 'unknown', 'failed', 'partly', 'drifted', 'resting', 'up'] as const;
export type MachineHealth = (typeof MACHINE_HEALTHS)[number];

/** How many machines an environment has, and what was heard of them last. */
export interface MachineCounts {
  /** all that are deployed or being deployed */
  count: number;
  up: number;
  failed: number;
  /** of those that did not fail: how many somebody stopped or suspended */
  resting: number;
  /** of those that rest: how many are suspended */
  suspended: number;
  /** of those that are up: how many are known not to be as their services say */
  drifted: number;
  /** of how many anything was ever heard: a cloud that tells nothing of its machines leaves it at 0 */
  known: number;
}

/**
 * The health of the machines of an environment.
 *
 * @param deployed what is deployed: machines nobody heard of are missing after a deployment that broke off, and unknown
 *   after one that reached its end
 */
export function machineHealth(
  { count, up, failed, resting, drifted, known }: MachineCounts,
  deployed: DeployedStatus,
): MachineHealth {
  if (count === 0) return 'none';
  if (failed > 0) return 'failed';
  if (known === 0 && deployed === 'ready') return 'unknown';
  if (up + resting < count) return 'partly';
  if (drifted > 0) return 'drifted';
  return resting > 0 ? 'resting' : 'up';
}
