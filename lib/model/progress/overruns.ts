import { activities, type Doing } from './machine-activity';
import type { EffectProgress, RunProgress } from './projection';
import { type Schedule, scheduleOf } from './schedule';

/** A step that takes, or took, longer than nine of ten did. Times in milliseconds as they really are. */
export interface Overrun {
  effect: EffectProgress;
  /** what is being done for it now, or was */
  doing: Doing;
  /** what it was expected to take */
  usualMs: number;
  /** what it has taken until now, or took */
  elapsedMs: number;
  over: boolean;
}

/**
 * The steps of a run whose estimates were wrong: those that take longer than nine of ten did, or than anybody thought
 * possible where they had never run. What was quicker is no news.
 *
 * @param now milliseconds since the epoch
 * @returns the one that lost most time first
 */
export function overrunsOf(deployment: RunProgress, now: number): Overrun[] {
  return overrunsIn(scheduleOf(deployment, now), deployment, now);
}

/** The same of a run whose schedule is known. */
export function overrunsIn(schedule: Schedule | null, deployment: RunProgress, now: number): Overrun[] {
  const activityOf = activities(deployment);
  const end = deployment.finishedAt === null ? now : Date.parse(deployment.finishedAt);
  const overruns = (schedule?.steps ?? []).flatMap(({ step, effect, state, from, to }): Overrun[] => {
    if (effect === null || (state !== 'running' && state !== 'over')) return [];
    const over = state === 'over';
    const elapsedMs = (over ? to : end) - from;
    const { typicalMs, highMs } = step.estimate;
    if (highMs === 0 || elapsedMs * effect.speed <= highMs) return [];
    const doing = over ? (effect.unitId === null ? 'stack' : 'step') : activityOf(effect).doing;
    return [{ effect, doing, usualMs: typicalMs / effect.speed, elapsedMs, over }];
  });
  return overruns.sort((a, b) => b.elapsedMs - b.usualMs - (a.elapsedMs - a.usualMs));
}
