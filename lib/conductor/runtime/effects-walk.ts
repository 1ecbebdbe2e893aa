import { errors, isVetroError, type Problem, toProblem } from '@/lib/errors';
import type { EnvironmentModel } from '@/lib/model/environment';
import { WALK_STEPS, type WalkStep } from '@/lib/model/progress/walk-steps';
import { agentQueue, type StackEvent } from '@/lib/ports/cloud/cloud';
import type { WalkOutcome, WalkRequest } from '@/lib/ports/conductor';
import { cancelledProblem, problemData, stackProblem } from '../problems/problems';
import { stackOwner } from '../stacks/stack-of-environment';
import { resourceChanged } from './cloud-events';
import { atSpeed, type EffectsContext } from './effects-context';
import type { ReachedServices } from './reached-services';
import { retrying } from './retry';

/**
 * Suspends and resumes machines: one recorded step each. One machine by its switch; all of an environment by its stacks,
 * so that software components hear of it: a stack that others may need is suspended last and resumed first.
 *
 * @param model the model as reached so far
 * @param reached what of it nobody was told yet
 */
export function createWalkEffect(
  context: EffectsContext,
  model: () => EnvironmentModel,
  reached: ReachedServices,
): (request: WalkRequest) => Promise<WalkOutcome> {
  const { record, cloud, stacks, clock, outbox, steps, control, retries } = context;
  const signal = control.cancelSignal;

  return ({ walk, machine }) => {
    const effect: WalkStep = `${machine ? 'machine' : 'stack'}.${walk}`;
    const on = machine ? ` on ${machine.host}` : '';
    return steps.run(`${effect}${on}`, async ({ id }): Promise<WalkOutcome> => {
      const startedAt = clock.now().getTime();
      const entity = machine
        ? ({ entity: 'unit', entityId: machine.unitId } as const)
        : ({ entity: 'environment', entityId: record.environmentId } as const);
      const text = `${WALK_STEPS[effect]}${on}`;
      const named = { effectId: id, effect, title: effect, ...machine, ...atSpeed(cloud) };
      outbox.emit({ kind: 'effect.started', ...entity, text, data: { ...named, ...reached() }, key: `${id}:started` });
      const problem = await perform({ walk, ...(machine && { machine }) }, id);
      const cancelled = problem?.kind === 'cancelled';
      const now = clock.now();
      outbox.emit({
        kind: 'effect.finished',
        ...entity,
        level: problem === null || cancelled ? 'info' : 'error',
        text: problem === null ? `${text}: done` : problem.sentence,
        data: {
          ...named,
          outcome: problem === null ? 'ok' : cancelled ? 'cancelled' : 'failed',
          durationMs: Math.max(0, now.getTime() - startedAt),
          ...(problem === null ? {} : { problem: problemData(problem) }),
        },
        key: `${id}:finished`,
      });
      const at = now.toISOString();
      return problem === null ? { ok: true, at } : { ok: false, problem, at };
    });
  };

  /** @returns what went wrong; null when nothing did */
  async function perform({ walk, machine }: WalkRequest, id: string): Promise<Problem | null> {
    const work = machine ? () => workSwitch(walk, machine) : () => walkStacks(walk, id);
    try {
      if (signal.aborted) return left();
      return await retrying(retries, work, (error) => isVetroError(error) && error.retryable, signal);
    } catch (error) {
      if (signal.aborted) return left();
      if (!isVetroError(error) || error.kind === 'defect') throw error;
      return toProblem(error);
    }
  }

  async function workSwitch(walk: WalkRequest['walk'], machine: NonNullable<WalkRequest['machine']>): Promise<null> {
    const { power } = cloud;
    if (!power) {
      throw errors.cloud(
        'machine_not_switchable',
        'This cloud suspends and wakes whole environments only, no single machines.',
      );
    }
    await power[walk](
      { tenantId: record.tenantId },
      agentQueue(record.environmentId, machine.serviceId, machine.unitId),
    );
    return null;
  }

  async function walkStacks(walk: WalkRequest['walk'], id: string): Promise<Problem | null> {
    const names = await stacks.names(record.environmentId);
    if (walk === 'suspend') names.reverse();
    for (const name of names) {
      const operation = {
        id: `${id}:${name}`,
        scope: { tenantId: record.tenantId },
        ...{ name, content: null, walk, owner: stackOwner(model()) },
      };
      const onEvents = (events: readonly StackEvent[]) =>
        outbox.emit(...events.map((event) => resourceChanged(event, record.environmentId)));
      const result = await stacks.carryOut(operation, { signal, onEvents });
      if (!result.ok) return stackProblem(result, model(), null);
    }
    return null;
  }

  function left(): Problem {
    return cancelledProblem('What was to be done with the machines');
  }
}
