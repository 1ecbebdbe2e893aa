import type { GuideStep } from '@/lib/model/guide';
import type { PlannedMachine, PlannedStep, RunPlan } from '@/lib/model/progress/projection';
import { countStackChange, stackChangeKind } from '@/lib/model/progress/stack-change';
import type { StepKind, StepTime } from '@/lib/model/step-estimate';
import { isMachine, type ResourceForecast } from '@/lib/ports/cloud/cloud';
import type { Pace } from '@/lib/ports/cloud/simulation';
import type { StepTimes } from '@/lib/ports/conductor';
import { hostOf, inboxOf } from './machines';
import type { PlayedThrough, PredictedStep } from './prediction';
import { usualBoot, usualTime } from './usual-times';

/** What is known of how long things take, and of whose they are. */
export interface PlanSources {
  /** how quick simulated machines are */
  pace: Pace | undefined;
  /** what was measured here */
  times: StepTimes;
  /** what packages say of steps, by the names of their plans */
  guide: Readonly<Record<string, GuideStep>>;
  /** units of the environment by the inboxes of their machines */
  units: Readonly<Record<string, string>>;
}

/**
 * What a run is expected to do, with how long each step takes: by what was measured here, else by how quick the cloud
 * says it is, else by what packages say.
 */
export async function planRun(
  { rounds, resources, complete }: Pick<PlayedThrough, 'rounds' | 'resources' | 'complete'>,
  { pace, times, guide, units }: PlanSources,
): Promise<RunPlan> {
  const measured = await times(rounds.flat().map(kindOf));
  const steps = rounds.flatMap((round, number) =>
    round.map((step): PlannedStep => {
      const known = measured.of(kindOf(step));
      return {
        effect: step.effect,
        title: step.effect === 'plan' ? step.title : 'resources' in step ? '' : step.effect,
        round: number,
        unitId: machineOf(step)?.unitId ?? null,
        host: machineOf(step)?.host ?? null,
        estimate: known === null ? usualTime(step, pace, guide) : doubted(known),
      };
    }),
  );
  const boots = measured.boot === null ? usualBoot(pace) : doubted(measured.boot);
  // a cloud that does not tell when machines are up: what was measured of their first steps has it within
  const isWithin =
    measured.boot === null && steps.some(({ effect, estimate }) => effect === 'plan' && estimate.runs > 0);
  return { steps, machines: machinesOf(rounds, resources, units), boot: isWithin ? null : boots, complete };
}

/** What a step has in common with past ones that tell how long it takes. */
function kindOf(step: PredictedStep): StepKind {
  const { effect } = step;
  if (effect === 'plan') return { effect, title: step.title };
  if (!('resources' in step)) return { effect, title: '' };
  return { effect, title: stackChangeKind(countStackChange(step.resources, isMachine)) };
}

/** Whose step it is; null for one of the whole environment. */
function machineOf(step: PredictedStep): { unitId: string; host: string } | null {
  if ('resources' in step) return null;
  return step.effect === 'plan' ? step : (step.machine ?? null);
}

/** What becomes of machines in the end, and in which round. */
function machinesOf(
  rounds: PlayedThrough['rounds'],
  resources: readonly ResourceForecast[],
  units: PlanSources['units'],
): PlannedMachine[] {
  const roundOf = new Map<string, number>();
  rounds.forEach((round, number) => {
    for (const step of round) {
      if (!('resources' in step)) continue;
      for (const { name, change } of step.resources) if (isNewOrGone(change)) roundOf.set(name, number);
    }
  });
  return resources.filter(isMachine).flatMap((machine): PlannedMachine[] => {
    const { name, change } = machine;
    if (!isNewOrGone(change)) return [];
    const unitId = units[inboxOf(machine)] ?? null;
    return [{ round: roundOf.get(name) ?? 0, resource: name, host: hostOf(machine), unitId, change }];
  });
}

function isNewOrGone(change: ResourceForecast['change']): change is PlannedMachine['change'] {
  return change === 'create' || change === 'replace' || change === 'remove';
}

/** The fewer runs there were, the less they say. */
function doubted({ runs, lowMs, typicalMs, highMs }: StepTime): StepTime {
  const doubt = LARGEST_DOUBT / Math.sqrt(runs);
  return {
    runs,
    typicalMs,
    lowMs: Math.min(lowMs, Math.round(typicalMs * (1 - doubt))),
    highMs: Math.max(highMs, Math.round(typicalMs * (1 + doubt))),
  };
}

/** What has run once may take so much more or less the next time. */
const LARGEST_DOUBT = 0.3;
