import type { ConductorPorts } from '@/lib/conductor/conductor';
import type { LanguageLimits, TaskOrigin } from '@/lib/conductor/language/language';
import type { LanguageHost, TaskPlace } from '@/lib/conductor/language/language-host';
import type { JobVersions } from '@/lib/conductor/preview/prediction';
import { versionsFor } from '@/lib/conductor/preview/preview-deployment';
import type { Stacks } from '@/lib/conductor/stacks/stacks';
import { errors, fromProblem, isVetroError, type Problem, toProblem } from '@/lib/errors';
import type { Json } from '@/lib/model/json';
import { inLanguage } from '@/lib/model/policies/every-language';
import { type RunKind, runKind } from '@/lib/model/runs/kinds';
import type { Operation } from '@/lib/model/runs/operation';
import { scopeOf } from '@/lib/ports/cloud/scope';
import type { LoadedPackages, RunEnd, RunRecord } from '@/lib/ports/conductor';
import { JournalDivergence, type RecordedSteps } from '@/lib/ports/run-journal';
import { createCheckpoints } from './checkpoints';
import type { Start } from './crash-loop-guard';
import type { CrashPoints } from './crash-points';
import { createEffects, type Tally } from './effects';
import { createOutbox, type Outbox } from './outbox';
import { type PlayedRun, playRun } from './played-run';
import type { ReplyCorrelator } from './reply-correlator';
import { type RetryPolicy, retrying } from './retry';
import type { RunControl } from './run-control';
import { endOf } from './run-end';
import { createSteps } from './steps';

export interface RunContext extends ConductorPorts {
  replyCorrelator: ReplyCorrelator;
  stacks: Stacks;
  crashPointsOf: (runId: string) => CrashPoints;
  languages: LanguageHost;
  limits: LanguageLimits;
  maxPlanTimeoutMs: number;
  /** for calls of the cloud that may work later */
  cloudRetries: RetryPolicy;
  /** for our own database: it must come back, so only patience is bounded */
  storeRetries: RetryPolicy;
}

/** Steps that are recorded once a run is loaded. */
const LOADED = 1;

/**
 * One run from queue to end: load, run the languages, finish. The body of the durable workflow:
 * after a crash it runs again from the top, and every recorded step answers from its record.
 *
 * @param journal the records of its steps
 * @param recorded how many were recorded before
 * @param start told when the run waits for the world
 */
export async function executeRun(
  context: RunContext & { place: TaskPlace },
  control: RunControl,
  journal: RecordedSteps,
  recorded: number,
  start: Start,
): Promise<void> {
  const { store, log, events, storeRetries } = context;
  const { runId } = control;
  const crashPoints = context.crashPointsOf(runId);
  const checkpoints = createCheckpoints(store, runId, storeRetries);
  // The outbox needs the environment's id, which only the first step knows.
  let outbox: Outbox | null = null;
  // What the run will do, told while its program is already on its way to the first effect.
  let planned: PlayedRun | null = null;
  /** Until it is played through the run computes, and the world stays as it was. */
  const playedThrough = async () => planned?.through;
  const steps = createSteps({
    journal,
    recorded,
    control,
    crashPoints,
    rest: (steps) => playedThrough().then(() => start.rests(steps)),
    prepare: async () => void (await Promise.all([playedThrough(), checkpoints.store()])),
    flush: async () => outbox?.flush(),
    onDefect: (error) => log.error({ runId, err: error }, 'a step of a run failed'),
  });

  const begun = await steps.run('load', async () => {
    const loaded = await begin(context, runId);
    if (loaded && 'lock' in loaded) planned = playRun(context, loaded.record, loaded, control.cancelSignal);
    return loaded;
  });
  if (begun === null) return;
  const { record } = begun;
  control.environmentId = record.environmentId;
  const sent = createOutbox(events, record.environmentId, runId, storeRetries, control.abandonedSignal);
  outbox = sent;
  control.logSettled = sent.settled;
  let guide: NonNullable<LoadedPackages['steps']> = {};
  const made = createEffects({
    ...context,
    record,
    scope: scopeOf(record.tenantId, record.model),
    checkpoints,
    outbox: sent,
    steps,
    control,
    crashPoints,
    endSignal: runKind(record.kind).cancelWaits ? control.forceSignal : control.cancelSignal,
    retries: context.cloudRetries,
    guide: () => guide,
  });
  const run: RunParts = { context, control, begun, ...made, isLive: steps.isLive };
  const attempt = await carryOut(run, (packages, versions) => {
    guide = packages.steps ?? {};
    // In no step of its own: a program that takes the process with it while it is played through is found by that. Once
    // a step beyond the first is recorded, it was told before.
    if (recorded > LOADED) return;
    planned ??= playRun(context, record, versions, control.cancelSignal);
    sent.emitFirst(planned.event);
  });
  const end = await conclude(run, attempt);
  await steps.unrecorded(async () => {
    // Every answer is in the record of its step: a replay asks for none of them.
    await Promise.all([sent.flush(), context.replies.forget(runId)]);
    await retrying(
      storeRetries,
      () => store.finish(runId, end),
      () => true,
    );
  });
  const { outcome, problem } = end;
  const failed = problem && { code: problem.code, problem: inLanguage(problem.sentence, 'en') };
  log.info({ runId, outcome, ...failed }, 'run finished');
}

