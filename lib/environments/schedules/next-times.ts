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
export function nextTime(times: Times, after: Date): Date | null {
  return nextTimes(times, after, 1)[0] ?? null;
}

/**
 * The next occurrences after an instant, at most `count`. An hour of the day that the clock shows twice counts the first
 * time, and a time that it skips comes when it has moved on; `*` means every hour that passes.
 */
export function nextTimes({ cron, timeZone }: Times, after: Date, count: number): Date[] {
  if (cron.trim().split(/\s+/)[1] === '*') return cronOf(cron, timeZone).nextRuns(count, after);
  const offsetMs = offsetsOf(timeZone);
  // The pattern is followed on the clock on the wall, as if that were UTC: it knows nothing of clocks that are changed.
  const wall = cronOf(cron, 'UTC');
  const found: Date[] = [];
  const start = new Date(after.getTime() + offsetMs(after) - LONGEST_SHIFT_MS);
  for (let shown = wall.nextRun(start); shown !== null && found.length < count; shown = wall.nextRun(shown)) {
    const instant = firstInstantOf(shown.getTime(), offsetMs);
    if (instant > (found.at(-1) ?? after)) found.push(instant);
  }
  return found;
}

/** No time zone has changed its clock by more than this, in milliseconds. */
const LONGEST_SHIFT_MS = 3 * 60 * 60_000;

/** @returns when a clock on the wall first shows a time, or has moved on past it */
function firstInstantOf(wallMs: number, offsetMs: (instant: Date) => number): Date {
  const about = wallMs - offsetMs(new Date(wallMs));
  const before = offsetMs(new Date(about - LONGEST_SHIFT_MS));
  const then = offsetMs(new Date(about + LONGEST_SHIFT_MS));
  const shown = [before, then]
    .map((offset) => new Date(wallMs - offset))
    .find((at) => at.getTime() + offsetMs(at) === wallMs);
  if (shown) return shown;
  let [early, late] = [wallMs - then, wallMs - before];
  while (late - early > 1000) {
    const middle = Math.floor((early + late) / 2000) * 1000;
    if (offsetMs(new Date(middle)) === before) early = middle;
    else late = middle;
  }
  return new Date(late);
}

/** @returns what the clocks of a time zone are ahead of UTC at an instant, in milliseconds */
function offsetsOf(timeZone: string): (instant: Date) => number {
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
  const format = new Intl.DateTimeFormat('en-US', { timeZone, ...parts, ...time });
  return (instant) => {
    const shown = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
    const at = (type: Intl.DateTimeFormatPartTypes) => shown.get(type) ?? 0;
    const wall = Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'));
    return wall - Math.floor(instant.getTime() / 1000) * 1000;
  };
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

/** @throws Error when it has not five parts: the library would take an instant in ISO 8601 as well */
function cronOf(cron: string, timezone: string): Cron {
  if (!/^\s*\S+(\s+\S+){4}\s*$/.test(cron)) throw new Error('A cron expression has five parts.');
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
