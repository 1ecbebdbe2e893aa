import { isMachine, type Pace } from '@/lib/cloud/cloud';
import type { StepTimes } from '@/lib/conductor/ports';
import type { PlannedMachine, PlannedStep, RunPlan } from '@/lib/model/progress/projection';
import type { Foreseen } from './foreseen';
import { hostOf, inboxOf, unitOfInbox } from './machines';
import { stepKinds } from './step-kinds';
import { usualTimes } from './usual-times';

/**
 * What a deployment is expected to do, with how long each step takes: by what was measured here, else by how quick the
 * cloud says it is.
 */
export async function planRun(
  { rounds, resources, complete }: Omit<Foreseen, 'plan'>,
  pace: Pace | undefined,
  times: StepTimes,
): Promise<RunPlan> {
  const kinds = stepKinds(rounds);
  const measured = await times(kinds.flat());
  const steps = rounds.flatMap((round, number) => {
    const kindsHere = kinds[number] ?? [];
    const early = kindsHere.map((kind) => kind.early);
    const usual = usualTimes(round, early, pace);
    return round.map((step, at): PlannedStep => {
      const kind = kindsHere[at];
      const known = kind ? measured(kind) : null;
      const { lowMs, typicalMs, highMs, runs } = known ?? usual[at] ?? NO_TIME;
      return {
        effect: step.effect,
        title: step.effect === 'plan' ? step.title : '',
        round: number,
        unitId: step.effect === 'plan' ? step.unitId : null,
        host: step.effect === 'plan' ? step.host : null,
        estimate: { lowMs, typicalMs, highMs, runs },
      };
    });
  });
  const machines = resources.filter(isMachine).flatMap((machine): PlannedMachine[] => {
    const { name, change } = machine;
    if (change !== 'create' && change !== 'replace' && change !== 'remove') return [];
    return [{ resource: name, host: hostOf(machine), unitId: unitOfInbox(inboxOf(machine)), change }];
  });
  return { steps, machines, complete };
}

const NO_TIME = { lowMs: 0, typicalMs: 0, highMs: 0, runs: 0 };