/** What a run is carried out with. */
interface RunParts extends ReturnType<typeof createEffects> {
  context: RunContext & { place: TaskPlace };
  control: RunControl;
  begun: StartedRun;
  /** whether everything that was recorded before is gone through */
  isLive: () => boolean;
}

/** How far carrying out came. */
interface Attempt {
  /** null where they could not be had */
  packages: LoadedPackages | null;
  thrown: Problem | null;
  result: Json | undefined;
  /** whether machines were left unfinished that the run was not for */
  leftOut: boolean;
}

/** Loads the packages of a run and runs its operation. @param onLoaded before the operation begins */
async function carryOut(
  run: RunParts,
  onLoaded: (packages: LoadedPackages, versions: JobVersions) => void,
): Promise<Attempt> {
  const { context, control, begun, tally, deleteStacks } = run;
  const { record } = begun;
  const kind = runKind(record.kind);
  const attempt: Attempt = { packages: null, thrown: null, result: undefined, leftOut: false };
  try {
    if ('problem' in begun) throw fromProblem(begun.problem);
    // An earlier Vetro recorded whole packages: what it would have gone on with is not kept any more.
    if (!('lock' in begun)) throw new JournalDivergence('a recorded step is of an earlier form');
    const { lock } = begun;
    attempt.packages = await control.whileRunning(
      retrying(
        context.storeRetries,
        () => context.packages.resolve(lock),
        (error) => !isVetroError(error),
      ),
    );
    onLoaded(attempt.packages, begun);
    const end = await runOperation(run, attempt.packages, record.model, kind.operation(record));
    attempt.leftOut = end.leftOut === true && !kind.mayLeaveOut;
    attempt.result = checkedResult(end.result);
    if (!tally.cancelled && kind.deletesStack) await deleteStacks();
  } catch (error) {
    attempt.thrown = problemOf(record.kind, error);
    if (attempt.thrown.kind === 'defect')
      context.log.error({ runId: control.runId, err: error }, 'a run failed on our side');
  }
  return attempt;
}

/** Runs an operation of packages on a document, and keeps in the tally what became of it. */
async function runOperation(
  { context, control, begun, effects, tally, isLive }: RunParts,
  packages: LoadedPackages,
  model: RunRecord['model'],
  operation: Operation,
) {
  const { limits, languages, place } = context;
  const stop = {
    signal: control.cancelSignal,
    // What was recorded is gone through first: it has reached what a cancel must keep.
    isDue: () => control.cancelSignal.aborted && isLive(),
  };
  const end = await control.whileRunning(
    languages.run({
      ...{ operation, packages, model, effects, limits, stop, place },
      abandoned: control.abandonedSignal,
      origin: originOf(begun),
      classConfigs: 'lock' in begun ? begun.classConfigs : undefined,
    }),
  );
  tally.model = end.model;
  tally.cancelled ||= end.cancelled;
  return end;
}

/** The end of a run that was carried out; what it has made is taken away first where its kind says so and it failed. */
async function conclude(run: RunParts, attempt: Attempt): Promise<RunEnd> {
  const { tally, begun } = run;
  const { record } = begun;
  const { packages, leftOut } = attempt;
  let { thrown } = attempt;
  const answer = runKind(record.kind).result?.(record, tally.model);
  let result = answer || attempt.result;
  if (packages !== null && hasFailed(tally, thrown)) {
    const undone = await undo(run, packages);
    thrown = undone?.diverged ?? thrown;
    if (undone !== null) result = { ...answer, rolled_back: undone.isDone };
  }
  return { ...endOf(record, tally, thrown, leftOut), ...(result === undefined ? {} : { result }) };
}

