/** How many executions may run at once, over all deployments of a process (digest, section 1: 20). */
export class ExecutionSlots {
  private taken = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly limit = 20) {}

  /** @returns whether there was a free one; `give` gives it back */
  take(): boolean {
    if (this.taken >= this.limit) return false;
    this.taken += 1;
    return true;
  }

  give(): void {
    this.taken -= 1;
    this.waiting.shift()?.();
  }

  /** Calls back once, when a slot has become free. */
  whenFree(then: () => void): void {
    this.waiting.push(then);
  }
}
