import type { Effects } from '@/lib/conductor/ports';
import { settleInside } from '../run/fibers';
import { type Answered, type Request, Sleep, WaitAny } from '../run/requests';
import type { Waiting } from '../types/waiting';
import { type AgentOutcome, type AgentRequest, type AnyRequest, type Identity, WorldRequest } from './requests';

/** What a run needs of the world. */
export interface World {
  readonly effects: Effects;
  /** how long a plan may take when the program does not say, in milliseconds */
  readonly planTimeoutMs: number;
  readonly identity: Identity;
  /** called before anything is changed: what was gained so far is stored first */
  readonly beforeActing?: () => void;
}

type Settled = { readonly value: unknown } | { readonly error: unknown };

/** How a run came to its end: by itself, or left off because someone cancelled the deployment. */
export type RunEnd = { readonly cancelled: false; readonly value: unknown } | { readonly cancelled: true };

/**
 * Carries a run to its end: asks the world what the program asks, and hands over the answers. Effects begin in the
 * order they are asked for; where branches wait side by side, `effects.first` says whose answer came first, so that
 * a replay goes the same way. Plans that nobody waits for are waited for at the end.
 *
 * @returns what the run ends with; `cancelled` when an effect was cut short by a cancel: the program is left where it
 *   stood
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

  const run = settleInside(work);
  let turn = run.next();
  while (!turn.done) {
    const request = turn.value as Request;
    const requests = request instanceof WaitAny ? request.requests : [request];
    const pending = requests.map(begin);
    const index = await world.effects.first(pending);
    const settled = (await pending[index]) as Settled;
    underWay.delete(requests[index] as Request);
    if (isCancelled) {
      await end();
      return { cancelled: true };
    }
    if (request instanceof WaitAny) turn = run.next({ index, ...settled } satisfies Answered);
    else turn = 'error' in settled ? run.throw(settled.error) : run.next(settled.value);
  }
  await end();
  return isCancelled ? { cancelled: true } : { cancelled: false, value: turn.value };
}

/** What changes the world. */
const ACTING: ReadonlySet<string> = new Set(['updateStack', 'deleteStack', 'plan']);

/**
 * Performs the requests of a run one by one, for a driver that needs no replay. Plans that nobody waits for are begun
 * and forgotten.
 */
export function performer(world: World): (request: Request) => Promise<unknown> {
  return (request) => perform(request, world, []);
}

/** Performs one request. @throws Error for a request that is none of ours */
function perform(given: Request, world: World, alone: Promise<AgentOutcome>[]): Promise<unknown> {
  if (given instanceof Sleep) return world.effects.sleep(given.seconds * 1000).then(() => null);
  if (!(given instanceof WorldRequest)) throw new Error('A run asked for something that no world has.');
  const request = given as AnyRequest;
  const { effects } = world;
  if (ACTING.has(request.kind)) world.beforeActing?.();
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

function execute({ isAwaited: _, timeoutMs, ...request }: AgentRequest, world: World): Promise<AgentOutcome> {
  return world.effects.executePlan({ ...request, timeoutMs: timeoutMs ?? world.planTimeoutMs });
}

/** Whether an outcome says that a cancel came in between. */
function isCutShort(outcome: unknown): boolean {
  if (typeof outcome !== 'object' || outcome === null) return false;
  const { problem } = outcome as { problem?: { kind?: unknown } };
  return problem?.kind === 'cancelled';
}
