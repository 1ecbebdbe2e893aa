import type { PlannedMachine, PlannedStep, RunPlan } from '@/lib/model/progress/projection';
import type { StepEstimate, StepKind, StepTime } from '@/lib/model/step-estimate';
import { isMachine } from '@/lib/ports/cloud/cloud';
import type { Pace } from '@/lib/ports/cloud/simulation';
import type { StepTimes } from '@/lib/ports/conductor';
import { hostOf, inboxOf } from './machines';
import type { Prediction } from './prediction';
import { stepKinds } from './step-kinds';
import { UNKNOWN_PACE, usualTimes } from './usual-times';

/**
 * What a deployment is expected to do, with how long each step takes: by what was measured here, else by how quick the
 * cloud says it is.
 *
 * @param units of the environment by the inboxes of their machines
 */
export async function planRun(
  { rounds, resources, complete }: Omit<Prediction, 'plan'>,
  pace: Pace | undefined,
  times: StepTimes,
  units: Readonly<Record<string, string>>,
): Promise<RunPlan> {
  const kinds = stepKinds(rounds);
  const measured = await times(kinds.flat());
  const steps = rounds.flatMap((round, number) => {
    const kindsHere = kinds[number] ?? [];
    const early = kindsHere.map((kind) => kind.early);
    const usual = usualTimes(round, early, pace);
    return round.map((step, at): PlannedStep => {
      const kind = kindsHere[at];
      const known = kind ? knownTime(kind, measured(kind), pace) : null;
      return {
        effect: step.effect,
        title: step.effect === 'plan' ? step.title : '',
        round: number,
        unitId: step.effect === 'plan' ? step.unitId : null,
        host: step.effect === 'plan' ? step.host : null,
        estimate: known ?? usual[at] ?? NO_TIME,
      };
    });
  });
  const machines = resources.filter(isMachine).flatMap((machine): PlannedMachine[] => {
    const { name, change } = machine;
    if (change !== 'create' && change !== 'replace' && change !== 'remove') return [];
    return [{ resource: name, host: hostOf(machine), unitId: units[inboxOf(machine)] ?? null, change }];
  });
  return { steps, machines, complete };
}

/**
 * What was measured of a step, for the circumstances it will run under. Measured while its machine was up, it takes
 * longer by the start of one that is still starting. A change of the stack that makes machines tells nothing of one
 * that makes none. The fewer runs there were, the less they say.
 */
function knownTime(kind: StepKind, measured: StepEstimate | null, pace: Pace = UNKNOWN_PACE): StepTime | null {
  if (measured === null || (measured.early !== kind.early && kind.effect !== 'plan')) return null;
  const { runs } = measured;
  const start = Number(kind.early) - Number(measured.early);
  const shifted = (ms: number) => Math.max(0, Math.round(ms + start * pace.bootMs));
  const doubt = LARGEST_DOUBT / Math.sqrt(runs);
  const typicalMs = shifted(measured.typicalMs);
  return {
    runs,
    typicalMs,
    lowMs: Math.min(shifted(measured.lowMs), Math.round(typicalMs * (1 - doubt))),
    highMs: Math.max(shifted(measured.highMs), Math.round(typicalMs * (1 + doubt))),
  };
}

/** A step that has run once may take so much more or less the next time. */
const LARGEST_DOUBT = 0.3;
const NO_TIME = { lowMs: 0, typicalMs: 0, highMs: 0, runs: 0 };
