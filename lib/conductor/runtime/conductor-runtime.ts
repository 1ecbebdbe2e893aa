import { type Conductor, type ConductorOptions, type ConductorPorts, RUN_OVER_SIGNAL } from '@/lib/conductor/conductor';
import type { TaskPlace } from '@/lib/conductor/language/language-host';
import { DEFAULT_MAX_ITEMS } from '@/lib/conductor/language/max-items';
import { DEFAULT_PROCESSOR_MS } from '@/lib/conductor/language/processor-time';
import { previewDeployment } from '@/lib/conductor/preview/preview-deployment';
import { createStackOwners } from '@/lib/conductor/stacks/stack-owners';
import { createStacks } from '@/lib/conductor/stacks/stacks';
import { CANCEL_MODES, type CancelMode } from '@/lib/model/runs/cancel-mode';
import { runKind } from '@/lib/model/runs/kinds';
import type { DurableRuns, RecordedSteps } from '@/lib/ports/run-journal';
import { createFairQueue } from '@/lib/threads/fair-queue';
import { createMachineEventWriter } from './cloud-events';
import { createCrashLoopGuard } from './crash-loop-guard';
import { createCrashPoints } from './crash-points';
import { createEnvironmentQueue } from './environment-queue';
import { executeRun, type RunContext } from './execute-run';
import { DEFAULT_HANG_MS, watchExecutors } from './executor-watch';
import { giveUp, KILLED, recover, STOPS_SERVER } from './recovery';
import { createReplyCorrelator } from './reply-correlator';
import { retrying } from './retry';
import { createRunControl, type RunControl } from './run-control';

/** Signals that a run shall end, by the way in which. */
const END_SIGNALS: Record<CancelMode, string> = {
  cancel: 'cancel-deployment',
  force: 'force-cancel-run',
  kill: 'kill-run',
};
/**
 * How long the durable records of a run stay after its end, in milliseconds. They hold the packages and the answer of
 * every step, so that a run can go on; one that is over never does. An hour is for whoever looks into a fault.
 */
const RECORDS_KEPT_MS = 60 * 60 * 1_000;

/** Runs carried out at a time by a process that says nothing else. */
const DEFAULT_MAX_RUNS = 24;

