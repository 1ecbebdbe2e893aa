import type { Service, Unit } from '../environment';
import type { PartChange } from './graph';

/** A part as it is deployed and as it shall become; at least one of the two is there. */
export interface Versions<T> {
  before: T | null;
  after: T | null;
  /** the newer of the two */
  newest: T;
  /** the older of the two */
  oldest: T;
}

/** Pairs the parts of two lists by id: those of `before` in their order, then those that are new. */
export function pairById<T extends { id: string }>(before: readonly T[], after: readonly T[]): Versions<T>[] {
  const kept = new Map(after.map((part) => [part.id, part]));
  const known = new Set(before.map((part) => part.id));
  return [
    ...before.map((part) => {
      const now = kept.get(part.id) ?? null;
      return { before: part, after: now, newest: now ?? part, oldest: part };
    }),
    ...after
      .filter((part) => !known.has(part.id))
      .map((part) => ({ before: null, after: part, newest: part, oldest: part })),
  ];
}

/**
 * How a part differs between two models. State, timestamps and temporary notes are the conductor's: they
 * are no change that a person made. A service's units are compared on their own.
 */
export function changeOf<T extends Service | Unit>({ before, after }: Versions<T>): PartChange | null {
  if (!before) return 'added';
  if (!after) return 'removed';
  return asWritten(before) === asWritten(after) ? null : 'changed';
}

const NOT_WRITTEN = new Set(['state', 'temp', 'created', 'updated', 'status', 'units']);

function asWritten(part: Service | Unit): string {
  return JSON.stringify(
    Object.entries(part)
      .filter(([key]) => !NOT_WRITTEN.has(key))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
