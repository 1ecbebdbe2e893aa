import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { LanguageEnd, LanguageTask } from '@/lib/conductor/language/language';
import type { HostedTask } from '@/lib/conductor/language/language-host';
import { errors, fromProblem } from '@/lib/errors';
import type { EnvironmentModel } from '@/lib/model/environment';
import { isOutOfMemory } from '@/lib/threads/thread-pool';
import { createEffectRecord, type EffectRecord } from './effect-record';
import type { FromWorker, ToWorker, WorkerEnd, WorkerTask } from './messages';

/** A task with how it gets to a worker. */
export interface SupervisedTask extends HostedTask {
  /** what its worker has, in MB */
  heapMb: number;
  /** Has a worker carry it out, to its end; `signal` ends the worker wherever it stands. */
  start(task: WorkerTask, signal: AbortSignal): Promise<void>;
}

/** How long a program that is to end may take to write down what it has reached, in milliseconds. */
const GRACE_MS = 2_000;
/**
 * By how much a program may overrun its time before its worker is ended, in milliseconds. It is stopped long before,
 * with the place where it stood, unless it is in the middle of something that never looks at the clock.
 */
const OVERRUN_MS = 5_000;

/** For so long a task has to wait before others may have its place, in milliseconds. */
const IDLE_MS = 1_000;

/** Why a worker was ended. */
type Ending =
  | { kind: 'put down' }
  | { kind: 'stopped' }
  | { kind: 'overrun' }
  | { kind: 'abandoned' }
  | { kind: 'fault'; error: unknown };

/** What a task has come to, whichever worker carries it out. */
interface Progress {
  record: EffectRecord;
  reached: EnvironmentModel;
}

/**
 * Carries a task out. While it waits for the world its place may go to another one, and its worker with it: once there is
 * something to go on with, it waits for a place and begins in a new worker, which hears of all effects what they came to.
 */
export async function superviseTask(supervised: SupervisedTask): Promise<LanguageEnd> {
  const { effects, model, place, stop, abandoned } = supervised;
  const progress: Progress = {
    reached: model,
    record: createEffectRecord({
      ...effects,
      saveModel: (saved) => {
        progress.reached = saved;
        return effects.saveModel(saved);
      },
    }),
  };
  for (;;) {
    const end = await superviseWorker(supervised, progress);
    if (end !== 'put down') return end;
    await Promise.race([progress.record.changed(), fired(stop.signal), fired(abandoned)]);
    await Promise.race([place?.regain(), fired(abandoned)]);
  }
}

/** Resolves when a signal has fired; never without one. */
function fired(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    else signal?.addEventListener('abort', () => resolve(), { once: true });
  });
}

/**
 * Has a worker carry a task out: performs the effects it asks for, tells it to stop, and ends the worker of one that
 * does neither answer nor end.
 */
async function superviseWorker(supervised: SupervisedTask, progress: Progress): Promise<LanguageEnd | 'put down'> {
  const { packages, stop, abandoned, heapMb, start, place, ...task } = supervised;
  const { port1: port, port2 } = new MessageChannel();
  const stopFlag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const worker = new AbortController();
  let ending: Ending | null = null;
  let timer: NodeJS.Timeout | undefined;
  let withdraw = () => {};

  const endWorker = (why: Ending) => {
    ending ??= why;
    worker.abort();
  };
  const offerPlace = () => {
    withdraw = place?.offer(() => endWorker({ kind: 'put down' })) ?? withdraw;
  };
  /** While nothing is asked of the world the program computes: that is bounded. */
  const watch = () => {
    clearTimeout(timer);
    withdraw();
    if (served.underWay() > 0) {
      timer = setTimeout(offerPlace, IDLE_MS);
      return;
    }
    const isToStop = stopFlag[0] !== 0;
    timer = setTimeout(
      () => endWorker({ kind: isToStop ? 'stopped' : 'overrun' }),
      isToStop ? GRACE_MS : task.limits.maxProcessorMs + OVERRUN_MS,
    );
  };
  const passStopOn = () => {
    if (stopFlag[0] === 0 && !served.isRepeating() && stop.isDue()) {
      Atomics.store(stopFlag, 0, 1);
      watch();
    }
  };
  const say = (said: ToWorker) => {
    passStopOn();
    port.postMessage(said);
    watch();
  };
  const served = progress.record.serve(say, (error) => endWorker({ kind: 'fault', error }));
  let resolveEnd: (end: WorkerEnd) => void = () => undefined;
  const ended = new Promise<WorkerEnd>((resolve) => {
    resolveEnd = resolve;
  });
  port.on('message', (said: FromWorker) => {
    if (said.kind === 'ended') return resolveEnd(said.end);
    if (said.kind === 'calls') {
      served.perform(said.calls);
      passStopOn();
    } else if (said.needsPackages) port.postMessage({ kind: 'packages', packages } satisfies ToWorker);
    watch();
  });

  const leave = () => endWorker({ kind: 'abandoned' });
  stop.signal.addEventListener('abort', passStopOn);
  abandoned?.addEventListener('abort', leave);
  try {
    passStopOn();
    if (abandoned?.aborted) leave();
    await start({ task: plain(task), digest: packages.digest, port: port2, stop: stopFlag }, worker.signal);
    return endOf(await ended);
  } catch (error) {
    if (isPutDown(ending)) return 'put down';
    return endedBy(ending, error, { reached: progress.reached, heapMb, limits: task.limits });
  } finally {
    clearTimeout(timer);
    withdraw();
    served.detach();
    stop.signal.removeEventListener('abort', passStopOn);
    abandoned?.removeEventListener('abort', leave);
    close(port);
  }
}

function isPutDown(ending: Ending | null): boolean {
  return ending?.kind === 'put down';
}

/** What travels of a task. */
function plain({ operation, model, limits, origin, classConfigs }: LanguageTask): LanguageTask {
  return { operation, model, limits, origin, classConfigs };
}

/** What was said before the port is closed is of no use any more. */
function close(port: MessagePort): void {
  port.removeAllListeners('message');
  port.close();
}

function endOf(end: WorkerEnd): LanguageEnd {
  if (end.ok) return end.end;
  if ('problem' in end) throw fromProblem(end.problem);
  throw new Error(`A task failed in its worker: ${end.defect}`);
}

/** What a task comes to whose worker was ended, or ended by itself. */
function endedBy(
  ending: Ending | null,
  error: unknown,
  { reached, heapMb, limits }: { reached: EnvironmentModel; heapMb: number; limits: LanguageTask['limits'] },
): LanguageEnd {
  switch (ending?.kind) {
    case 'stopped':
      return { model: reached, cancelled: true };
    case 'fault':
      throw ending.error;
    case 'overrun':
      throw errors.language(
        'budget_exceeded',
        `The packages of this environment were stopped because they computed for more than ${limits.maxProcessorMs / 1000} seconds.`,
      );
    default:
      if (!isOutOfMemory(error)) throw error;
      throw errors.language(
        'memory_exceeded',
        `The packages of this environment were stopped because their programs took more than ${heapMb} MB of memory. Look for a list or a text that grows in a loop.`,
        { cause: error },
      );
  }
}
