import type { Effects } from '@/lib/ports/conductor';

interface Waiting<T> {
  outcome: Promise<T>;
  hand(value: T): void;
}

/**
 * Hands the outcomes of effects to a program that waits for several at a time: one after the other, each only when the
 * program has done all it could with the one before, in the order that `Effects.first` says. So a replay goes the same
 * way.
 */
export class Turns<T> {
  private readonly waiting: Waiting<T>[] = [];

  constructor(private readonly effects: Pick<Effects, 'first'>) {}

  /** Waits for an effect. @returns its outcome, when its turn has come */
  take(outcome: Promise<T>): Promise<T> {
    return new Promise((hand) => {
      this.waiting.push({ outcome, hand });
    });
  }

  /**
   * Goes on until the program has come to its end.
   *
   * @param isOver whether it has
   * @throws what an effect throws
   */
  async run(isOver: () => boolean): Promise<void> {
    for (;;) {
      await everythingDone();
      if (isOver() || this.waiting.length === 0) break;
      const index =
        this.waiting.length === 1 ? 0 : await this.effects.first(this.waiting.map(({ outcome }) => outcome));
      const [next] = this.waiting.splice(index, 1);
      next?.hand(await next.outcome);
    }
    await Promise.allSettled(this.waiting.map(({ outcome }) => outcome));
  }
}

/** Resolves when nothing is left of what can be done without an answer from outside. */
function everythingDone(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
