import type { StackForecast, StackRehearsal } from '@/lib/cloud/cloud';
import type { Effects, PlanOutcome, PlanRequest, StackOutcome, StackUpdate } from '@/lib/conductor/ports';
import type { Problem } from '@/lib/errors';
import { rebootsAfter } from '@/lib/formats/execution-plan/build';
import type { EnvironmentModel } from '@/lib/model/environment';
import { stackProblem } from '../runtime/problems';
import type { ForeseenStep } from './foreseen';

/** What was asked of the world so far. */
export interface Notes {
  rounds: ForeseenStep[][];
  reports: Parameters<Effects['report']>[0][];
  problems: Problem[];
  stackDeleted: boolean;
}

/**
 * `Effects` that act on nothing: stacks are rehearsed, machines answer that all went well, and everything asked for
 * is noted.
 *
 * @param model as the deployment begins
 * @param over true once the preview must come to an end
 */
export function createRehearsingEffects(
  stack: StackRehearsal,
  model: EnvironmentModel,
  over: () => boolean,
): { effects: Effects; notes: Notes } {
  const notes: Notes = { rounds: [], reports: [], problems: [], stackDeleted: false };
  let gained = model;
  let plans: { steps: ForeseenStep[]; answered: boolean } | null = null;

  const stackStep = (effect: 'stack.update' | 'stack.delete', forecast: StackForecast, update: StackUpdate | null) => {
    plans = null;
    if (forecast.ok) {
      notes.rounds.push([{ effect, resources: forecast.resources }]);
      return { ok: true, outputs: forecast.outputs } satisfies StackOutcome;
    }
    const problem = stackProblem(forecast, gained, update);
    notes.problems.push(problem);
    return { ok: false, message: problem.sentence, problem } satisfies StackOutcome;
  };

  const effects: Effects = {
    updateStack: async (update) => stackStep('stack.update', await stack.apply(update), update),
    deleteStack: async () => {
      const outcome = stackStep('stack.delete', await stack.delete(), null);
      notes.stackDeleted = outcome.ok;
      return outcome;
    },
    executePlan: async (request) => {
      // a plan that is asked for once another was answered comes after it
      if (plans === null || plans.answered) {
        plans = { steps: [], answered: false };
        notes.rounds.push(plans.steps);
      }
      const mine = plans;
      mine.steps.push(stepOf(request));
      await Promise.resolve();
      mine.answered = true;
      return answerTo(request);
    },
    report: async (report) => void notes.reports.push(report),
    saveModel: async (saved) => {
      gained = saved;
      plans = null;
    },
    cancelled: async () => over(),
  };
  return { effects, notes };
}

function stepOf({ serviceId, unitId, host, name, plan }: PlanRequest): ForeseenStep {
  return {
    effect: 'plan',
    serviceId,
    unitId,
    host,
    title: name,
    commands: plan.Commands,
    reboots: rebootsAfter(plan, false),
  };
}

/** All went well; what a command returns only its machine will know. */
function answerTo({ plan, host }: PlanRequest): PlanOutcome {
  const results = plan.Commands.map(({ Name }) => ({ IsException: false, Result: [`‹answer of ${Name} on ${host}›`] }));
  return { answered: true, result: { IsException: false, Result: results } };
}
