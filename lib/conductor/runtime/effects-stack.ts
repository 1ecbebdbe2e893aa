import { isVetroError, type Problem, toProblem } from '@/lib/errors';
import type { EnvironmentModel } from '@/lib/model/environment';
import { countStackChange, type StackChange, stackChangeKind, stackTitle } from '@/lib/model/progress/stack-change';
import { isMachine, type StackEvent } from '@/lib/ports/cloud/cloud';
import type { StackOutcome, StackUpdate } from '@/lib/ports/conductor';
import { cancelledProblem, stackProblem, withNamesOf } from '../problems/problems';
import { stackNameOf, stackOwner } from '../stacks/stack-of-environment';
import { stackEvents } from './cloud-events';
import { startEffect } from './effect-events';
import type { EffectsContext } from './effects-context';
import type { ReachedServices } from './reached-services';
import { retrying } from './retry';

/**
 * Changes the environment's stacks: one recorded step each.
 *
 * @param model the model as reached so far: says which unit a failed resource belongs to
 * @param reached what of it nobody was told yet
 */
export function createStackEffect(context: EffectsContext, model: () => EnvironmentModel, reached: ReachedServices) {
  const { record, scope, stacks, clock, outbox, steps, retries, stackRules, endSignal: signal } = context;

  /** One operation on a stack of the environment; a `null` update deletes it. */
  return function changeStack(update: StackUpdate | null, stack?: string): Promise<StackOutcome> {
    const effect = update === null ? 'stack.delete' : 'stack.update';
    return steps.run(effect, async ({ id }) => {
      const at = clock.now();
      const stackChange = await predictedChange(update, stack);
      const title = stackTitle(stackChange);
      const finish = startEffect(context, reached, {
        ...{ id, at, text: title },
        entity: { entity: 'environment', entityId: record.environmentId },
        named: {
          effect,
          title,
          ...(stackChange === null ? {} : { stackChange, changes: stackChangeKind(stackChange) }),
        },
      });
      // The title says what was predicted. Once the cloud has begun, a replay would predict that nothing is to be done.
      await outbox.flush();
      const outcome = await perform(id, update, stack);
      const finishedAt = finish({ problem: outcome.ok ? null : outcome.problem, done: `${title}: done` });
      return outcome.ok ? outcome : { ...outcome, at: finishedAt.toISOString(), effectId: id };
    });
  };

  /** What the operation will do, so that its name says it; null when the cloud cannot tell. */
  async function predictedChange(update: StackUpdate | null, stack?: string): Promise<StackChange | null> {
    try {
      const dryRun = await stacks.dryRun(scope, stackNameOf(record.stackName, stack));
      const forecast = await (update === null ? dryRun.delete() : dryRun.apply(update));
      return forecast.ok ? countStackChange(forecast.resources, isMachine) : null;
    } catch {
      // a name is worth no failure: the operation itself will tell what is wrong
      return null;
    }
  }

  async function perform(requestId: string, update: StackUpdate | null, stack?: string): Promise<StackOutcome> {
    const owner = stackOwner(model());
    const operation = {
      id: requestId,
      scope,
      name: stackNameOf(record.stackName, stack),
      content: update && { template: update.template, parameters: update.parameters },
      owner,
    };
    let units = owner.units;
    const onEvents = (events: readonly StackEvent[]) =>
      outbox.emit(...events.flatMap((event) => stackEvents(event, { model: model(), units })));
    try {
      if (signal.aborted) return cancelled();
      const refusal = update && (await refusalOf(update));
      if (refusal) return { ok: false, message: refusal.sentence, problem: refusal };
      const result = await retrying(
        retries,
        async () => {
          // what is removed may be of machines that the environment asks for no more
          units = { ...(await stacks.units(record.environmentId)), ...owner.units };
          return stacks.carryOut(operation, { signal, onEvents });
        },
        (error) => isVetroError(error) && error.retryable,
        signal,
      );
      if (result.ok) return { ok: true, outputs: result.outputs };
      const problem = stackProblem(result, model(), update, record.kind);
      return { ok: false, message: problem.sentence, problem };
    } catch (error) {
      if (signal.aborted) return cancelled();
      if (!isVetroError(error) || error.kind === 'defect') throw error;
      const problem = withNamesOf(model(), toProblem(error));
      return { ok: false, message: problem.sentence, problem };
    }
  }

  function refusalOf(update: StackUpdate): Promise<Problem | null> {
    return retrying(
      retries,
      async () => (await stackRules?.refusal(record, model(), update)) ?? null,
      (error) => isVetroError(error) && error.retryable,
      signal,
    );
  }

  function cancelled(): StackOutcome {
    const problem = cancelledProblem('The change of the machines');
    return { ok: false, message: problem.sentence, problem };
  }
}
