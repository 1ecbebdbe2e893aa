import type { Invocation, OperationExecutor, OperationResult } from '../ports';

interface Call {
  invocation: Invocation;
  result: Promise<OperationResult>;
  /** nobody wants to know any more what comes of it */
  isAbandoned: boolean;
}

/** The calls of one engine that are under way: none is made twice, and no two of one instance at a time. */
export class Calls {
  private readonly byId = new Map<string, Call>();
  /** the last one of each instance: the next waits for it */
  private readonly lastOf = new Map<string, Call>();

  constructor(private readonly executor: OperationExecutor) {}

  /** Calls an operation, once what is left of the same instance has ended; or waits for the same call. */
  call(invocation: Invocation): Promise<OperationResult> {
    const known = this.byId.get(invocation.id);
    if (known && !known.isAbandoned) return known.result;
    const key = subjectKey(invocation);
    const before = this.lastOf.get(key);
    const result = before ? before.result.then(() => this.execute(invocation)) : this.execute(invocation);
    const call: Call = { invocation, result, isAbandoned: false };
    this.byId.set(invocation.id, call);
    this.lastOf.set(key, call);
    // before whoever waits for it: what has ended is not under way any more
    void result.then(() => this.forget(key, call));
    return result;
  }

  isUnderWay({ id }: Invocation): boolean {
    const call = this.byId.get(id);
    return call !== undefined && !call.isAbandoned;
  }

  abandon(execution: string): void {
    for (const call of this.byId.values()) if (call.invocation.execution === execution) call.isAbandoned = true;
  }

  /** What an executor throws is its own defect: trying again may help. */
  private async execute(invocation: Invocation): Promise<OperationResult> {
    try {
      return await this.executor.execute(invocation);
    } catch (error) {
      return { ok: false, message: error instanceof Error ? error.message : String(error), recoverable: true };
    }
  }

  private forget(key: string, call: Call): void {
    if (this.byId.get(call.invocation.id) === call) this.byId.delete(call.invocation.id);
    if (this.lastOf.get(key) === call) this.lastOf.delete(key);
  }
}

function subjectKey({ subject, operation }: Invocation): string {
  return 'instance' in subject ? subject.instance : JSON.stringify([subject, operation]);
}
