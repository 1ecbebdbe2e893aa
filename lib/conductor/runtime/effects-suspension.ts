import { errors, isVetroError, type Problem, toProblem } from '@/lib/errors';
import type { EnvironmentModel } from '@/lib/model/environment';
import { SUSPENSION_STEPS, type SuspensionStep } from '@/lib/model/progress/suspension-steps';
import { agentQueue, type StackAction, type StackEvent, type StackOperation } from '@/lib/ports/cloud/cloud';
import type { SuspensionOutcome, SuspensionRequest } from '@/lib/ports/conductor';
import { cancelledProblem, stackProblem, withNamesOf } from '../problems/problems';
import { stackOwner } from '../stacks/stack-of-environment';
import { stackEvents } from './cloud-events';
import { startEffect } from './effect-events';
import type { EffectsContext } from './effects-context';
import type { ReachedServices } from './reached-services';
import { retrying } from './retry';

/**
 * Suspends and resumes machines: one recorded step each. One machine by its switch, with the software components on it
 * before or after, where the cloud tells those of single machines; all of an environment by its stacks: a stack that
 * others may need is suspended last and resumed first.
 *
 * @param model the model as reached so far
 * @param reached what of it nobody was told yet
 */
export function createSuspensionEffect(
  context: EffectsContext,
  model: () => EnvironmentModel,
  reached: ReachedServices,
): (request: SuspensionRequest) => Promise<SuspensionOutcome> {
  const { record, scope, cloud, stacks, clock, outbox, steps, retries, endSignal: signal } = context;

  return ({ action, machine }) => {
    const effect: SuspensionStep = `${machine ? 'machine' : 'stack'}.${action}`;
    const on = machine ? ` on ${machine.host}` : '';
    return steps.run(`${effect}${on}`, async ({ id }): Promise<SuspensionOutcome> => {
      const text = `${SUSPENSION_STEPS[effect]}${on}`;
      const finish = startEffect(context, reached, {
        ...{ id, text, at: clock.now() },
        entity: machine
          ? { entity: 'unit', entityId: machine.unitId }
          : { entity: 'environment', entityId: record.environmentId },
        named: { effect, title: effect, ...machine },
      });
      const problem = await perform({ action, ...(machine && { machine }) }, id);
      const at = finish({ problem, done: `${text}: done` }).toISOString();
      return problem === null ? { ok: true, at } : { ok: false, problem, at, effectId: id };
    });
  };

  /** @returns what went wrong; null when nothing did */
  async function perform({ action, machine }: SuspensionRequest, id: string): Promise<Problem | null> {
    const work = machine ? () => workSwitch(action, machine, id) : () => actOnStacks(action, id);
    try {
      if (signal.aborted) return left();
      return await retrying(retries, work, (error) => isVetroError(error) && error.retryable, signal);
    } catch (error) {
      if (signal.aborted) return left();
      if (!isVetroError(error) || error.kind === 'defect') throw error;
      return withNamesOf(model(), toProblem(error));
    }
  }

  async function workSwitch(
    action: StackAction,
    machine: NonNullable<SuspensionRequest['machine']>,
    id: string,
  ): Promise<Problem | null> {
    const { power } = cloud;
    const queue = agentQueue(record.environmentId, machine.serviceId, machine.unitId);
    const software = (await cloud.stacks.softwareOn?.(scope, queue)) ?? [];
    if (!power && software.length === 0) {
      throw errors.cloud(
        'machine_not_switchable',
        'This cloud suspends and wakes whole environments only, no single machines.',
      );
    }
    if (action === 'resume') await power?.resume(scope, queue);
    const wrong = await actOn(software, { action, machine: queue }, id);
    if (wrong === null && action === 'suspend') await power?.suspend(scope, queue);
    return wrong;
  }

  async function actOnStacks(action: StackAction, id: string): Promise<Problem | null> {
    const names = await stacks.names(record.environmentId);
    if (action === 'suspend') names.reverse();
    return actOn(names, { action }, id);
  }

  /** @returns what went wrong at the first stack that could not; null when nothing did */
  async function actOn(
    names: readonly string[],
    asked: Pick<StackOperation, 'action' | 'machine'>,
    id: string,
  ): Promise<Problem | null> {
    const owner = stackOwner(model());
    for (const name of names) {
      const operation = {
        id: `${id}:${name}`,
        scope,
        ...{ name, content: null, ...asked, owner },
      };
      const onEvents = (events: readonly StackEvent[]) =>
        outbox.emit(...events.flatMap((event) => stackEvents(event, { model: model(), units: owner.units })));
      const result = await stacks.carryOut(operation, { signal, onEvents });
      if (!result.ok) return stackProblem(result, model(), null, record.kind);
    }
    return null;
  }

  function left(): Problem {
    return cancelledProblem('What was to be done with the machines');
  }
}
