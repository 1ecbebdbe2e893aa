import { planProgress } from './plan-progress';
import type { EffectProgress, PlannedStep, RunProgress } from './projection';
import { shareOver } from './remaining-time';
import { effectsOf } from './unit-run';

/** How far a deployment is. */
export interface StepCount {
  /** steps that ended well */
  done: number;
  /** all there are: those that were planned, and those that came in addition; null while nobody can tell */
  total: number | null;
  /** the dry run came to no end, so there may be more than `total` */
  atLeast: boolean;
  /** the dry run came to no end: what nobody had planned may have been there to plan */
  planCut: boolean;
  /** steps that nobody had planned */
  more: Pick<EffectProgress, 'kind' | 'title' | 'host' | 'stackChange'>[];
  /** planned steps that were not needed; known once all has ended well */
  fewer: Pick<PlannedStep, 'effect' | 'title' | 'host'>[];
  failed: number;
  running: number;
  /** share of the expected time that is over, 0 to 1; never goes back while it runs; null while nobody can tell */
  fraction: number | null;
}

/** What is under way is never taken for done. */
const NEARLY = 0.99;

/**
 * Counts the steps of a deployment against its plan. The number of steps is that of the plan from the beginning to the
 * end; what comes in addition or is not needed is named.
 *
 * @param now milliseconds since the epoch: what runs counts by how much of its time is over
 */
export function countSteps(deployment: RunProgress, now: number): StepCount {
  const effects = effectsOf(deployment);
  const { plan, outcome } = deployment;
  const matched = plan && planProgress(plan, deployment);
  const more = matched?.extra ?? [];
  const success = outcome === 'success';
  const skipped = success ? (matched?.steps.filter(({ effect }) => effect === null) ?? []) : [];
  const again = matched ? effects.length - more.length - matched.steps.filter(({ effect }) => effect).length : 0;
  const counted = matched ? [...matched.steps.flatMap(({ effect }) => effect ?? []), ...more] : effects;
  const ended = (wanted: EffectProgress['outcome']) => counted.filter((effect) => effect.outcome === wanted).length;
  const done = ended('ok');
  const total = matched
    ? matched.steps.length + more.length - skipped.length
    : outcome === null
      ? null
      : effects.length - again;
  return {
    done,
    total,
    atLeast: plan !== null && !plan.complete && !success,
    planCut: plan !== null && !plan.complete,
    more,
    fewer: skipped.map(({ step }) => step),
    failed: ended('failed'),
    running: outcome === null ? ended(null) : 0,
    fraction: success ? 1 : fractionOf(deployment, done, total, now),
  };
}

function fractionOf(deployment: RunProgress, done: number, total: number | null, now: number): number | null {
  const { plan, finishedAt } = deployment;
  if (total === null) return null;
  const end = finishedAt === null ? now : Date.parse(finishedAt);
  const share = plan === null ? null : shareOver(plan, deployment, end);
  return Math.min(NEARLY, share ?? (total === 0 ? 0 : done / total));
}
