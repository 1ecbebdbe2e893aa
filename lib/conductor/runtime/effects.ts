import { isDeepStrictEqual } from 'node:util';
import type { Problem } from '@/lib/errors';
import type { EnvironmentModel } from '@/lib/model/environment';
import { stepTitle } from '@/lib/model/progress/step-title';
import type { Effects, PlanRequest, StackUpdate, SuspensionRequest } from '@/lib/ports/conductor';
import type { EffectsContext } from './effects-context';
import { createPlanEffect } from './effects-plan';
import { createReads } from './effects-reads';
import { createStackEffect } from './effects-stack';
import { createSuspensionEffect } from './effects-suspension';
import { createReachedServices } from './reached-services';

/** What the effects of a deployment have come to so far; a replay arrives at the same. */
export interface Tally {
  /** the model as last saved by the language */
  model: EnvironmentModel;
  /** problems of failed effects, in the order the effects were asked for */
  failures: { order: number; problem: Problem }[];
  /** effects that a cancel cut short, in people's words */
  leftOff: { order: number; what: string }[];
  reports: { errors: number; firstError: string | null };
  stackDeleted: boolean;
  /** whether a cancel left work undone */
  cancelled: boolean;
}

/** The durable `Effects` of one deployment, with what they add up to. */
export function createEffects(context: EffectsContext): { effects: Effects; tally: Tally } {
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
  let reportCount = 0;
  const note = (what: string, order: number, problem: Problem | null) => {
    if (problem === null) return;
    if (problem.kind === 'cancelled') {
      tally.leftOff.push({ order, what });
      tally.cancelled = true;
    } else tally.failures.push({ order, problem });
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
      note('the machines', order, outcome.ok ? null : outcome.problem);
      return outcome;
    }),
    deleteStack: handled(async (stack?: string) => {
      const order = ++effectCount;
      const outcome = await changeStack(null, stack);
      note('removing the machines', order, outcome.ok ? null : outcome.problem);
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
      note(`${stepTitle(request.name, context.guide())} on ${request.host}`, order, problem);
      return outcome;
    }),
    suspension: handled(async (request: SuspensionRequest) => {
      const order = ++effectCount;
      const outcome = await suspension(request);
      note(request.machine?.host ?? 'the machines', order, outcome.ok ? null : outcome.problem);
      return outcome;
    }),
    // Not a step: appended once by its key, however often a replay repeats it.
    report: async ({ entity, id, level, text, details }) => {
      reportCount += 1;
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
        key: `${record.id}:report:${reportCount}`,
      });
    },
    saveModel: handled(async (model: EnvironmentModel) => {
      if (isDeepStrictEqual(model, tally.model)) return;
      tally.model = structuredClone(model);
      checkpoints.note(tally.model);
    }),
    cancelled: async () => steps.cancelSeen(),
  };
  return { effects, tally };
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
