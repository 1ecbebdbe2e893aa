import type { PreviewMachine, PreviewStep } from '@/lib/model/preview';

/** How many machines a deployment makes, changes, restarts, sets up anew, removes and leaves alone. */
export interface EffectCounts {
  create: number;
  change: number;
  restart: number;
  replace: number;
  remove: number;
  keep: number;
}

export function countEffects(machines: readonly PreviewMachine[]): EffectCounts {
  const of = (change: PreviewMachine['change']) => machines.filter((machine) => machine.change === change).length;
  return {
    create: of('create'),
    change: of('change'),
    restart: machines.filter(({ restarts }) => restarts).length,
    replace: of('replace'),
    remove: of('remove'),
    keep: of('keep'),
  };
}

/** The effects worth a word in a sentence: with a change also that nothing restarts for it. */
export function shownEffects(counts: EffectCounts): { effect: Exclude<keyof EffectCounts, 'keep'>; count: number }[] {
  const order = ['create', 'replace', 'change', 'restart', 'remove'] as const;
  return order
    .map((effect) => ({ effect, count: counts[effect] }))
    .filter(({ effect, count }) => count > 0 || (effect === 'restart' && counts.change > 0));
}

/** Steps by round, in order. */
export function roundsOf(steps: readonly PreviewStep[]): PreviewStep[][] {
  const rounds = new Map<number, PreviewStep[]>();
  for (const step of steps) rounds.set(step.round, [...(rounds.get(step.round) ?? []), step]);
  return [...rounds.values()];
}
