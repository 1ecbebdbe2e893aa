import type { TimeWindow } from './positioning';
import type { Segment } from './rows';

/** Where a bar and its words are drawn, in pixels from the left edge of the track. */
export interface PlacedBar {
  segment: Segment;
  /** which line of its row, from 0 */
  lane: number;
  left: number;
  width: number;
  /** its words: in it, or beside it; `width` is the room that they have */
  words: { left: number; width: number; inside: boolean };
}

/** No bar is narrower than this. */
const LEAST_PX = 6;
/** Between the edge of a bar and its words. */
const PAD_PX = 6;
/** Between what two steps take up on one line. */
const GAP_PX = 8;
/** Words that have less room than this are told elsewhere. */
const LEAST_WORDS_PX = 24;

/** What is no work of its own: it is told by a strip below the bars of its row. */
export function isAside(kind: Segment['kind']): boolean {
  return kind === 'waiting' || kind === 'boot' || kind === 'restart';
}

/**
 * Puts the bars of a row with their words on as few lines as they need, so that no word lies over another or over
 * another's bar: in the bar where they fit, else behind it, else before it; on a track too narrow for them, cut off.
 * A step under way keeps the room until its expected end.
 *
 * @param trackPx width of the whole window
 * @param wordsPx width of a segment's words
 */
export function layLanes(
  segments: readonly Segment[],
  window: TimeWindow,
  trackPx: number,
  wordsPx: (segment: Segment) => number,
): { bars: PlacedBar[]; lanes: number } {
  const length = Math.max(1, window.to - window.from);
  const px = (ms: number) => Math.min(trackPx, Math.max(0, ((ms - window.from) / length) * trackPx));
  const busyUntil: number[] = [];
  const bars = segments
    .filter(({ kind, from }) => !isAside(kind) && from < window.to)
    .toSorted((a, b) => a.from - b.from)
    .map((segment): PlacedBar => {
      const left = Math.min(px(segment.from), trackPx - LEAST_PX);
      const width = Math.max(LEAST_PX, px(segment.to) - left);
      const reach = Math.max(left + width, segment.expectedTo === null ? 0 : px(segment.expectedTo));
      const words = placeWords(left, width, reach, wordsPx(segment), trackPx);
      const begin = Math.min(left, words.left);
      const end = Math.max(reach, words.left + words.width);
      const free = busyUntil.findIndex((until) => until + GAP_PX <= begin);
      const lane = free < 0 ? busyUntil.length : free;
      busyUntil[lane] = end;
      return { segment, lane, left, width, words };
    });
  return { bars, lanes: Math.max(1, busyUntil.length) };
}

function placeWords(left: number, width: number, reach: number, wanted: number, trackPx: number): PlacedBar['words'] {
  const whole = reach - left;
  const within = { left: left + PAD_PX, width: whole - 2 * PAD_PX, inside: true };
  if (wanted <= within.width) return within;
  const behind = trackPx - reach - PAD_PX;
  if (wanted <= behind) return { left: reach + PAD_PX, width: wanted, inside: false };
  const before = left - PAD_PX;
  if (wanted <= before) return { left: before - wanted, width: wanted, inside: false };
  const rooms = [
    within,
    { left: reach + PAD_PX, width: behind, inside: false },
    { left: 0, width: before, inside: false },
  ];
  const most = rooms.reduce((best, room) => (room.width > best.width ? room : best));
  return most.width < LEAST_WORDS_PX ? { left: left + width, width: 0, inside: false } : most;
}
