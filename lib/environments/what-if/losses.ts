import type { AddressOutcome, OutageOutcome, PromiseOutcome } from '@/lib/ports/cloud/outage';

/** Something that ends: a promise of packages, or the answer at an address. */
export interface Loss {
  /** the same for the same thing in another dry run */
  key: string;
  /** in words */
  sentence: string;
}

/** Whether somebody answered at an address, and nobody does any more. */
export function isLost({ before, after }: AddressOutcome): boolean {
  return before.answers && !after.answers;
}

/** Everything that ends when machines are lost. */
export function lossesOf({ promises, addresses }: OutageOutcome): Loss[] {
  const broken = promises.filter(({ outcome }) => outcome === 'broken');
  return [
    ...broken.map((promise) => ({ key: keyOf(promise), sentence: promise.sentence ?? promise.name })),
    ...addresses.filter(isLost).map(({ url }) => ({ key: url, sentence: `Nobody answers at ${url} any more.` })),
  ];
}

function keyOf({ package: from, name, of, machines }: PromiseOutcome): string {
  return JSON.stringify([from, name, of ?? machines]);
}
