/** The stretch of time a timeline shows, in milliseconds since the epoch. */
export interface TimeWindow {
  from: number;
  to: number;
}

/** Where a stretch of time lies in the window, in percent of its width. */
export interface Position {
  left: number;
  width: number;
}

/**
 * The window of a run: from its start to its end. While it runs, to a round distance beyond both the present and its
 * expected end: the axis stands still, and grows now and then.
 *
 * @param now milliseconds since the epoch
 * @param expectedEnd when it is expected to be over; absent where nobody can tell
 */
export function timeWindow(
  startedAt: string | null,
  finishedAt: string | null,
  now: number,
  expectedEnd = now,
): TimeWindow {
  const from = startedAt === null ? now : Date.parse(startedAt);
  if (finishedAt !== null) return { from, to: Math.max(Date.parse(finishedAt), from + SHORTEST_MS) };
  const seconds = Math.max(now - from, (expectedEnd - from) * MARGIN) / 1000;
  const round = LENGTHS_S.find((length) => length > seconds) ?? Math.ceil((seconds + 1) / LONG_S) * LONG_S;
  return { from, to: from + round * 1000 };
}

const SHORTEST_MS = 5_000;
/** An end that comes a little later than expected needs no longer axis. */
const MARGIN = 1.04;
const LENGTHS_S = [15, 30, 45, 60, 90, 120, 180, 240, 300, 420, 600, 900, 1200, 1800, 2700, 3600];
/** Longer runs are shown by whole half hours. */
const LONG_S = 1800;

/** Places a stretch of time in the window, cut at its edges. */
export function place(segment: { from: number; to: number }, window: TimeWindow): Position {
  const length = window.to - window.from;
  const left = clamp((segment.from - window.from) / length);
  const right = clamp((segment.to - window.from) / length);
  return { left: round(left * 100), width: round(Math.max(0, right - left) * 100) };
}

/** A mark on the time axis: its place in percent and its distance from the start in milliseconds. */
export interface Tick {
  left: number;
  ms: number;
}

const STEPS_S = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 43200, 86400];

/** Marks at round distances from the start, at most `most` of them. */
export function ticks(window: TimeWindow, most: number): Tick[] {
  const seconds = (window.to - window.from) / 1000;
  const step = STEPS_S.find((candidate) => seconds / candidate <= most) ?? Math.ceil(seconds / most);
  const count = Math.floor(seconds / step);
  return Array.from({ length: count + 1 }, (_, index) => ({
    left: round(((index * step) / seconds) * 100),
    ms: index * step * 1000,
  }));
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