/** The conductor on a journal: see `Conductor` for what it promises. */
export function createConductorRuntime(ports: ConductorPorts, options: ConductorOptions): Conductor {
  const { cloud, log, signals, store, lease } = ports;
  const replyCorrelator = createReplyCorrelator(ports.replies, signals, () => ports.clock.now());
  // A DBOS queue could bound runs too, but it looks for work once a second: a click on Deploy would wait for half of that.
  const slots = createFairQueue({
    maxRunning: options.maxRuns ?? DEFAULT_MAX_RUNS,
    maxRunningOfOwner: options.maxRunsOfTenant ?? options.maxRuns ?? DEFAULT_MAX_RUNS,
  });
  const running = new Map<string, RunControl>();
  const context: RunContext = {
    ...ports,
    replyCorrelator,
    stacks: createStacks(cloud.stacks, ports.stackLedger),
    crashPointsOf: createCrashPoints(options.crashAt, options.crash),
    limits: {
      defaultPlanTimeoutMs: options.defaultPlanTimeoutMs ?? 30 * 60_000,
      maxRounds: options.maxRounds ?? 1_000,
      maxProcessorMs: options.maxProcessorMs ?? DEFAULT_PROCESSOR_MS,
      maxItems: options.maxItems ?? DEFAULT_MAX_ITEMS,
      ...(options.operationRetries && { operationRetries: options.operationRetries }),
    },
    maxPlanTimeoutMs: options.maxPlanTimeoutMs ?? 6 * 60 * 60_000,
    cloudRetries: { attempts: 5, firstDelayMs: options.retryDelayMs ?? 2_000, maxDelayMs: 30_000 },
    storeRetries: { attempts: 30, firstDelayMs: 50, maxDelayMs: 5_000 },
  };
  const crashLoopGuard = createCrashLoopGuard(ports.runWatch, context.storeRetries);
  const queue = createEnvironmentQueue((runId) =>
    retrying(
      context.storeRetries,
      () => store.queueStatus(runId),
      () => true,
    ),
  );
  let runs: DurableRuns | null = null;
  let stopped = false;
  let lastLook: Date | null = null;
  let timer: NodeJS.Timeout | null = null;
  let endWatch = () => {};
  let looking: Promise<void> = Promise.resolve();

  /** Most events are of deployments that this process runs itself. */
  async function runningIn(environmentId: string): Promise<string | null> {
    for (const control of running.values()) if (control.environmentId === environmentId) return control.runId;
    return store.runningIn(environmentId);
  }

  /** Ends a run that this process has, in the way that was asked for. */
  function endHere(runId: string, mode: CancelMode): void {
    const control = running.get(runId);
    if (!control) return;
    if (mode !== 'kill') control.cancel(mode);
    // One that has not begun finds itself over when its turn comes, and gives its place back.
    else if (control.environmentId === null) control.cancel('force');
    else control.abandon(new Error('the run was killed'));
  }

  const unsubscribe = [
    cloud.agents.subscribe((reply) => replyCorrelator.deliver(reply)),
    cloud.subscribe(createMachineEventWriter(ports.events, createStackOwners(ports.stackLedger), runningIn)),
    ...CANCEL_MODES.map((mode) => signals.on(END_SIGNALS[mode], (runId) => endHere(runId, mode))),
    signals.on(RUN_OVER_SIGNAL, () => queue.recheck()),
    signals.onReconnected(() => {
      void look();
    }),
  ];

  /** The body of the durable run, first time and replay alike. */
  async function run(runId: string, steps: RecordedSteps): Promise<void> {
    const control = createRunControl(runId);
    running.set(runId, control);
    const counted = retrying(context.storeRetries, steps.count, () => true);
    // Nobody looks at it before the run's turn: until then a failure must not count as nobody's.
    counted.catch(() => undefined);
    const { cancel, tenantId, kind } = await control.whileRunning(queue.wait(runId));
    // Before the first step: a cancel that came while nobody ran this must be seen by its first effects.
    if (cancel !== null) endHere(runId, cancel);
    let place = await control.whileRunning(slots.enter(tenantId, kind !== null && runKind(kind).overtakes));
    let isOver = false;
    const held: TaskPlace = {
      offer: (onTaken) => place.offer(onTaken),
      regain: async () => {
        const next = await slots.enter(tenantId, true);
        if (isOver) next.leave();
        else place = next;
      },
    };
    const recorded = await control.whileRunning(counted);
    const start = await control.whileRunning(crashLoopGuard.begins(runId, recorded));
    try {
      const work = start.isHopeless
        ? retrying(
            context.storeRetries,
            () => giveUp(store, runId, STOPS_SERVER),
            () => true,
          )
        : executeRun({ ...context, place: held }, control, steps, recorded, start);
      await Promise.race([control.whileRunning(work), control.abandoned]);
    } finally {
      start.ends();
      isOver = true;
      place.leave();
      if (running.get(runId) === control) running.delete(runId);
    }
    queue.recheck();
    await signals.send(RUN_OVER_SIGNAL, runId).catch((error) => log.warn({ err: error }, 'a signal was not sent'));
  }

  /** The safety net under signals and nudges; everything it does is also told at once when all goes well. */
  function look(): Promise<void> {
    looking = looking.then(async () => {
      if (stopped || runs === null) return;
      try {
        const found = await recover(store, lease, runs);
        if (found > 0) log.info({ found }, 'went on with unfinished deployments');
        for (const control of running.values()) {
          const { cancel } = await store.queueStatus(control.runId);
          if (cancel !== null) endHere(control.runId, cancel);
        }
        replyCorrelator.recheck();
        queue.recheck();
        await runs.forget(new Date(ports.clock.now().getTime() - RECORDS_KEPT_MS));
        lastLook = ports.clock.now();
      } catch (error) {
        if (!stopped) log.warn({ err: error }, 'looking for unfinished deployments failed');
      }
    });
    return looking;
  }

  return {
    start: async () => {
      const executorId = await lease.acquire();
      endWatch = watchExecutors(lease, {
        hangMs: options.hangMs ?? DEFAULT_HANG_MS,
        onDeath: () => void look(),
        onFenced: (fenced) => log.warn({ fenced }, 'a server process hung: its runs are taken over'),
      });
      runs = await ports.journal.open({ executorId, run, log });
      await look();
      timer = setInterval(() => void look(), options.recoveryIntervalMs ?? 5_000);
      timer.unref();
    },
    submit: async (runId) => {
      if (!stopped) await runs?.start(runId);
    },
    cancel: async (runId, mode = 'cancel') => {
      const control = running.get(runId);
      endHere(runId, mode);
      await signals.send(END_SIGNALS[mode], runId);
      if (mode !== 'kill') return;
      await control?.logSettled();
      await giveUp(store, runId, KILLED);
      await ports.replies.forget(runId);
      queue.recheck();
      await signals.send(RUN_OVER_SIGNAL, runId);
    },
    preview: (job) => previewDeployment(context, job),
    state: () => ({ working: runs !== null && !stopped, running: running.size, lastLook }),
    stop: async () => {
      if (stopped) return;
      stopped = true;
      if (timer) clearInterval(timer);
      endWatch();
      for (const end of unsubscribe) end();
      for (const control of running.values()) control.freeze();
      replyCorrelator.close();
      await looking;
      // Whatever ends now does not end because of a run.
      await Promise.all([...running.keys()].map((id) => ports.runWatch.rests(id, null))).catch((error) =>
        log.warn({ err: error }, 'not all runs could be noted as stopped in order'),
      );
      await runs?.shutdown();
      await lease.release();
    },
  };
}
