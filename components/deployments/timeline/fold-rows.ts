import { ALONE, type Segment, type TimelineGroup, type TimelineRow } from './rows';

/** A service with more machines than this is told as one row, when a run has many machines. */
export const FOLDED_FROM = 6;
/** So many machines can be looked at one by one. */
export const FEW_MACHINES = 16;

const GRAVITY = ['failed', 'running', 'cancelled', 'ok', 'planned'] as const;

/** All machines of a service as one row: steps alike are one bar, from when the first begins until the last ends. */
export function foldRows({ id, title, rows }: TimelineGroup): TimelineRow {
  const alike = new Map<string, Segment[]>();
  for (const segment of rows.flatMap((row) => row.segments)) {
    if (segment.kind === 'waiting') continue;
    const key = `${segment.kind} ${segment.step?.title ?? ''}`;
    const known = alike.get(key);
    if (known) known.push(segment);
    else alike.set(key, [segment]);
  }
  const segments = [...alike].map(([key, all]) => together(`${id} ${key}`, all)).sort((a, b) => a.from - b.from);
  return { id, title, unitId: null, removal: null, segments };
}

/** More steps alike than these on one machine are one bar: each would have a line of its own. */
const MAX_SIMILAR_STEPS = 4;

/**
 * A row with steps alike as one bar where there are many: a database server that lets forty applications in. What failed
 * stands for itself, and so do all of a kind as long as one of them is looked at.
 *
 * @param picked id of the effect whose details are shown
 */
export function gatherAlike(row: TimelineRow, picked: string | null): TimelineRow {
  const alike = new Map<string, Segment[]>();
  for (const segment of row.segments) {
    if (segment.kind !== 'effect' || segment.state === 'failed' || segment.step === null) continue;
    const key = segment.step.title;
    const known = alike.get(key);
    if (known) known.push(segment);
    else alike.set(key, [segment]);
  }
  const many = [...alike].filter(
    ([, all]) =>
      all.length > MAX_SIMILAR_STEPS && !all.some(({ effectId }) => effectId !== null && effectId === picked),
  );
  if (many.length === 0) return row;
  const gathered = new Set(many.flatMap(([, all]) => all));
  const bars = many.map(([key, all]) => together(`${row.id} ${key}`, all));
  return { ...row, segments: [...row.segments.filter((one) => !gathered.has(one)), ...bars] };
}

function together(id: string, all: readonly Segment[]): Segment {
  const [first] = all as [Segment];
  if (all.length === 1) return first;
  const done = all.filter(({ state }) => state === 'ok').length;
  const begun = all.some(({ state }) => state !== 'planned');
  const states = new Set(all.map(({ state }) => state));
  const gravest = GRAVITY.find((state) => states.has(state)) ?? 'ok';
  // some are done and others are still to come: it goes on
  const state = begun && states.has('planned') && gravest === 'ok' ? 'running' : gravest;
  const ends = all.map((one) => Math.max(one.to, one.expectedTo ?? 0));
  const last = Math.max(...ends);
  const reached = Math.max(...all.filter((one) => !begun || one.state !== 'planned').map(({ to }) => to));
  return {
    ...first,
    ...ALONE,
    id,
    from: Math.min(...all.map(({ from }) => from)),
    to: reached,
    expectedTo: last > reached ? last : null,
    state,
    effectId: null,
    progress: null,
    critical: all.some(({ critical }) => critical),
    together: { done, count: all.length },
  };
}
