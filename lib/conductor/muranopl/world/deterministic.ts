import { createHash } from 'node:crypto';
import type { Clock } from '@vetro/yaql';
import type { BranchChance } from '../engine/program-execution';

/** What a run makes up by itself: ids and chance, the same again for the same seed. */
export interface Deterministic {
  /**
   * 32 hexadecimal digits that no other object has.
   *
   * @param place of the branch that asks: each has a sequence of its own, whichever goes first
   */
  newId(place?: string): string;
  readonly chance: BranchChance;
}

/** Makes ids and chance that follow from a text, so that a replay makes the same ones. */
export function deterministicFrom(seed: string): Deterministic {
  const drawn = new Map<string, number>();
  const digest = (kind: string) => {
    const number = (drawn.get(kind) ?? 0) + 1;
    drawn.set(kind, number);
    return createHash('sha256').update(`${seed} ${kind} ${number}`).digest();
  };
  return {
    newId: (place = '') => digest(`id${place}`).toString('hex').slice(0, 32),
    chance: { next: (place) => digest(`chance${place}`).readUIntBE(0, 6) / 2 ** 48 },
  };
}

/** A clock that stands still at an ISO instant, in universal time: a run has no time of its own. */
export function clockAt(instant: string): Clock {
  const milliseconds = new Date(instant).getTime();
  return { now: () => milliseconds, localOffset: () => 0 };
}
