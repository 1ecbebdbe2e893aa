import type { Effects } from '@/lib/ports/conductor';

interface Pending<T> {
  outcome: Promise<T>;
  resolve(value: T): void;
}

/**
 * A completion queue: a program has several effects under way and gets their outcomes one after the other, each only when
 * it has done all it could with the one before, in the order that `Effects.first` says. So a replay goes the same way.
 */
export class CompletionQueue<T> {
  private readonly pending: Pending<T>[] = [];

  constructor(private readonly effects: Pick<Effects, 'first'>) {}

  /** @returns the outcome of an effect, when its turn in the queue has come */
  completion(outcome: Promise<T>): Promise<T> {
    return new Promise((resolve) => {
      this.pending.push({ outcome, resolve });
    });
  }

  /**
   * Delivers completions until the program has come to its end.
   *
   * @param isOver whether it has
   * @throws what an effect throws
   */
  async drain(isOver: () => boolean): Promise<void> {
    for (;;) {
      await settled();
      if (isOver() || this.pending.length === 0) break;
      const index =
        this.pending.length === 1 ? 0 : await this.effects.first(this.pending.map(({ outcome }) => outcome));
      const [next] = this.pending.splice(index, 1);
      next?.resolve(await next.outcome);
    }
    await Promise.allSettled(this.pending.map(({ outcome }) => outcome));
  }
}

/** Resolves when nothing is left of what can be done without an answer from outside. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
