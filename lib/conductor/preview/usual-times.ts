import type { GuideStep } from '@/lib/model/guide';
import type { StepTime } from '@/lib/model/step-estimate';
import { isMachine } from '@/lib/ports/cloud/cloud';
import type { Pace } from '@/lib/ports/cloud/simulation';
import type { PredictedStep } from './prediction';

/**
 * How long things take on a cloud of which nothing is known, in milliseconds: what administrators of Windows machines
 * expect. Only for what has never been measured here and no package says.
 */
const UNKNOWN_PACE: Pace = {
  machineMs: 60_000,
  bootMs: 150_000,
  restartMs: 90_000,
  resourceMs: 5_000,
  commandMs: () => 60_000,
};

/** Nobody has measured it: it may well be twice as quick or twice as slow. */
const SPREAD = 2;

/**
 * How long a step usually takes, where it has never run before: on simulated machines as they say themselves, on real
 * ones as packages say.
 *
 * @param pace of simulated machines
 * @param guide what packages say of steps, by the names of their plans
 * @returns from when its machine begins with it
 */
export function usualTime(
  step: PredictedStep,
  pace: Pace | undefined,
  guide: Readonly<Record<string, Pick<GuideStep, 'seconds'>>>,
): StepTime {
  const seconds = guide[step.effect === 'plan' ? step.title : step.effect]?.seconds;
  if (pace === undefined && seconds !== undefined) return around(seconds * 1000);
  const quickness = pace ?? UNKNOWN_PACE;
  if ('resources' in step) return around(stackMs(step.resources, quickness));
  if (step.effect !== 'plan')
    return around(step.effect.endsWith('.resume') ? quickness.restartMs : quickness.resourceMs);
  // a program of another kind than commands counts as one
  const names = step.commands.length > 0 ? step.commands.map((command) => command.Name) : [''];
  const work = names.reduce((sum, name) => sum + quickness.commandMs(name, step.package), 0);
  return around(work + (step.reboots ? quickness.restartMs : 0));
}

/** How long a machine usually starts once it is made. */
export function usualBoot({ bootMs }: Pace = UNKNOWN_PACE): StepTime {
  return around(bootMs);
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
