import type { OperationSubject } from '@/lib/model/lifecycle/execution';
import type { Invocation, OperationExecutor, OperationResult } from '../ports';

/** Calls nothing: every operation has succeeded at once. */
export class DryRunExecutor implements OperationExecutor {
  /** what would have been called, in order */
  readonly planned: { operation: string; subject: OperationSubject }[] = [];

  constructor(private readonly onCall: (invocation: Invocation) => void) {}

  async execute(invocation: Invocation): Promise<OperationResult> {
    const { operation, subject } = invocation;
    this.planned.push({ operation, subject });
    this.onCall(invocation);
    // a host that is asked whether it is there says that it is; a check of drift finds none
    return { ok: true, value: operation === 'host.get_state' ? true : null };
  }

  reattaches(): boolean {
    return false;
  }
}
