import { nextTryOfSchedules } from '@/lib/db/schedules';
import type { PeriodicTask } from '../background/periodic-task';
import { type FireParts, fireDueSchedules } from './fire';

/** How long a schedule that another process has changed may go unnoticed, in milliseconds. */
const EVERY_MS = 5_000;

/** Starts what is due, as soon as it is. */
export function scheduleTask(parts: FireParts): PeriodicTask {
  return {
    name: 'schedules',
    everyMs: EVERY_MS,
    run: async (now) => {
      await fireDueSchedules(parts, now);
      return nextTryOfSchedules(parts.db);
    },
  };
}
