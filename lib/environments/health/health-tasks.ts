import type { PeriodicTask } from '../background/periodic-task';
import { startDueChecks } from './check';
import { type HealthParts, probeMachines } from './probe';
import { watchSilence } from './silent-agents';

/** How often it is asked which environments are due, in milliseconds. */
const MAX_INTERVAL_MS = 10_000;

/** How often machines in the middle of a step are looked at, in milliseconds: a dead one is told of within a minute. */
const WATCH_INTERVAL_MS = 5_000;

/** Probes machines from outside, watches those that are in the middle of a step, and starts checks by packages where somebody wants them. */
export function healthTasks(parts: HealthParts): PeriodicTask[] {
  return [
    {
      name: 'machines in the middle of a step',
      everyMs: WATCH_INTERVAL_MS,
      run: async () => {
        await watchSilence(parts);
        return null;
      },
    },
    {
      name: 'probes of machines',
      everyMs: Math.min(MAX_INTERVAL_MS, parts.probeIntervalMs),
      run: async (now) => {
        const { isFull } = await probeMachines(parts, now);
        return isFull ? now : null;
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
