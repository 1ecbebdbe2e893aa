import type { Rounds } from '../background/rounds';
import { startDueChecks } from './check';
import { type HealthParts, lookAtMachines } from './look';

/** How often it is asked which environments are due, in milliseconds. */
const EVERY_MS = 10_000;

/** Looks at machines from outside, and starts checks by packages where somebody wants them. */
export function healthRounds(parts: HealthParts): Rounds[] {
  return [
    {
      name: 'looks at machines',
      everyMs: EVERY_MS,
      round: async (now) => {
        await lookAtMachines(parts, now);
        return null;
      },
    },
    {
      name: 'checks by packages',
      everyMs: EVERY_MS,
      round: async (now) => {
        await startDueChecks(parts, now);
        return null;
      },
    },
  ];
}
