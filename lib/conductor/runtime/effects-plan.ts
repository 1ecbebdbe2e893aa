import { isVetroError, type Problem, toProblem } from '@/lib/errors';
import type { Unit } from '@/lib/model/environment';
import { hasMachine } from '@/lib/model/installed';
import { stepTitle } from '@/lib/model/progress/step-title';
import { deploys } from '@/lib/model/runs/deploying';
import { type AgentMessage, agentQueue } from '@/lib/ports/cloud/cloud';
import type { ExpectedReply, PlanOutcome, PlanRequest } from '@/lib/ports/conductor';
import {
  cancelledProblem,
  deletedProblem,
  notMadeProblem,
  offProblem,
  planProblem,
  silenceProblem,
} from '../problems/problems';
import { startEffect } from './effect-events';
import type { EffectsContext } from './effects-context';
import { planInput, planOutput } from './plan-facts';
import type { ReachedServices } from './reached-services';
import { retrying } from './retry';
import type { Step } from './steps';

interface PlanEnd {
  outcome: PlanOutcome;
  /** what went wrong, also when the agent answered that a command failed */
  problem: Problem | null;
}

/**
 * Sends plans to agents and waits for their answers: one recorded step each.
 *
 * @param reached what of the model nobody was told yet
 */
export function createPlanEffect(
  context: EffectsContext,
  reached: ReachedServices,
): (request: PlanRequest) => Promise<PlanEnd> {
  const { record, scope, cloud, replies, replyCorrelator, steps, crashPoints, retries, endSignal: signal } = context;
  const inboxes = createInboxes();

  return (request) => {
    const queue = agentQueue(record.environmentId, request.serviceId, request.unitId);
    const place = inboxes.place(queue);
    const { host } = request;
    const title = stepTitle(request.name, context.guide());
    const said = context.guide()[request.name]?.done;
    return steps
      .run(`plan ${request.name} on ${request.host}`, async (step) => {
        const expected = await replies.expect(step.id, record.id);
        const finish = startEffect(context, reached, {
          ...{ id: step.id, at: expected.sentAt, text: `${title} on ${host}` },
          entity: { entity: 'unit', entityId: request.unitId },
          named: {
            effect: 'plan',
            title: request.name,
            unitId: request.unitId,
            serviceId: request.serviceId,
            host: request.host,
            template: request.name,
          },
          data: planInput(request.plan),
        });
        const end = await perform(request, title, step, expected, queue, place);
        const { problem, outcome } = end;
        const finishedAt = finish({
          problem,
          done: said ? `${host}: ${said}` : `${title} on ${host}: done`,
          data: outcome.answered && problem === null ? planOutput(request.plan, outcome.result) : {},
        });
        return { ...end, outcome: { ...outcome, at: finishedAt.toISOString(), effectId: step.id } };
      })
      .finally(place.leave);
  };

  async function perform(
    request: PlanRequest,
    title: string,
    step: Step,
    expected: ExpectedReply,
    queue: string,
    place: InboxPlace,
  ): Promise<PlanEnd> {
    const waiter = replyCorrelator.listen(step.id);
    try {
      await place.first;
      const { generation, answered, sentAt } = expected;
      const speed = cloud.simulation?.clock.ownSpeed(record.tenantId) ?? 1;
      const expiresAt = new Date(sentAt.getTime() + request.timeoutMs / speed);
      if (!signal.aborted && !answered) {
        const problem = await unreachableProblem(context, request, queue, title);
        if (problem) return unanswered(problem);
        if (request.switchesOn) await cloud.power?.switchOn(scope, queue);
        await send({
          scope,
          planId: step.id,
          queue,
          plan: request.plan,
          packages: record.model.packages,
          ...(request.package === undefined ? {} : { package: request.package }),
          generation,
          expiresAt,
        });
      }
      place.leave();
      const death = crashPoints('sent', step.number);
      if (death) await death;
      const answer = await waiter.wait(expiresAt, signal, answered);
      if (answer !== 'silent' && answer !== 'aborted')
        return { outcome: { answered: true, result: answer }, problem: planProblem(answer, request, title) };
      return unanswered(
        answer === 'silent'
          ? silenceProblem(request, title, record.kind)
          : cancelledProblem(`${title} on ${request.host}`),
      );
    } catch (error) {
      if (!isVetroError(error) || error.kind === 'defect') throw error;
      return unanswered(error.code === 'machine_deleted' ? deletedProblem(request, title) : toProblem(error));
    } finally {
      waiter.close();
    }
  }

  function send(message: AgentMessage): Promise<void> {
    return retrying(
      retries,
      () => cloud.agents.send(message),
      (error) => isVetroError(error) && error.retryable,
      signal,
    );
  }
}

/**
 * Why the machine of an inbox cannot answer now, by what its cloud knows; null where it may. A deployment fills inboxes
 * before it makes their machines, so a missing machine is a problem in other runs alone.
 */
async function unreachableProblem(
  { record, cloud, scope }: EffectsContext,
  request: PlanRequest,
  queue: string,
  title: string,
): Promise<Problem | null> {
  const isIts = (unit: Unit) => unit.id === request.unitId && !hasMachine(unit);
  const mayBeMissing = !deploys(record.kind) && record.model.services.some(({ units }) => units.some(isIts));
  if (!request.readsOnly && !mayBeMissing) return null;
  const readings = await cloud.inspection?.machines(scope, [queue]);
  if (!readings) return null;
  const reading = readings.get(queue);
  if (mayBeMissing && !reading) return notMadeProblem(request, title);
  return request.readsOnly && reading?.power === 'stopped' ? offProblem(request) : null;
}

function unanswered(problem: Problem): PlanEnd {
  return { outcome: { answered: false, problem }, problem };
}

interface InboxPlace {
  /** resolves when every plan asked for earlier is in the machine's inbox */
  first: Promise<void>;
  /** lets the next one in */
  leave: () => void;
}

/**
 * Plans asked for in one tick travel at the same time, but those for one machine must reach it in the
 * order they were asked for: the second may build on the first.
 */
function createInboxes(): { place(queue: string): InboxPlace } {
  const last = new Map<string, Promise<void>>();
  return {
    place: (queue) => {
      const first = last.get(queue) ?? Promise.resolve();
      let leave: () => void = () => undefined;
      const left = new Promise<void>((resolve) => {
        leave = resolve;
      });
      last.set(
        queue,
        first.then(() => left),
      );
      return { first, leave };
    },
  };
}
