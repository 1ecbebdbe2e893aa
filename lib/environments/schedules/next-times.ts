import { Cron } from 'croner';
import { errors, type FieldProblem } from '@/lib/errors';

/** When a schedule comes: a cron expression by the clock of a time zone. */
export interface Times {
  cron: string;
  timeZone: string;
}

/** No two occurrences of a schedule may be nearer than this, in milliseconds: each is a run of its own. */
const LEAST_APART_MS = 5 * 60_000;
/** So many occurrences are compared for that. */
const COMPARED = 50;

/** The first occurrence after an instant; null when there is none any more. */
export function nextTime({ cron, timeZone }: Times, after: Date): Date | null {
  return cronOf(cron, timeZone).nextRun(after);
}

/** The next occurrences after an instant, at most `count`. */
export function nextTimes({ cron, timeZone }: Times, after: Date, count: number): Date[] {
  return cronOf(cron, timeZone).nextRuns(count, after);
}

/**
 * Refuses what is no time.
 *
 * @param now occurrences before it do not count
 * @throws invalid_input `schedule_invalid` naming `cron` or `time_zone`
 */
export function requireTimes({ cron, timeZone }: Times, now: Date): void {
  if (!isTimeZone(timeZone)) {
    throw refusal(
      'time_zone',
      'time_zone_unknown',
      `There is no time zone "${timeZone}". Take one like Europe/Berlin.`,
    );
  }
  let occurrences: Date[];
  try {
    occurrences = nextTimes({ cron, timeZone }, now, COMPARED);
  } catch {
    throw refusal(
      'cron',
      'cron_invalid',
      `"${cron}" cannot be read. Five parts are needed: minute, hour, day of the month, month, day of the week. For example 0 20 * * 1-5.`,
    );
  }
  if (occurrences.length === 0)
    throw refusal('cron', 'cron_never', `"${cron}" never comes. Choose a day that there is.`);
  const isDense = occurrences.some((occurrence, at) => {
    const before = occurrences[at - 1];
    return before !== undefined && occurrence.getTime() - before.getTime() < LEAST_APART_MS;
  });
  if (isDense)
    throw refusal('cron', 'cron_too_often', 'This comes too often. There must be five minutes between two runs.');
}

function cronOf(cron: string, timezone: string): Cron {
  return new Cron(cron, { timezone, paused: true, mode: '5-part' });
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return name !== '';
  } catch {
    return false;
  }
}

function refusal(path: FieldProblem['path'], code: string, sentence: string) {
  return errors.invalidInput(sentence, [{ path, code, sentence }], { code: 'schedule_invalid' });
}
