import { type Conductor, type ConductorOptions, type ConductorPorts, RUN_OVER_SIGNAL } from '@/lib/conductor/conductor';
import { DEFAULT_MAX_ITEMS } from '@/lib/conductor/language/max-items';
import { DEFAULT_PROCESSOR_MS } from '@/lib/conductor/language/processor-time';
import { previewDeployment } from '@/lib/conductor/preview/preview-deployment';
import { createStackOwners } from '@/lib/conductor/stacks/stack-owners';
import { createStacks } from '@/lib/conductor/stacks/stacks';
import { CANCEL_MODES, type CancelMode } from '@/lib/model/runs/cancel-mode';
import type { DurableRuns } from '@/lib/ports/run-journal';
import { createFairQueue } from '@/lib/threads/fair-queue';
import { createMachineEventWriter } from './cloud-events';
import { createCrashLoopGuard } from './crash-loop-guard';
import { createCrashPoints } from './crash-points';
import { createEnvironmentQueue } from './environment-queue';
import type { RunContext } from './execute-run';
import { DEFAULT_HANG_MS, watchExecutors } from './executor-watch';
import { patientStore } from './patient-store';
import { giveUp, KILLED } from './recovery';
import { createRecoveryLoop } from './recovery-loop';
import { createReplyCorrelator, type ReplyCorrelator } from './reply-correlator';
import { type RetryPolicy, retrying } from './retry';
import { createRunBody } from './run-body';
import type { RunControl } from './run-control';

/** Signals that a run shall end, by the way in which. */
const END_SIGNALS: Record<CancelMode, string> = {
  cancel: 'cancel-deployment',
  force: 'force-cancel-run',
  kill: 'kill-run',
};
/** Runs carried out at a time by a process that says nothing else. */
const DEFAULT_MAX_RUNS = 24;
/** Between two looks for unfinished runs, in milliseconds, where nothing else is set. */
const DEFAULT_RECOVERY_INTERVAL_MS = 5_000;

/** For our own database: it must come back, so only patience is bounded. */
const STORE_RETRIES: RetryPolicy = { attempts: 30, firstDelayMs: 50, maxDelayMs: 5_000 };

/** The conductor on a journal: see `Conductor` for what it promises. */
export function createConductorRuntime(given: ConductorPorts, options: ConductorOptions): Conductor {
  const ports = {
    ...given,
    replies: patientStore(given.replies, STORE_RETRIES),
    stackLedger: patientStore(given.stackLedger, STORE_RETRIES),
  };
  const { cloud, log, signals, store, lease } = ports;
  const replyCorrelator = createReplyCorrelator(ports.replies, signals, () => ports.clock.now());
  const context = contextFrom(ports, options, replyCorrelator);
  const running = new Map<string, RunControl>();
  const queue = createEnvironmentQueue((runId) =>
    retrying(
      context.storeRetries,
      () => store.queueStatus(runId),
      () => true,
    ),
  );
  let runs: DurableRuns | null = null;
  let stopped = false;
  let endWatch = () => {};

  /** Most events are of deployments that this process runs itself. */
  async function runningIn(environmentId: string): Promise<string | null> {
    for (const control of running.values()) if (control.environmentId === environmentId) return control.runId;
    return store.runningIn(environmentId);
  }

  function endHere(runId: string, mode: CancelMode): void {
    const control = running.get(runId);
    if (!control) return;
    if (mode !== 'kill') control.cancel(mode);
    // One that has not begun finds itself over when its turn comes, and gives its place back.
    else if (control.environmentId === null) control.cancel('force');
    else control.abandon(new Error('the run was killed'));
  }

  const run = createRunBody({
    ...{ context, running, queue, endHere },
    crashLoopGuard: createCrashLoopGuard(ports.runWatch, context.storeRetries),
    // A DBOS queue could bound runs too, but it looks for work once a second: a click on Deploy would wait for half of that.
    slots: createFairQueue({
      maxRunning: options.maxRuns ?? DEFAULT_MAX_RUNS,
      maxRunningOfOwner: options.maxRunsOfTenant ?? options.maxRuns ?? DEFAULT_MAX_RUNS,
    }),
  });
  const recovery = createRecoveryLoop(
    ports,
    { running, queue, endHere },
    { replyCorrelator, intervalMs: options.recoveryIntervalMs ?? DEFAULT_RECOVERY_INTERVAL_MS },
  );
  const unsubscribe = [
    cloud.agents.subscribe((reply) => replyCorrelator.deliver(reply)),
    cloud.subscribe(createMachineEventWriter(ports.events, createStackOwners(ports.stackLedger), runningIn)),
    ...CANCEL_MODES.map((mode) => signals.on(END_SIGNALS[mode], (runId) => endHere(runId, mode))),
    signals.on(RUN_OVER_SIGNAL, () => queue.recheck()),
    signals.onReconnected(() => {
      void recovery.look();
    }),
  ];

  return {
    start: async () => {
      const executorId = await lease.acquire();
      endWatch = watchExecutors(lease, {
        hangMs: options.hangMs ?? DEFAULT_HANG_MS,
        onDeath: () => void recovery.look(),
        onFenced: (fenced) => log.warn({ fenced }, 'a server process hung: its runs are taken over'),
      });
      runs = await ports.journal.open({ executorId, run, log });
      await recovery.start(runs);
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
    state: () => ({ working: runs !== null && !stopped, running: running.size, lastLook: recovery.lastLook() }),
    stop: async () => {
      if (stopped) return;
      stopped = true;
      const lookedLast = recovery.stop();
      endWatch();
      for (const end of unsubscribe) end();
      for (const control of running.values()) control.freeze();
      replyCorrelator.close();
      await lookedLast;
      // Whatever ends now does not end because of a run.
      await Promise.all([...running.keys()].map((id) => ports.runWatch.rests(id, null))).catch((error) =>
        log.warn({ err: error }, 'not all runs could be noted as stopped in order'),
      );
      await runs?.shutdown();
      await lease.release();
    },
  };
}

function contextFrom(ports: ConductorPorts, options: ConductorOptions, replyCorrelator: ReplyCorrelator): RunContext {
  return {
    ...ports,
    replyCorrelator,
    stacks: createStacks(ports.cloud.stacks, ports.stackLedger),
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
    storeRetries: STORE_RETRIES,
  };
}
