import { DslError, isFinal, isStackOverflow, tooDeep } from '../errors';
import type { Waiting } from '../types/waiting';
import { type Answered, LockWait, type Request, WaitAny, Yield } from './requests';

/** A thread of a run: the run itself, or a branch of Parallel, below the fiber that began it. */
export class Fiber {
  /** which one it is, whatever the order in which fibers went on: '' for the run itself, '.2.1' for a branch of its second branch */
  readonly place: string;
  private begun = 0;
  private numbers = 0;

  constructor(readonly parent: Fiber | undefined) {
    this.place = parent ? `${parent.place}.${++parent.begun}` : '';
  }

  /** A number that nothing else gets in this fiber. */
  nextNumber(): number {
    return this.numbers++;
  }

  /** Whether this is the other fiber, or was begun by it or its branches. */
  isWithin(other: Fiber): boolean {
    for (let fiber: Fiber | undefined = this; fiber; fiber = fiber.parent) if (fiber === other) return true;
    return false;
  }
}

/** Which fiber runs now, and how many there may be. */
export interface FiberState {
  fiber: Fiber;
  /** branches that are under way */
  branches: number;
  readonly limits: { readonly branches: number };
}

/** How a branch ended. */
type Outcome = { readonly value: unknown } | { readonly error: unknown };

class Branch {
  outcome: Outcome | undefined;
  /** what it waits for; empty before it has begun */
  requests: readonly Request[] = [];
  isMany = false;
  private readonly fiber: Fiber;

  constructor(
    private readonly work: Waiting,
    private readonly state: FiberState,
  ) {
    this.fiber = new Fiber(state.fiber);
    state.branches++;
  }

  /** Runs until it waits or ends. Throws what stops the whole run. */
  resume(go: Advance): void {
    const turn = this.advance(go);
    if (turn) {
      this.isMany = turn.value instanceof WaitAny;
      this.requests = turn.value instanceof WaitAny ? turn.value.requests : [turn.value as Request];
      return;
    }
    this.requests = [];
    this.state.branches--;
    if (this.outcome && 'error' in this.outcome && isFinal(this.outcome.error)) throw this.outcome.error;
  }

  /** What it yields next; undefined once it has ended. */
  private advance(go: Advance): IteratorYieldResult<unknown> | undefined {
    const { state } = this;
    const outer = state.fiber;
    state.fiber = this.fiber;
    try {
      const turn = go(this.work);
      if (!turn.done) return turn;
      this.outcome = { value: turn.value };
    } catch (error) {
      this.outcome = { error };
    } finally {
      state.fiber = outer;
    }
    return undefined;
  }

  /** Hands over the answer to one of its requests. */
  answer(index: number, answered: Answered): void {
    this.resume((work) => {
      if (this.isMany) return work.next({ ...answered, index });
      return 'error' in answered ? work.throw(answered.error) : work.next(answered.value);
    });
  }
}

type Advance = (work: Waiting) => IteratorResult<unknown, unknown>;
const proceed: Advance = (work) => work.next(null);

/**
 * Runs branches beside one another, at most `limit` at a time. Each goes as far as it can before the next
 * begins; then whoever is answered goes on. All are run to their end. Answers their values in order, or throws
 * the error of the first branch, in the order they are written, that failed; BranchLimitExceeded, and any other ceiling
 * of the run that a branch meets, at once.
 */
export function* runBranches(
  starts: readonly (() => Waiting)[],
  limit: number,
  state: FiberState,
): Generator<unknown, unknown[], unknown> {
  const branches: Branch[] = [];
  const active: Branch[] = [];
  const begin = (atOnce: boolean) => {
    while (active.length < limit && branches.length < starts.length) {
      if (state.branches >= state.limits.branches) throw tooManyBranches(state.limits.branches);
      const branch = new Branch((starts[branches.length] as () => Waiting)(), state);
      branches.push(branch);
      if (atOnce || active.length === 0) branch.resume(proceed);
      else branch.requests = [new Yield()];
      if (!branch.outcome) active.push(branch);
    }
  };
  // Those that get a place later stand behind those who have one.
  begin(true);
  while (active.length > 0) {
    const requests = active.flatMap((branch) => branch.requests);
    const answered = (yield new WaitAny(requests)) as Answered;
    let index = answered.index;
    const at = active.findIndex((branch) => {
      if (index < branch.requests.length) return true;
      index -= branch.requests.length;
      return false;
    });
    const branch = active[at];
    if (!branch) throw new Error('A driver answered a request that nobody made.');
    branch.answer(index, answered);
    // Who was answered goes to the end of the line, so that nobody is forgotten.
    active.splice(at, 1);
    if (!branch.outcome) active.push(branch);
    begin(false);
  }
  return branches.map(({ outcome }) => {
    if (outcome && 'error' in outcome) throw outcome.error;
    return outcome?.value;
  });
}

/**
 * Settles what a run can settle by itself: waits for locks, and branches that give way. Yields what only the
 * outside can answer.
 *
 * @throws RuntimeError when every branch waits for a lock that another one holds
 */
export function* settleInside(work: Waiting): Waiting {
  try {
    return yield* settle(work);
  } catch (error) {
    throw isStackOverflow(error) ? tooDeep() : error;
  }
}

function* settle(work: Waiting): Waiting {
  let turn = work.next();
  while (!turn.done) {
    const request = turn.value;
    if (request instanceof WaitAny) {
      const { requests } = request;
      let index = requests.findIndex((one) => one instanceof Yield || (one instanceof LockWait && one.isFree()));
      if (index >= 0) turn = work.next({ index, value: null } satisfies Answered);
      else {
        const outside = requests.filter((one) => !(one instanceof LockWait));
        if (outside.length === 0) throw deadlock();
        const answered = (yield new WaitAny(outside)) as Answered;
        index = requests.indexOf(outside[answered.index] as Request);
        turn = work.next({ ...answered, index });
      }
    } else if (request instanceof Yield) turn = work.next(null);
    else if (request instanceof LockWait) throw deadlock();
    else turn = yield* handOver(work, request);
  }
  return turn.value;
}

function* handOver(work: Waiting, request: unknown): Generator<unknown, IteratorResult<unknown, unknown>, unknown> {
  let answer: unknown;
  try {
    answer = yield request;
  } catch (error) {
    return work.throw(error);
  }
  return work.next(answer);
}

function tooManyBranches(most: number): DslError {
  return new DslError(
    'BranchLimitExceeded',
    `The program was stopped because more than ${most} branches of Parallel or pselect were under way at the same time. Give them a Limit, and no branches that begin branches without end.`,
  );
}

function deadlock(): DslError {
  return new DslError('RuntimeError', 'Every branch waits for a method that another branch is in.');
}
