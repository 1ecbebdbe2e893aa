import type { OperationFailure, OperationSubject } from '@/lib/model/lifecycle/execution';

/** A workflow that could not reach what it is for. */
export class WorkflowFailure extends Error {
  constructor(
    message: string,
    readonly operations: readonly OperationFailure[] = [],
  ) {
    super(message);
    this.name = 'WorkflowFailure';
  }
}

/** A workflow that somebody has cancelled. */
export class WorkflowCancelled extends Error {
  constructor() {
    super('The execution was cancelled.');
    this.name = 'WorkflowCancelled';
  }
}

/** All errors of one graph as one: each with its operation and instance. */
export function operationErrors(failures: readonly OperationFailure[]): WorkflowFailure {
  const lines = failures.map(
    ({ operation, subject, message }) => `${operation} on ${subjectText(subject)}: ${message}`,
  );
  const count = failures.length === 1 ? '1 operation error' : `${failures.length} operation errors`;
  return new WorkflowFailure(`${count}. ${lines.join('; ')}`, failures);
}

/** An instance, or both ends of a relationship and the side that is meant. */
export function subjectText(subject: OperationSubject): string {
  return 'instance' in subject ? subject.instance : `${subject.source}->${subject.target} (${subject.side})`;
}
