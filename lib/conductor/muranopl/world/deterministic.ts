import { createHash } from 'node:crypto';
import type { Clock, RandomSource } from '@/lib/conductor/yaql';

/** What a run makes up by itself: ids and chance, the same again for the same seed. */
export interface Deterministic {
  /** 32 hexadecimal digits that no other object has */
  newId(): string;
  readonly chance: RandomSource;
}

/** Makes ids and chance that follow from a text, so that a replay makes the same ones. */
export function deterministicFrom(seed: string): Deterministic {
  let ids = 0;
  let draws = 0;
  const digest = (kind: string, number: number) => createHash('sha256').update(`${seed} ${kind} ${number}`).digest();
  return {
    newId: () => digest('id', ++ids).toString('hex').slice(0, 32),
    chance: { next: () => digest('chance', ++draws).readUIntBE(0, 6) / 2 ** 48 },
  };
}

/** A clock that stands still at an ISO instant, in universal time: a run has no time of its own. */
export function clockAt(instant: string): Clock {
  const milliseconds = new Date(instant).getTime();
  return { now: () => milliseconds, localOffset: () => 0 };
}
