import type { PeriodicTask } from '../background/periodic-task';
import { startDueChecks } from './check';
import { type HealthParts, probeMachines } from './probe';

/** How often it is asked which environments are due, in milliseconds. */
const MAX_INTERVAL_MS = 10_000;

/** Probes machines from outside, and starts checks by packages where somebody wants them. */
export function healthTasks(parts: HealthParts): PeriodicTask[] {
  return [
    {
      name: 'probes of machines',
      everyMs: Math.min(MAX_INTERVAL_MS, parts.probeIntervalMs),
      run: async (now) => {
        await probeMachines(parts, now);
        return null;
      },
    },
    {
      name: 'checks by packages',
      everyMs: MAX_INTERVAL_MS,
      run: async (now) => {
        await startDueChecks(parts, now);
        return null;
      },
    },
  ];
}
