import type { StepTime } from '../step-estimate';

/** How long something takes, in milliseconds. */
export type Span = Omit<StepTime, 'runs'>;

/** An instant to come, in milliseconds from now, as likely as not, with how far off it may be. */
export interface Moment {
  ms: number;
  /** squares of how much earlier and how much later: what is independent of each other adds up in squares */
  early: number;
  late: number;
}

export const NOW: Moment = { ms: 0, early: 0, late: 0 };

/** The end of what begins at a moment and takes so long. */
export function after(moment: Moment, { lowMs, typicalMs, highMs }: Span): Moment {
  return {
    ms: moment.ms + typicalMs,
    early: moment.early + (typicalMs - lowMs) ** 2,
    late: moment.late + (highMs - typicalMs) ** 2,
  };
}

/** Of two moments the one that is likely to come later. */
export function later(one: Moment, other: Moment): Moment {
  return other.ms > one.ms ? other : one;
}

/** The time until a moment, as a range. */
export function untilMoment({ ms, early, late }: Moment): Span {
  return {
    lowMs: Math.max(0, Math.round(ms - Math.sqrt(early))),
    typicalMs: Math.round(ms),
    highMs: Math.round(ms + Math.sqrt(late)),
  };
}

/** What is left of something that has been under way for a while: what is later than usual needs longer still. */
export function leftOf({ lowMs, typicalMs, highMs }: Span, elapsedMs: number): Span {
  const most = Math.max(0, highMs - elapsedMs);
  const likely = elapsedMs < typicalMs ? typicalMs - elapsedMs : most / 2;
  return { lowMs: Math.max(0, Math.min(lowMs - elapsedMs, likely)), typicalMs: likely, highMs: Math.max(most, likely) };
}

/** The same if all goes on as quick as usual: what is late ends now. */
export function leastOf({ typicalMs }: Span, elapsedMs: number): Span {
  const ms = Math.max(0, typicalMs - elapsedMs);
  return { lowMs: ms, typicalMs: ms, highMs: ms };
}
