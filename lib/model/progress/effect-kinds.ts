/** What everybody asks about a kind of effect; how it is carried out is said in `lib/conductor/runtime/effects.ts`. */
interface EffectKindFacts {
  /** where the timeline shows it: on the row of the whole environment, or on that of its machine */
  lane: 'environment' | 'unit';
  /** whether its title tells one from another: else all of its kind count as the same step, for estimates and plans */
  isTitled: boolean;
}

/** The registry of kinds of effects: one line each. */
const KINDS = {
  'stack.update': { lane: 'environment', isTitled: false },
  'stack.delete': { lane: 'environment', isTitled: false },
  'stack.suspend': { lane: 'environment', isTitled: true },
  'stack.resume': { lane: 'environment', isTitled: true },
  'machine.suspend': { lane: 'unit', isTitled: true },
  'machine.resume': { lane: 'unit', isTitled: true },
  software: { lane: 'unit', isTitled: true },
  plan: { lane: 'unit', isTitled: true },
} as const satisfies Record<string, EffectKindFacts>;

export type EffectKind = keyof typeof KINDS;
export const EFFECT_KINDS = Object.keys(KINDS) as [EffectKind, ...EffectKind[]];

/** An effect of a kind that this release does not know is shown as a step of a machine. */
export const UNKNOWN_EFFECT: EffectKind = 'plan';

/** What is said about a kind of effect. */
export function effectKind(kind: EffectKind): EffectKindFacts {
  return KINDS[kind];
}
