import { textAt } from '../installed';
import { type ActivityKind, activities } from './machine-activity';
import type { EffectProgress, PlannedStep, RunProgress } from './projection';
import { type ScheduledStep, scheduleOf } from './schedule';
import { effectsOf, isActive, unresolved } from './unit-run';

/** What a run waits for at a moment. Times in milliseconds since the epoch. */
export interface Awaited {
  doing: ActivityKind;
  /** the step that is under way because of it */
  effect: EffectProgress;
  /** the machine; null for the cloud's own work */
  host: string | null;
  unitId: string | null;
  /** when that began */
  since: number;
  /** when the step is expected to be over; null when nobody planned it */
  until: number | null;
  /** the machines that can do nothing until then, in the order of their turn */
  waiting: Dependent[];
}

/** A machine whose turn comes when what is awaited is over. */
export interface Dependent {
  unitId: string;
  host: string | null;
  /** what it waits to do */
  next: PlannedStep;
}

/**
 * What a run waits for: of all that is under way what will take longest, and there what its machine is at now. Whoever
 * has work to come and none under way depends on it, as the steps that follow wait for all that run; who is only being made
 * does not, nor who has failed.
 *
 * @param now milliseconds since the epoch
 * @returns null when nothing is under way
 */
export function awaitedOf(deployment: RunProgress, now: number): Awaited | null {
  if (!isActive(deployment)) return null;
  const running = effectsOf(deployment).filter(({ outcome }) => outcome === null);
  const planned = new Map<string, ScheduledStep>();
  const steps = scheduleOf(deployment, now)?.steps ?? [];
  for (const one of steps) if (one.effect !== null) planned.set(one.effect.id, one);
  const last = running.reduce<EffectProgress | null>((late, effect) => {
    return late === null || until(effect) > until(late) ? effect : late;
  }, null);
  if (last === null) return null;
  // a machine does one thing after the other: it is at the first of what it was asked for
  const effect = running.find(({ unitId }) => unitId !== null && unitId === last.unitId) ?? last;
  const { doing, since } = activities(deployment)(effect);
  return {
    doing,
    effect,
    host: effect.host,
    unitId: effect.unitId,
    since: Date.parse(since ?? ''),
    until: planned.get(effect.id)?.to ?? null,
    waiting: dependents(steps, running, comingWith(deployment, effect, planned), stoppedIn(deployment)),
  };

  function until(one: EffectProgress): number {
    return planned.get(one.id)?.to ?? Number.NEGATIVE_INFINITY;
  }
}

/** The machines that a change of the cloud is about to make: they do not wait for it, it is they that are made. */
function comingWith(
  { plan }: RunProgress,
  { id, unitId }: EffectProgress,
  planned: ReadonlyMap<string, ScheduledStep>,
): Set<string | null> {
  const round = planned.get(id)?.step.round;
  if (unitId !== null || round === undefined) return new Set();
  const made = plan?.machines.filter(
    (one) => one.round === round && (one.change === 'create' || one.change === 'replace'),
  );
  return new Set(made?.map((machine) => machine.unitId));
}

/** Machines on which something failed that nothing has made good: nothing comes for them any more. */
function stoppedIn(deployment: RunProgress): Set<string | null> {
  const all = effectsOf(deployment);
  return new Set(
    unresolved(all, all).map((effect) => effect.unitId ?? textAt(effect.problem?.details ?? {}, 'unitId')),
  );
}

function dependents(
  steps: readonly ScheduledStep[],
  running: readonly EffectProgress[],
  ...others: readonly ReadonlySet<string | null>[]
): Dependent[] {
  const busy = new Set([...running.map(({ unitId }) => unitId), ...others.flatMap((units) => [...units])]);
  const waiting = new Map<string, Dependent>();
  for (const { step, state } of steps) {
    const { unitId, host } = step;
    if ((state !== 'planned' && state !== 'queued') || unitId === null || busy.has(unitId) || waiting.has(unitId))
      continue;
    waiting.set(unitId, { unitId, host, next: step });
  }
  return [...waiting.values()];
}
