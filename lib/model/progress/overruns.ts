import { speedOf } from './lay-out';
import { type ActivityKind, activities } from './machine-activity';
import type { EffectProgress, RunProgress } from './projection';
import { wholeTime } from './remaining-time';
import { scheduleOf } from './schedule';

/** A step that takes, or took, longer than nine of ten did. Times in milliseconds as they really are. */
export interface Overrun {
  effect: EffectProgress;
  /** what is being done for it now, or was */
  doing: ActivityKind;
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
  const activityOf = activities(deployment);
  const end = deployment.finishedAt === null ? now : Date.parse(deployment.finishedAt);
  const overruns = (scheduleOf(deployment, now)?.steps ?? []).flatMap(
    ({ step, effect, state, from, to }): Overrun[] => {
      if (effect === null || (state !== 'running' && state !== 'over')) return [];
      const over = state === 'over';
      const elapsedMs = (over ? to : end) - from;
      const { typicalMs, highMs } = step.estimate;
      if (highMs === 0 || elapsedMs * effect.speed <= highMs) return [];
      const doing = over ? (effect.unitId === null ? 'stack' : 'step') : activityOf(effect).doing;
      return [{ effect, doing, usualMs: typicalMs / effect.speed, elapsedMs, over }];
    },
  );
  return overruns.sort((a, b) => b.elapsedMs - b.usualMs - (a.elapsedMs - a.usualMs));
}

/** A run that lasts longer than this many times what is usual makes its time axis longer, however uncertain the estimates. */
const MAX_OVERRUN_SHOWN = 1.5;

/**
 * The moment that a time axis has room for while a run goes on: estimates may be overrun as far as nine of ten runs do
 * without moving it. In milliseconds since the epoch.
 *
 * @param now milliseconds since the epoch
 * @returns null while nobody can tell: without a plan, or before a first step tells how fast machines are
 */
export function endWithRoom(deployment: RunProgress, now: number): number | null {
  const { plan, startedAt, effects } = deployment;
  const schedule = scheduleOf(deployment, now);
  if (plan === null || schedule === null || startedAt === null || Object.keys(effects).length === 0) return null;
  const { typicalMs, highMs } = wholeTime(plan);
  const most = Math.min(highMs, typicalMs * MAX_OVERRUN_SHOWN) / speedOf(deployment);
  return Math.max(schedule.endMs, Date.parse(startedAt) + most);
}
