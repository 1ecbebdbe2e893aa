import type { Problem } from '@/lib/errors';
import { rebootsAfter } from '@/lib/formats/execution-plan/build';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { RunKind } from '@/lib/model/runs/kinds';
import type { ResourceForecast, StackForecast } from '@/lib/ports/cloud/cloud';
import type { StackDryRun } from '@/lib/ports/cloud/dry-run';
import type { Effects, PlanOutcome, PlanRequest, StackOutcome, StackUpdate } from '@/lib/ports/conductor';
import { firstEnded } from '../language/first-ended';
import { stackProblem } from '../problems/problems';
import type { PredictedStep } from './prediction';

/** What was asked of the world so far. */
export interface Notes {
  rounds: PredictedStep[][];
  reports: Parameters<Effects['report']>[0][];
  problems: Problem[];
  stackDeleted: boolean;
  /** whether a program was answered what only the real machine or cloud knows: what it does with that is a guess */
  isGuessed: boolean;
  /** the resources of further stacks that were spoken of, as they are now */
  further: ResourceForecast[];
}

/** What a dry run asks of the cloud; nothing of it acts. */
export interface DryRunCloud extends Pick<Effects, 'readStack' | 'networks'> {
  /** @param stack as in `StackUpdate` */
  dryRun(stack?: string): Promise<StackDryRun>;
}

/**
 * `Effects` that act on nothing: stacks are only dry-run, machines answer that all went well, and everything asked for
 * is noted.
 *
 * @param cloud where the stacks are
 * @param model as the deployment begins
 * @param over true once the preview must come to an end
 * @param kind of the run that is previewed
 */
export function createDryRunEffects(
  cloud: DryRunCloud,
  model: EnvironmentModel,
  over: () => boolean,
  kind: RunKind,
): { effects: Effects; notes: Notes } {
  const notes: Notes = { rounds: [], reports: [], problems: [], stackDeleted: false, isGuessed: false, further: [] };
  let reached = model;
  const stacks = new Map<string | undefined, Promise<StackDryRun>>();
  const stackDryRun = (name?: string) => {
    const known = stacks.get(name);
    if (known) return known;
    const fresh = cloud.dryRun(name).then((stack) => {
      if (name !== undefined) notes.further.push(...stack.now);
      return stack;
    });
    stacks.set(name, fresh);
    return fresh;
  };
  let plans: { steps: PredictedStep[]; answered: boolean } | null = null;
  /** steps of the rounds that those who ask have numbered */
  const numbered = new Map<number, PredictedStep[]>();
  const roundOf = (number: number): PredictedStep[] => {
    const known = numbered.get(number);
    if (known) return known;
    const fresh: PredictedStep[] = [];
    numbered.set(number, fresh);
    notes.rounds.push(fresh);
    return fresh;
  };

  const stackStep = (effect: 'stack.update' | 'stack.delete', forecast: StackForecast, update: StackUpdate | null) => {
    plans = null;
    if (forecast.ok) {
      notes.isGuessed ||= Object.keys(forecast.outputs).length > 0;
      notes.rounds.push([{ effect, resources: forecast.resources }]);
      return { ok: true, outputs: forecast.outputs } satisfies StackOutcome;
    }
    const problem = stackProblem(forecast, reached, update, kind);
    notes.problems.push(problem);
    return { ok: false, message: problem.sentence, problem } satisfies StackOutcome;
  };

  const effects: Effects = {
    updateStack: async (update) =>
      stackStep('stack.update', await (await stackDryRun(update.stack)).apply(update), update),
    deleteStack: async (name) => {
      const outcome = stackStep('stack.delete', await (await stackDryRun(name)).delete(), null);
      if (name === undefined) notes.stackDeleted = outcome.ok;
      return outcome;
    },
    readStack: (name) => cloud.readStack(name),
    networks: () => cloud.networks(),
    first: firstEnded,
    sleep: async () => undefined,
    executePlan: async (request) => {
      notes.isGuessed = true;
      if (request.round !== undefined) {
        roundOf(request.round).push(stepOf(request));
        return answerTo(request);
      }
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
    suspension: async ({ action, machine, round }) => {
      const step = { effect: `${machine ? 'machine' : 'stack'}.${action}`, machine: machine ?? null } as const;
      plans = null;
      if (round === undefined) notes.rounds.push([step]);
      else roundOf(round).push(step);
      return { ok: true };
    },
    report: async (report) => void notes.reports.push(report),
    failureHandled: async () => undefined,
    saveModel: async (saved) => {
      reached = saved;
      plans = null;
    },
    cancelled: async () => over(),
  };
  return { effects, notes };
}

function stepOf({ serviceId, unitId, host, name, plan, package: own }: PlanRequest): PredictedStep {
  return {
    effect: 'plan',
    serviceId,
    unitId,
    host,
    title: name,
    package: own ?? null,
    commands: plan.Commands,
    reboots: rebootsAfter(plan, false),
  };
}

/** All went well; what a command returns only its machine will know. */
function answerTo({ plan, host }: PlanRequest): PlanOutcome {
  if (plan.program)
    return { answered: true, result: { IsException: false, Result: `‹answer of ${plan.program.Name} on ${host}›` } };
  const results = plan.Commands.map(({ Name }) => ({ IsException: false, Result: [`‹answer of ${Name} on ${host}›`] }));
  return { answered: true, result: { IsException: false, Result: results } };
}
