import { nextTryOfSchedules } from '@/lib/db/schedules';
import type { Rounds } from '../background/rounds';
import { type FireParts, fireDueSchedules } from './fire';

/** How long a schedule that another process has changed may go unnoticed, in milliseconds. */
const EVERY_MS = 5_000;

/** Starts what is due, at the moment when it is. */
export function scheduleRounds(parts: FireParts): Rounds {
  return {
    name: 'schedules',
    everyMs: EVERY_MS,
    round: async (now) => {
      await fireDueSchedules(parts, now);
      return nextTryOfSchedules(parts.db);
    },
  };
}
