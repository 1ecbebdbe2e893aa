import type { ProcessorTime } from '@/lib/conductor/language/processor-time';
import type { Effects } from '@/lib/ports/conductor';
import { type DriveEnd, driveWith, type Perform } from '../engine/drive';
import { type Request, Sleep } from '../execution/requests';
import type { Waiting } from '../types/waiting';
import { type AgentOutcome, type AgentRequest, type AnyRequest, type Identity, WorldRequest } from './requests';

/** What requests are answered with. */
export interface HostServices {
  readonly effects: Effects;
  /** how long a plan may take when the program does not say, in milliseconds */
  readonly planTimeoutMs: number;
  readonly identity: Identity;
}

/** What a run needs of the world. */
export interface World extends HostServices {
  /** what the run may take of the processor: the same as its execution has */
  readonly time: ProcessorTime;
  /** called before anything is changed: what was reached so far is stored first */
  readonly beforeActing?: () => Promise<void>;
}

/**
 * Carries a run to its end in the world. Effects begin in the order they are asked for; where branches wait side by
 * side, `effects.first` says whose answer came first, so that a replay goes the same way. Plans that nobody waits for
 * are waited for at the end.
 *
 * @returns what the run ends with; `left` when an effect was cut short by a cancel
 * @throws what the program throws, and what effects throw
 */
export async function drive(work: Waiting, world: World): Promise<DriveEnd> {
  const { effects, time, beforeActing } = world;
  const alone: Promise<AgentOutcome>[] = [];
  let isCancelled = false;
  const note = (outcome: unknown) => {
    if (isCutShort(outcome)) isCancelled = true;
  };
  const perform = performer(world, alone);
  let end: DriveEnd;
  try {
    end = await driveWith(
      work,
      (request) => {
        const outcome = perform(request);
        outcome.then(note, () => undefined);
        return outcome;
      },
      {
        first: (pending) => effects.first(pending),
        before: async (fresh) => {
          if (fresh.some(isActing)) await beforeActing?.();
        },
        isOver: () => isCancelled,
        during: (work) => time.during(work),
      },
    );
  } finally {
    for (const outcome of await Promise.all(alone)) note(outcome);
  }
  return isCancelled ? { left: true } : end;
}

/** What changes the world. */
const ACTING: ReadonlySet<string> = new Set(['updateStack', 'deleteStack', 'plan']);

function isActing(request: Request): boolean {
  return request instanceof WorldRequest && ACTING.has(request.kind);
}

/**
 * Performs the requests of a run one by one.
 *
 * @param alone takes the plans that nobody waits for; without it they are begun and forgotten
 */
export function performer(world: HostServices, alone: Promise<AgentOutcome>[] = []): Perform {
  return (request) => performRequest(request, world, alone);
}

/** @throws Error for a request that is none of ours */
function performRequest(given: Request, world: HostServices, alone: Promise<AgentOutcome>[]): Promise<unknown> {
  if (given instanceof Sleep) return world.effects.sleep(given.seconds * 1000);
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
      return effects.report(request.asked);
    case 'plan': {
      const { asked } = request;
      const outcome = execute(asked, world);
      if (asked.isAwaited) return outcome;
      alone.push(outcome);
      return Promise.resolve(null);
    }
  }
}

function execute(asked: AgentRequest, world: HostServices): Promise<AgentOutcome> {
  const { isAwaited: _, timeoutMs, package: own, ...request } = asked;
  const named = own === undefined ? request : { ...request, package: own };
  return world.effects.executePlan({ ...named, timeoutMs: timeoutMs ?? world.planTimeoutMs });
}

/** Whether an outcome says that a cancel came in between. */
function isCutShort(outcome: unknown): boolean {
  if (typeof outcome !== 'object' || outcome === null) return false;
  const { problem } = outcome as { problem?: { kind?: unknown } };
  return problem?.kind === 'cancelled';
}
