import { PAUSE } from '@/lib/conductor/language/pause';
import type { ProcessorTime } from '@/lib/conductor/language/processor-time';
import type { Effects } from '@/lib/ports/conductor';
import { settleInside } from '../execution/fibers';
import { type Answered, type Request, Sleep, WaitAny } from '../execution/requests';
import type { Waiting } from '../types/waiting';
import { type AgentOutcome, type AgentRequest, type AnyRequest, type Identity, WorldRequest } from './requests';

/** What requests are answered with. */
export interface Outside {
  readonly effects: Effects;
  /** how long a plan may take when the program does not say, in milliseconds */
  readonly planTimeoutMs: number;
  readonly identity: Identity;
}

/** What a run needs of the world. */
export interface World extends Outside {
  /** what the run may take of the processor: the same as its execution has */
  readonly time: ProcessorTime;
  /** called before anything is changed: what was gained so far is stored first */
  readonly beforeActing?: () => Promise<void>;
}

type Settled = { readonly value: unknown } | { readonly error: unknown };

/** How a run came to its end: by itself, or left off because someone cancelled the deployment. */
export type RunEnd = { readonly cancelled: false; readonly value: unknown } | { readonly cancelled: true };

/**
 * Carries a run to its end: asks the world what the program asks, and hands over the answers. Effects begin in the
 * order they are asked for; where branches wait side by side, `effects.first` says whose answer came first, so that
 * a replay goes the same way. Plans that nobody waits for are waited for at the end.
 *
 * @returns what the run ends with; `cancelled` when an effect was cut short by a cancel, or one came while the program
 *   was busy with itself: it is left where it stood
 * @throws what the program throws, and what effects throw
 */
export async function drive(work: Waiting, world: World): Promise<RunEnd> {
  const underWay = new Map<Request, Promise<Settled>>();
  const alone: Promise<AgentOutcome>[] = [];
  let isCancelled = false;
  const note = <Answer>(outcome: Answer): Answer => {
    if (isCutShort(outcome)) isCancelled = true;
    return outcome;
  };
  const begin = (request: Request): Promise<Settled> => {
    const known = underWay.get(request);
    if (known) return known;
    const begun = perform(request, world, alone).then(
      (value): Settled => ({ value: note(value) }),
      (error: unknown): Settled => ({ error }),
    );
    underWay.set(request, begun);
    return begun;
  };
  const end = async (): Promise<void> => {
    const outcomes = await Promise.all([...alone, ...underWay.values()]);
    outcomes.map(note);
  };

  const { time } = world;
  const run = settleInside(work);
  const advance = (go: () => IteratorResult<unknown, unknown>) => {
    try {
      return time.during(go);
    } catch (error) {
      failure = { error };
      return { done: true, value: undefined } as const;
    }
  };
  let failure: { error: unknown } | undefined;
  let turn = advance(() => run.next());
  while (!turn.done) {
    const request = turn.value as Request;
    if (request === PAUSE) {
      if (!(await time.yield())) {
        isCancelled = true;
        break;
      }
      turn = advance(() => run.next(null));
      continue;
    }
    const requests = request instanceof WaitAny ? request.requests : [request];
    if (requests.some((one) => !underWay.has(one) && isActing(one))) await world.beforeActing?.();
    const pending = requests.map(begin);
    const index = await world.effects.first(pending);
    const settled = (await pending[index]) as Settled;
    underWay.delete(requests[index] as Request);
    if (isCancelled) break;
    turn = advance(() => {
      if (request instanceof WaitAny) return run.next({ index, ...settled } satisfies Answered);
      return 'error' in settled ? run.throw(settled.error) : run.next(settled.value);
    });
  }
  await end();
  if (failure) throw failure.error;
  return isCancelled ? { cancelled: true } : { cancelled: false, value: turn.value };
}

/** What changes the world. */
const ACTING: ReadonlySet<string> = new Set(['updateStack', 'deleteStack', 'plan']);

function isActing(request: Request): boolean {
  return request instanceof WorldRequest && ACTING.has(request.kind);
}

/**
 * Brings work to its end that asks for nothing but pauses.
 *
 * @throws what the work throws
 */
export async function doWork(work: Waiting, time: ProcessorTime): Promise<unknown> {
  let turn = time.during(() => work.next());
  while (!turn.done) {
    if (turn.value !== PAUSE) throw new Error('Work that may only pause asked for something.');
    await time.yield();
    turn = time.during(() => work.next(null));
  }
  return turn.value;
}

/**
 * Performs the requests of a run one by one, for a driver that needs no replay. Plans that nobody waits for are begun
 * and forgotten.
 */
export function performer(world: Outside): (request: Request) => Promise<unknown> {
  return (request) => perform(request, world, []);
}

/** Performs one request. @throws Error for a request that is none of ours */
function perform(given: Request, world: Outside, alone: Promise<AgentOutcome>[]): Promise<unknown> {
  if (given instanceof Sleep) return world.effects.sleep(given.seconds * 1000).then(() => null);
  if (!(given instanceof WorldRequest)) throw new Error('A run asked for something that no world has.');
  const request = given as AnyRequest;
  const { effects } = world;
  switch (request.kind) {
    case 'readStack':
      return effects.readStack(request.asked.stack);
    case 'updateStack':
      return effects.updateStack(request.asked.update);
    case 'deleteStack':
      return effects.deleteStack(request.asked.stack);
    case 'networks':
      return effects.networks();
    case 'identity':
      return Promise.resolve(world.identity);
    case 'report':
      return effects.report(request.asked).then(() => null);
    case 'plan': {
      const { asked } = request;
      const outcome = execute(asked, world);
      if (asked.isAwaited) return outcome;
      alone.push(outcome);
      return Promise.resolve(null);
    }
  }
}

function execute({ isAwaited: _, timeoutMs, ...request }: AgentRequest, world: Outside): Promise<AgentOutcome> {
  return world.effects.executePlan({ ...request, timeoutMs: timeoutMs ?? world.planTimeoutMs });
}

/** Whether an outcome says that a cancel came in between. */
function isCutShort(outcome: unknown): boolean {
  if (typeof outcome !== 'object' || outcome === null) return false;
  const { problem } = outcome as { problem?: { kind?: unknown } };
  return problem?.kind === 'cancelled';
}
