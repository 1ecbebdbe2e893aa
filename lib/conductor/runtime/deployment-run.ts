import type { ConductorPorts } from '@/lib/conductor/conductor';
import type { DeploymentEnd, DeploymentRecord } from '@/lib/conductor/ports';
import { errors, isVetroError, type Problem, toProblem } from '@/lib/errors';
import type { CrashPoints } from './crash-points';
import { createEffects, type Tally } from './effects';
import { type Language, type LanguageLimits, runLanguages } from './language';
import { createOutbox, type Outbox } from './outbox';
import type { ReplyDesk } from './reply-desk';
import { type RetryPolicy, retrying } from './retry';
import type { RunControl } from './run-control';
import { createSteps, isDivergence } from './steps';

export interface RunContext extends ConductorPorts {
  desk: ReplyDesk;
  crashPoints: CrashPoints;
  languages: readonly Language[];
  limits: LanguageLimits;
  maxPlanTimeoutMs: number;
  /** for calls of the cloud that may work later */
  cloudRetries: RetryPolicy;
  /** for our own database: it must come back, so only patience is bounded */
  storeRetries: RetryPolicy;
}

/**
 * One deployment from queue to end: load, run the languages, finish. The body of the durable workflow:
 * after a crash it runs again from the top, and every recorded step answers from its record.
 */
export async function runDeployment(context: RunContext, control: RunControl): Promise<void> {
  const { store, log, crashPoints, events, packages, storeRetries } = context;
  const { deploymentId } = control;
  // The outbox needs the environment's id, which only the first step knows.
  let outbox: Outbox | null = null;
  const steps = createSteps({
    control,
    crashPoints,
    flush: async () => outbox?.flush(),
    onDefect: (error) => log.error({ deploymentId, err: error }, 'a step of a deployment failed'),
  });

  const record = await steps.run('begin', () => begin(context, control.deploymentId));
  if (record === null) return;
  control.environmentId = record.environmentId;
  const sent = createOutbox(events, record.environmentId, deploymentId, storeRetries);
  outbox = sent;
  const { effects, tally } = createEffects({
    ...context,
    record,
    outbox: sent,
    steps,
    control,
    retries: context.cloudRetries,
  });
  let thrown: Problem | null = null;
  try {
    const loaded = await steps.run('packages', () => packages.forModel(record.tenantId, record.model));
    const model = structuredClone(record.model);
    const end = await runLanguages(context.languages, { packages: loaded, model, effects, limits: context.limits });
    tally.gained = end.model;
    tally.cancelled ||= end.cancelled;
    if (record.kind === 'delete' && !tally.stackDeleted && !tally.cancelled) await effects.deleteStack();
  } catch (error) {
    thrown = problemOf(error);
    if (thrown.kind === 'defect') log.error({ deploymentId, err: error }, 'a deployment failed on our side');
  }

  const end = endOf(record, tally, thrown);
  await steps.unrecorded(async () => {
    await sent.flush();
    await retrying(
      storeRetries,
      () => store.finish(deploymentId, end),
      () => true,
    );
    await context.replies.forget(deploymentId);
  });
  log.info({ deploymentId, outcome: end.outcome, code: end.problem?.code }, 'deployment finished');
}

/** The document and its deployment, marked as running; null when there is nothing (more) to do. */
function begin({ store, storeRetries }: RunContext, deploymentId: string): Promise<DeploymentRecord | null> {
  return retrying(
    storeRetries,
    async () => {
      const record = await store.load(deploymentId);
      if (record === null || !(await store.begin(deploymentId))) return null;
      return record.kind === 'delete' ? { ...record, model: { ...record.model, services: [] } } : record;
    },
    () => true,
  );
}

function problemOf(error: unknown): Problem {
  if (isDivergence(error)) {
    return toProblem(
      errors.defect(
        'replay_diverged',
        'Vetro was upgraded while this deployment was under way. What was reached is kept: deploy again to go on.',
      ),
    );
  }
  return toProblem(isVetroError(error) ? error : null);
}

/** Success is the absence of errors (Murano v0.2 guide, chapter 4, deployment states). */
function endOf(record: DeploymentRecord, tally: Tally, thrown: Problem | null): DeploymentEnd {
  const model = withoutTemp(tally.gained);
  if (tally.cancelled || thrown?.kind === 'cancelled')
    return { outcome: 'cancelled', model, problem: cancelled(tally) };
  const [failure] = inOrder(tally.failures);
  if (thrown)
    return { outcome: 'failed', model, problem: thrown.kind === 'defect' ? thrown : (failure?.problem ?? thrown) };
  if (record.kind === 'delete' && failure) return { outcome: 'failed', model, problem: failure.problem };
  if (tally.reports.errors === 0) return { outcome: 'success', model };
  return { outcome: 'failed', model, problem: failure?.problem ?? reported(tally) };
}

function cancelled(tally: Tally): Problem {
  const leftOff = inOrder(tally.leftOff).map(({ what }) => what);
  const left = leftOff.length === 0 ? '' : ` Left off: ${leftOff.join(', ')}.`;
  return toProblem(
    errors.cancelled(
      'deployment_cancelled',
      `The deployment was cancelled. What was reached is kept; deploy again to go on.${left}`,
      { details: { leftOff } },
    ),
  );
}

/** In the order they were asked for: how fast each was is different in a replay. */
function inOrder<T extends { order: number }>(items: T[]): T[] {
  return [...items].sort((a, b) => a.order - b.order);
}

function reported(tally: Tally): Problem {
  return toProblem(errors.agent('deployment_reported_errors', tally.reports.firstError ?? 'The deployment failed.'));
}

/** `temp` never outlives a deployment, however it ends (Murano v0.2 guide, chapter 5). */
function withoutTemp<T extends DeploymentRecord['model']>(model: T): T {
  const strip = <O extends object>({ temp: _, ...rest }: O & { temp?: unknown }) => rest;
  return {
    ...strip(model),
    services: model.services.map((service) => ({ ...strip(service), units: service.units.map((unit) => strip(unit)) })),
  } as T;
}
