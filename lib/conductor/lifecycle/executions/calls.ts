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
  private readonly bySubject = new Map<string, Set<Call>>();

  constructor(private readonly executor: OperationExecutor) {}

  /** Calls an operation, once what is left of the same instance has ended; or waits for the same call. */
  async call(invocation: Invocation): Promise<OperationResult> {
    const known = this.byId.get(invocation.id);
    if (known && !known.isAbandoned) return known.result;
    const key = subjectKey(invocation);
    for (let others = this.bySubject.get(key); others && others.size > 0; others = this.bySubject.get(key)) {
      await Promise.allSettled([...others].map(({ result }) => result));
      for (const other of others) this.forget(key, other);
    }
    const call: Call = { invocation, result: this.execute(invocation), isAbandoned: false };
    this.byId.set(invocation.id, call);
    this.bySubject.set(key, (this.bySubject.get(key) ?? new Set()).add(call));
    try {
      return await call.result;
    } finally {
      this.forget(key, call);
    }
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
    const others = this.bySubject.get(key);
    others?.delete(call);
    if (others?.size === 0) this.bySubject.delete(key);
  }
}

function subjectKey({ subject, operation }: Invocation): string {
  return 'instance' in subject ? subject.instance : JSON.stringify([subject, operation]);
}
