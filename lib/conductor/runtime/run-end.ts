import { errors, type Problem, toProblem } from '@/lib/errors';
import { type RunKind, runKind } from '@/lib/model/runs/kinds';
import { makesVersion } from '@/lib/model/runs/makes-version';
import type { RunEnd, RunRecord } from '@/lib/ports/conductor';
import type { Tally } from './effects';

/** How a run ended: its outcome, the problem that people read, and the document as it is then. */
export function endOf(record: RunRecord, tally: Tally, thrown: Problem | null, leftOut: boolean): RunEnd {
  return { ...outcomeOf(record, tally, thrown, leftOut), ...modelOf(record, tally) };
}

/** The document at the end, and whether that makes a version of the environment. */
function modelOf({ kind, model: before }: RunRecord, tally: Tally): Pick<RunEnd, 'model' | 'changesModel'> {
  const model = withoutTemp(tally.model);
  return { model, changesModel: makesVersion(kind, before, model) };
}

/**
 * Success is the absence of errors (Murano v0.2 guide, chapter 4, deployment states). A run for one machine that left
 * others unfinished has not made the document true: it counts as stopped, and deploying again goes on from there.
 */
function outcomeOf(
  record: RunRecord,
  tally: Tally,
  thrown: Problem | null,
  leftOut: boolean,
): Pick<RunEnd, 'outcome' | 'problem'> {
  if (tally.cancelled || thrown?.kind === 'cancelled')
    return { outcome: 'cancelled', problem: cancelled(record.kind, tally) };
  const [failure] = inOrder(tally.failures);
  if (thrown) return { outcome: 'failed', problem: endingOf(thrown, tally) };
  if (runKind(record.kind).failsWithEffects && failure) return { outcome: 'failed', problem: failure.problem };
  if (tally.reports.errors === 0) {
    return leftOut ? { outcome: 'cancelled', problem: othersLeft(record.kind) } : { outcome: 'success' };
  }
  return { outcome: 'failed', problem: failure?.problem ?? reported(record.kind, tally) };
}

/**
 * The error that ended the run, in the words of the effect that it is raised for: they name the machine and what it
 * answered. Other effects may have failed before and beside it; they are no reason for the end.
 */
function endingOf(thrown: Problem, { failures }: Tally): Problem {
  const { effectId } = thrown.details;
  const raised = ({ problem, ...failed }: Tally['failures'][number]) =>
    failed.effectId === effectId || thrown.sentence.includes(problem.sentence);
  return inOrder(failures).find(raised)?.problem ?? thrown;
}

function cancelled(kind: RunRecord['kind'], tally: Tally): Problem {
  const leftOff = inOrder(tally.leftOff).map(({ what }) => what);
  const { noun, again } = runKind(kind);
  const what = noun.toLowerCase();
  // each is a whole sentence, by which its translation is looked up
  const sentence =
    leftOff.length === 0
      ? `The ${what} was cancelled. What was reached is kept; ${again} to go on.`
      : `The ${what} was cancelled. What was reached is kept; ${again} to go on. Left off: ${leftOff.join(', ')}.`;
  return toProblem(errors.cancelled('run_cancelled', sentence, { details: { leftOff } }));
}

function othersLeft(kind: RunKind): Problem {
  const { again } = runKind(kind);
  return toProblem(
    errors.cancelled(
      'others_unfinished',
      `What was to be done on this machine is done; others are not finished and were left as they are: ${again} to go on.`,
    ),
  );
}

/** In the order they were asked for: how fast each was is different in a replay. */
function inOrder<T extends { order: number }>(items: T[]): T[] {
  return [...items].sort((a, b) => a.order - b.order);
}

function reported(kind: RunKind, tally: Tally): Problem {
  const failed = `The ${runKind(kind).noun.toLowerCase()} failed.`;
  return toProblem(errors.agent('run_reported_errors', tally.reports.firstError ?? failed));
}

/** `temp` never outlives a deployment, however it ends (Murano v0.2 guide, chapter 5). */
function withoutTemp<T extends RunRecord['model']>(model: T): T {
  const strip = <O extends object>({ temp: _, ...rest }: O & { temp?: unknown }) => rest;
  return {
    ...strip(model),
    services: model.services.map((service) => ({ ...strip(service), units: service.units.map((unit) => strip(unit)) })),
  } as T;
}
