import type { RunProgress } from './projection';
import { type WorkTime, workTimes } from './work-times';

/** One thing on the way that determined when a deployment was over: a step, or that a machine was starting. */
export interface PathStep extends WorkTime {
  /** nothing of the path was under way for so long before it, in milliseconds */
  waitedMs: number;
}

/** Of two steps that ended almost together, the unit's own one counts as the cause: this share of the whole time. */
const TOGETHER = 0.02;

/**
 * The chain of steps and starts that determined the end of a deployment: had one of them been quicker, all would have been over
 * sooner. Read from the events: what ended last, before that the step whose end it waited for, and so on back to the
 * start. While the deployment runs, the chain to the step that has been under way the longest.
 *
 * @param now ends what still runs, in milliseconds since the epoch
 * @returns in the order of time; empty when no step has begun
 */
export function criticalPath(deployment: RunProgress, now: number): PathStep[] {
  const end = deployment.finishedAt === null ? now : Date.parse(deployment.finishedAt);
  const spans = workTimes(deployment, now);
  const first = spans[0];
  if (!first) return [];
  const start = deployment.startedAt === null ? first.from : Date.parse(deployment.startedAt);
  const slack = Math.max(0, end - start) * TOGETHER;
  const path: PathStep[] = [];
  const left = new Set<WorkTime>(spans);
  let current = lastOf(spans);
  while (current) {
    const { from }: WorkTime = current;
    // Steps that took no time, in the same moment, would each be the other's cause.
    left.delete(current);
    const before = [...left].filter((one) => one.to <= from && !one.isOpen);
    const cause = causeOf(before, current, slack);
    path.unshift({ ...current, waitedMs: Math.max(0, from - (cause?.to ?? start)) });
    current = cause;
  }
  return path;
}

/** What was over last; of several that still run, the one that began first. */
function lastOf(spans: readonly WorkTime[]): WorkTime | null {
  return spans.reduce<WorkTime | null>((last, one) => {
    if (last === null || one.to > last.to) return one;
    return one.to === last.to && one.from < last.from ? one : last;
  }, null);
}

function causeOf(before: readonly WorkTime[], { unitId }: WorkTime, slack: number): WorkTime | null {
  const latest = lastOf(before);
  if (latest === null || unitId === null) return latest;
  const own = lastOf(before.filter((one) => one.unitId === unitId));
  return own !== null && latest.to - own.to <= slack ? own : latest;
}
