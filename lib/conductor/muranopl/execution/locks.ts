import type { Fiber } from './fibers';
import { LockWait } from './requests';

/** One lock: who is inside, and how often. */
interface Lock {
  fiber: Fiber;
  count: number;
}

/** Locks of methods: two branches are not inside the same method of the same object at once. */
export class Locks {
  private readonly held = new Map<object, Map<string, Lock>>();

  /**
   * Goes in under a key of a subject, waiting until it is free. A branch may go in again where it, or who began
   * it, is inside already. Answers how to go out.
   */
  *enter(subject: object, key: string, fiber: Fiber): Generator<unknown, () => void, unknown> {
    const isFree = () => this.isOpen(subject, key, fiber);
    while (!isFree()) yield new LockWait(isFree);
    return this.take(subject, key, fiber);
  }

  private isOpen(subject: object, key: string, fiber: Fiber): boolean {
    const lock = this.held.get(subject)?.get(key);
    return !lock || fiber.isWithin(lock.fiber);
  }

  private take(subject: object, key: string, fiber: Fiber): () => void {
    let locks = this.held.get(subject);
    if (!locks) {
      locks = new Map();
      this.held.set(subject, locks);
    }
    const known = locks.get(key);
    if (known) known.count++;
    else locks.set(key, { fiber, count: 1 });
    const owner = locks;
    return () => {
      const lock = owner.get(key);
      if (!lock || --lock.count > 0) return;
      owner.delete(key);
      if (owner.size === 0) this.held.delete(subject);
    };
  }
}
