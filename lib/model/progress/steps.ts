import type { DeploymentProgress } from './projection';
import { effectsOf } from './unit-run';

/** How far a deployment is. */
export interface StepCount {
  /** effects that ended well */
  done: number;
  /** effects known so far plus those that are sure to come: rules may add more, so "at least" */
  known: number;
  failed: number;
  running: number;
  /** 0 to 1; never goes back while a deployment runs, even when more steps become known */
  fraction: number;
}

/**
 * Counts the steps of a deployment. `expected` is the least number of effects the asked model needs (one for
 * the stack, one per unit and thing to install): the total is never below it, and never below what has
 * been seen. The fraction is the largest ever reached on the way, and 1 only once the deployment is over; one that
 * failed or was stopped keeps the share of its steps that is done.
 */
export function countSteps(deployment: DeploymentProgress, expected: number): StepCount {
  const effects = effectsOf(deployment);
  const done = effects.filter((effect) => effect.outcome === 'ok').length;
  const over = deployment.outcome === 'success';
  const known = over ? effects.length : Math.max(expected, effects.length);
  return {
    done,
    known,
    failed: effects.filter((effect) => effect.outcome === 'failed').length,
    running: deployment.outcome === null ? effects.filter((effect) => effect.outcome === null).length : 0,
    fraction: over ? 1 : deployment.outcome === null ? highWater(deployment, expected) : done / Math.max(1, known),
  };
}

function highWater(deployment: DeploymentProgress, expected: number): number {
  const marks = effectsOf(deployment)
    .flatMap((effect) => [
      { seq: effect.seq, started: 1, done: 0 },
      ...(effect.outcome === 'ok' ? [{ seq: effect.endSeq, started: 0, done: 1 }] : []),
    ])
    .sort((a, b) => a.seq - b.seq);
  let started = 0;
  let done = 0;
  let highest = 0;
  for (const mark of marks) {
    started += mark.started;
    done += mark.done;
    // a step that runs counts for nothing yet, and the last one is never taken for granted
    highest = Math.max(highest, done / Math.max(expected, started + 1));
  }
  return highest;
}
