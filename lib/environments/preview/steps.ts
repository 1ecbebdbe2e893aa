import type { PredictedStep, PredictedSuspension, Prediction } from '@/lib/conductor';
import type { Preview, PreviewStep } from '@/lib/model/preview';
import type { PlannedStep } from '@/lib/model/progress/projection';
import { countStackChange } from '@/lib/model/progress/stack-change';
import { atSpeed, durationOf } from '@/lib/model/step-times';
import { isMachine } from '@/lib/ports/cloud/cloud';

/**
 * What happens in order, each step with how long it takes, and how long all of it will take.
 *
 * @param speed of simulated machines now, times the usual one
 */
export function previewSteps(
  { rounds, plan }: Pick<Prediction, 'rounds' | 'plan'>,
  speed: number,
): Pick<Preview, 'steps' | 'duration'> {
  const steps = rounds.flat().flatMap((step, at): PreviewStep[] => {
    const planned = plan.steps[at];
    // nothing is suspended or resumed by what is looked at before it begins: deployments alone are
    const isOfDeployment = step.effect === 'plan' || 'resources' in step;
    return planned && isOfDeployment ? [stepOf(step, planned, speed)] : [];
  });
  return { steps, duration: durationOf(plan, speed) };
}

function stepOf(step: Exclude<PredictedStep, PredictedSuspension>, planned: PlannedStep, speed: number): PreviewStep {
  const facts = { round: planned.round, estimate: atSpeed(planned.estimate, speed) };
  if (step.effect !== 'plan') {
    const resources = step.resources
      .filter(({ change }) => change !== 'unchanged')
      .map(({ name, change }) => ({ name, change }));
    return { effect: step.effect, ...facts, resources, stackChange: countStackChange(step.resources, isMachine) };
  }
  const { effect, title, serviceId, unitId, host, reboots } = step;
  const commands = step.commands.map((command) => ({ name: command.Name, arguments: command.Arguments }));
  return { effect, ...facts, title, serviceId, unitId, host, commands, restarts: reboots };
}
