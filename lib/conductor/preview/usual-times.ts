import type { StepTime } from '@/lib/model/step-estimate';
import { isMachine } from '@/lib/ports/cloud/cloud';
import type { Pace } from '@/lib/ports/cloud/simulation';
import type { PredictedStep } from './prediction';

/**
 * How long things take on a cloud of which nothing is known, in milliseconds: what administrators of Windows machines
 * expect. Only for steps that have never been measured here.
 */
export const UNKNOWN_PACE: Pace = {
  machineMs: 60_000,
  bootMs: 150_000,
  restartMs: 90_000,
  resourceMs: 5_000,
  commandMs: () => 60_000,
};

/** Nobody has measured it: it may well be twice as quick or twice as slow. */
const SPREAD = 2;

/**
 * How long steps usually take, for those that have never run before.
 *
 * @param round the steps that run side by side
 * @param early by step: it makes machines, or is for one that is still starting
 * @returns by step. As measured times do, the time of a plan counts from when it is sent: what its machine has to do
 *   before it counts too
 */
export function usualTimes(
  round: readonly PredictedStep[],
  early: readonly boolean[],
  pace: Pace = UNKNOWN_PACE,
): StepTime[] {
  const busy = new Map<string, number>();
  return round.map((step, at) => {
    if (step.effect !== 'plan') return around(stackMs(step.resources, pace));
    const before = busy.get(step.host) ?? (early[at] ? pace.bootMs : 0);
    // a program of another kind than commands counts as one
    const names = step.commands.length > 0 ? step.commands.map((command) => command.Name) : [''];
    const own = names.reduce((sum, name) => sum + pace.commandMs(name), 0);
    const until = before + own + (step.reboots ? pace.restartMs : 0);
    busy.set(step.host, until);
    return around(until);
  });
}

/** Machines are made side by side, what they are made from before them; what goes, goes after that. */
function stackMs(resources: Extract<PredictedStep, { resources: unknown }>['resources'], pace: Pace): number {
  const made = resources.filter(({ change }) => change === 'create' || change === 'replace');
  const machines = made.some(isMachine) ? pace.machineMs : 0;
  const others = made.some((one) => !isMachine(one)) ? pace.resourceMs : 0;
  const changed = resources.some(({ change }) => change === 'inPlace') ? pace.resourceMs : 0;
  const gone = resources.some(({ change }) => change === 'remove' || change === 'replace') ? pace.resourceMs : 0;
  return Math.max(machines + others, changed) + gone;
}

function around(ms: number): StepTime {
  const typicalMs = Math.round(ms);
  return { lowMs: Math.round(typicalMs / SPREAD), typicalMs, highMs: typicalMs * SPREAD, runs: 0 };
}
