import type { Foreseen, ForeseenStep } from '@/lib/conductor';
import type { Db } from '@/lib/db/client';
import type { Preview, PreviewStep } from '@/lib/model/preview';
import { durationOf, type StepKind } from '@/lib/model/step-estimate';
import { estimateSteps } from '../estimates/estimate-steps';
import { isMachine } from './machines';

/** What happens in order, each step with how long it took before, and how long all of it will take. */
export async function previewSteps(
  { db }: { db: Db },
  rounds: Foreseen['rounds'],
): Promise<Pick<Preview, 'steps' | 'duration'>> {
  const kinds = kindsOf(rounds);
  const estimateOf = await estimateSteps({ db }, kinds.flat());
  const steps = rounds.flatMap((round, number) =>
    round.map((step, at): PreviewStep => {
      const kind = kinds[number]?.[at];
      return stepOf(step, { round: number, estimate: kind ? estimateOf(kind) : null });
    }),
  );
  return { steps, duration: durationOf(kinds, estimateOf) };
}

function stepOf(step: ForeseenStep, facts: Pick<PreviewStep, 'round' | 'estimate'>): PreviewStep {
  if (step.effect !== 'plan') {
    const resources = step.resources
      .filter(({ change }) => change !== 'unchanged')
      .map(({ name, change }) => ({ name, change }));
    return { effect: step.effect, ...facts, resources };
  }
  const { effect, title, serviceId, unitId, host, reboots } = step;
  const commands = step.commands.map((command) => ({ name: command.Name, arguments: command.Arguments }));
  return { effect, ...facts, title, serviceId, unitId, host, commands, restarts: reboots };
}

/** What decides how long each step takes: a machine that was just made is still starting when its first plans come. */
function kindsOf(rounds: Foreseen['rounds']): StepKind[][] {
  const starting = new Set<string>();
  return rounds.map((round) => {
    const reached = new Set<string>();
    const kinds = round.map((step): StepKind => {
      if (step.effect === 'plan') {
        reached.add(step.host);
        return { effect: 'plan', title: step.title, early: starting.has(step.host) };
      }
      const made = step.resources.filter((one) => isMachine(one) && ['create', 'replace'].includes(one.change));
      for (const { name, after } of made) starting.add(typeof after?.name === 'string' ? after.name : name);
      return { effect: step.effect, title: '', early: step.effect === 'stack.update' && made.length > 0 };
    });
    for (const host of reached) starting.delete(host);
    return kinds;
  });
}
