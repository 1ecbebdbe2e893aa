import { isDeepStrictEqual } from 'node:util';
import type { Problem } from '@/lib/errors';
import type { EnvironmentModel } from '@/lib/model/environment';
import { stepTitle } from '@/lib/model/progress/step-title';
import type { Effects, PlanRequest, StackUpdate, SuspensionRequest } from '@/lib/ports/conductor';
import { type EffectStart, handledEvent } from './effect-events';
import type { EffectsContext } from './effects-context';
import { createPlanEffect } from './effects-plan';
import { createReads } from './effects-reads';
import { createStackEffect } from './effects-stack';
import { createSuspensionEffect } from './effects-suspension';
import { createReachedServices } from './reached-services';

export interface FailedEffect {
  order: number;
  effectId: string;
  problem: Problem;
  entity: EffectStart['entity'];
}

/** What the effects of a deployment have come to so far; a replay arrives at the same. */
export interface Tally {
  /** the model as last saved by the language */
  model: EnvironmentModel;
  /** effects that failed and that no program has dealt with, in the order they were asked for */
  failures: FailedEffect[];
  /** effects that a cancel cut short, in people's words */
  leftOff: { order: number; what: string }[];
  reports: { errors: number; firstError: string | null };
  stackDeleted: boolean;
  /** whether a cancel left work undone */
  cancelled: boolean;
}

export interface RunEffects {
  effects: Effects;
  /** what they add up to */
  tally: Tally;
  /** Deletes what is there of the environment's stacks, also those of which no model tells: their run was cancelled. */
  deleteStacks(): Promise<void>;
}

/** The durable `Effects` of one deployment. */
export function createEffects(context: EffectsContext): RunEffects {
  const { record, checkpoints, outbox, steps } = context;
  const tally: Tally = {
    model: record.model,
    failures: [],
    leftOff: [],
    reports: { errors: 0, firstError: null },
    stackDeleted: false,
    cancelled: false,
  };
  let effectCount = 0;
  const inEnvironment = { entity: 'environment', entityId: record.environmentId } as const;
  const note = (
    what: string,
    order: number,
    failed: { problem: Problem; effectId?: string } | null,
    entity: FailedEffect['entity'] = inEnvironment,
  ) => {
    if (failed === null) return;
    const { problem, effectId = '' } = failed;
    if (problem.kind === 'cancelled') {
      tally.leftOff.push({ order, what });
      tally.cancelled = true;
    } else tally.failures.push({ order, effectId, problem, entity });
  };

  const reached = createReachedServices(record, () => tally.model);
  const executePlan = createPlanEffect(context, reached);
  const changeStack = createStackEffect(context, () => tally.model, reached);
  const suspension = createSuspensionEffect(context, () => tally.model, reached);
  const reads = createReads(context);

  const effects: Effects = {
    updateStack: handled(async (update: StackUpdate) => {
      const order = ++effectCount;
      const outcome = await changeStack(update, update.stack);
      note('the machines', order, outcome.ok ? null : outcome);
      return outcome;
    }),
    deleteStack: handled(async (stack?: string) => {
      const order = ++effectCount;
      const outcome = await changeStack(null, stack);
      note('removing the machines', order, outcome.ok ? null : outcome);
      if (stack === undefined) tally.stackDeleted = outcome.ok;
      return outcome;
    }),
    readStack: handled(reads.readStack),
    networks: handled(reads.networks),
    first: handled(reads.first),
    sleep: handled(reads.sleep),
    executePlan: handled(async (asked: PlanRequest) => {
      const order = ++effectCount;
      const request = { ...asked, timeoutMs: Math.min(asked.timeoutMs, context.maxPlanTimeoutMs) };
      const { outcome, problem } = await executePlan(request);
      note(
        `${stepTitle(request.name, context.guide())} on ${request.host}`,
        order,
        problem && { problem, effectId: outcome.effectId },
        { entity: 'unit', entityId: request.unitId },
      );
      return outcome;
    }),
    suspension: handled(async (request: SuspensionRequest) => {
      const order = ++effectCount;
      const outcome = await suspension(request);
      note(request.machine?.host ?? 'the machines', order, outcome.ok ? null : outcome);
      return outcome;
    }),
    report: createReports(context, tally),
    // No step, as reports are none.
    failureHandled: async (effectId) => {
      const failed = tally.failures.find((one) => one.effectId === effectId);
      if (!failed) return;
      tally.failures = tally.failures.filter((one) => one !== failed);
      outbox.emit(handledEvent(failed));
    },
    saveModel: handled(async (model: EnvironmentModel) => {
      if (isDeepStrictEqual(model, tally.model)) return;
      tally.model = structuredClone(model);
      checkpoints.note(tally.model);
    }),
    cancelled: async () => steps.cancelSeen(),
  };
  const deleteStacks = async () => {
    if (!tally.stackDeleted) await effects.deleteStack();
    for (const stack of await reads.furtherStacks()) await effects.deleteStack(stack);
  };
  return { effects, tally, deleteStacks };
}

/** Reports of programs. Not a step: one is appended once by its key, however often a replay repeats it. */
function createReports({ record, outbox }: EffectsContext, tally: Tally): Effects['report'] {
  let count = 0;
  return async ({ entity, id, level, text, details }) => {
    count += 1;
    if (level === 'error') {
      tally.reports.errors += 1;
      tally.reports.firstError ??= text;
    }
    outbox.emit({
      kind: 'report',
      entity,
      entityId: id,
      level,
      text,
      ...(details === undefined ? {} : { data: { details } }),
      key: `${record.id}:report:${count}`,
    });
  };
}

/**
 * A language starts effects together and looks at their outcomes one by one: an error that is not looked
 * at yet must not end the process.
 */
function handled<A extends unknown[], T>(effect: (...args: A) => Promise<T>): (...args: A) => Promise<T> {
  return (...args) => {
    const outcome = effect(...args);
    outcome.catch(() => undefined);
    return outcome;
  };
}
