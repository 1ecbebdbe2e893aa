import type { LifecycleClock } from '@/lib/conductor/lifecycle';

interface Timer {
  at: number;
  order: number;
  then: () => void;
}

/** Time that passes only when nothing else is left to do, so that waiting costs nothing. */
export class SimulatedTime implements LifecycleClock {
  private time = 0;
  private count = 0;
  private timers: Timer[] = [];

  after(milliseconds: number, then: () => void): () => void {
    this.count += 1;
    const timer = { at: this.time + milliseconds, order: this.count, then };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((one) => one !== timer);
    };
  }

  /** Lets everything that needs no time come to its end. */
  settle(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve));
  }

  /** Goes to the next moment at which something happens. */
  advance(): boolean {
    const [first] = this.timers.toSorted((one, other) => one.at - other.at || one.order - other.order);
    if (!first) return false;
    this.timers = this.timers.filter((one) => one !== first);
    this.time = first.at;
    first.then();
    return true;
  }
}