/**
 * Takes away what a run has made.
 *
 * @returns whether it is taken away, and why its recorded steps cannot be gone through; null where it is to stay
 */
async function undo(
  run: RunParts,
  packages: LoadedPackages,
): Promise<{ isDone: boolean; diverged: Problem | null } | null> {
  const { begun, effects, tally } = run;
  const { record } = begun;
  const undoing = runKind(record.kind).undo?.(record, tally.model);
  if (!undoing) return null;
  const about = { entity: 'environment', id: record.environmentId } as const;
  const { errors: before } = tally.reports;
  await effects.report({ ...about, level: 'info', text: undoing.begins });
  let problem: Problem | null = null;
  let diverged: Problem | null = null;
  try {
    await runOperation(run, packages, undoing.model, undoing.operation);
  } catch (error) {
    problem = problemOf(record.kind, error);
    if (error instanceof JournalDivergence) diverged = problem;
  }
  const isDone = problem === null && !tally.cancelled && tally.reports.errors === before;
  const failed = `It could not be taken away again${problem === null ? '' : `: ${problem.sentence}`}`;
  await effects.report({ ...about, level: isDone ? 'info' : 'error', text: isDone ? undoing.done : failed });
  return { isDone, diverged };
}

/** Whether what a run has made may have to be undone: whoever cancels keeps what was reached, and so does a fault of ours. */
function hasFailed({ cancelled, reports }: Tally, thrown: Problem | null): boolean {
  if (cancelled || thrown?.kind === 'cancelled' || thrown?.kind === 'defect') return false;
  return thrown !== null || reports.errors > 0;
}

/** A run that has begun, with what it goes by to its end; or why that is not to be had. */
type StartedRun = { record: RunRecord; at: string } & (JobVersions | { problem: Problem });

/** The run, marked as running, with the versions of its packages in its model; null when there is nothing (more) to do. */
async function begin(
  { store, storeRetries, packages, log, clock }: RunContext,
  runId: string,
): Promise<StartedRun | null> {
  const found = await retrying(
    storeRetries,
    () => store.begin(runId),
    () => true,
  );
  if (found === null) return null;
  const { kind } = found;
  const record = { ...found, model: runKind(kind).model?.(found.model) ?? found.model };
  const at = clock.now().toISOString();
  try {
    const { lock, classConfigs = {} } = await retrying(
      storeRetries,
      () => versionsFor(packages, record.tenantId, record.model),
      (error) => !isVetroError(error),
    );
    return { record: { ...record, model: { ...record.model, packages: lock } }, at, lock, classConfigs };
  } catch (error) {
    // The run has begun: it must also end.
    if (!isVetroError(error)) log.error({ runId, err: error }, 'the packages of a run were not found');
    return { record, at, problem: toProblem(error) };
  }
}

function originOf({ record, at }: StartedRun): TaskOrigin {
  const { id, tenantId, tenantName = '', user = { id: '', name: '' }, rehearsed, seed = id } = record;
  return { startedAt: at, seed, rehearsed, project: { id: tenantId, name: tenantName }, user };
}

function problemOf(kind: RunKind, error: unknown): Problem {
  if (error instanceof JournalDivergence) {
    const { noun, again } = runKind(kind);
    return toProblem(
      errors.defect(
        'replay_diverged',
        `Vetro was upgraded while this ${noun.toLowerCase()} was under way. What was reached is kept: ${again} to go on.`,
      ),
    );
  }
  return toProblem(isVetroError(error) ? error : null);
}

/** An answer larger than this is none for people or databases, in bytes of JSON. */
const MAX_RESULT_BYTES = 1_000_000;

/** @throws VetroError (language) `result_too_large` */
function checkedResult(result: Json | undefined): Json | undefined {
  if (result === undefined || JSON.stringify(result).length <= MAX_RESULT_BYTES) return result;
  throw errors.language(
    'result_too_large',
    'The program answered with more than a megabyte. Have the package looked at: an action answers in short, and files belong on a machine.',
  );
}
