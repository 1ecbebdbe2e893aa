import type { Effects } from '@/lib/ports/conductor';

interface Pending {
  outcome: Promise<unknown>;
  resolve(value: unknown): void;
  round: number;
}

/**
 * A completion queue: a program has several effects under way and gets their outcomes one after the other, each only when
 * it has done all it could with the one before, in the order that `Effects.first` says. So a replay goes the same way.
 */
export class CompletionQueue {
  private readonly pending: Pending[] = [];
  private current = 0;
  private last = 0;

  constructor(private readonly effects: Pick<Effects, 'first'>) {}

  /** How many completions come before whatever is asked now: effects of the same round wait for none of each other. */
  get round(): number {
    return this.current;
  }

  /** @returns the outcome of an effect, when its turn in the queue has come */
  completion<T>(outcome: Promise<T>): Promise<T> {
    return new Promise((resolve) => {
      this.last = Math.max(this.last, this.current);
      this.pending.push({ outcome, resolve: (value) => resolve(value as T), round: this.current });
    });
  }

  /**
   * Delivers completions until the program has come to its end.
   *
   * @param isOver whether it has
   * @param interrupt may tell the program something before it hears of the next one; answers whether it did
   * @throws what an effect throws
   */
  async drain(isOver: () => boolean, interrupt: () => boolean = () => false): Promise<void> {
    for (;;) {
      await settled();
      if (isOver()) break;
      if (interrupt()) continue;
      if (this.pending.length === 0) break;
      const index =
        this.pending.length === 1 ? 0 : await this.effects.first(this.pending.map(({ outcome }) => outcome));
      const [next] = this.pending.splice(index, 1);
      if (!next) break;
      const value = await next.outcome;
      this.current = next.round + 1;
      interrupt();
      next.resolve(value);
    }
    this.current = this.last + 1;
    await Promise.allSettled(this.pending.map(({ outcome }) => outcome));
  }
}

/** Resolves when nothing is left of what can be done without an answer from outside. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
