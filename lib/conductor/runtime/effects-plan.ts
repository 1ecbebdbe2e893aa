import { agentQueue } from '@/lib/cloud/cloud';
import type { PlanOutcome, PlanRequest } from '@/lib/conductor/ports';
import { isVetroError, type Problem, toProblem } from '@/lib/errors';
import type { EffectsContext } from './effects';
import { cancelledProblem, planProblem, problemData, silenceProblem } from './problems';
import { retrying } from './retry';
import type { Step } from './steps';

interface PlanEnd {
  outcome: PlanOutcome;
  /** what went wrong, also when the agent answered that a command failed */
  problem: Problem | null;
}

/** Sends plans to agents and waits for their answers: one recorded step each. */
export function createPlanEffect(context: EffectsContext): (request: PlanRequest) => Promise<PlanEnd> {
  const { record, cloud, replies, desk, clock, outbox, steps, control, crashPoints, retries } = context;
  const signal = control.cancelSignal;

  return (request) =>
    steps.run(`plan ${request.name} on ${request.host}`, async (step) => {
      const entity = { entity: 'unit', entityId: request.unitId } as const;
      const named = {
        effectId: step.id,
        effect: 'plan',
        title: request.name,
        unitId: request.unitId,
        serviceId: request.serviceId,
        host: request.host,
        template: request.name,
      };
      const sentAt = await replies.expect(step.id, record.id);
      outbox.emit({
        kind: 'effect.started',
        ...entity,
        text: `${request.name} on ${request.host}`,
        data: named,
        key: `${step.id}:started`,
      });
      const end = await perform(request, step, sentAt);
      const { problem } = end;
      const cancelled = problem?.kind === 'cancelled';
      outbox.emit({
        kind: 'effect.finished',
        ...entity,
        level: problem === null || cancelled ? 'info' : 'error',
        text: problem === null ? `${request.name} on ${request.host}: done` : problem.sentence,
        data: {
          ...named,
          outcome: problem === null ? 'ok' : cancelled ? 'cancelled' : 'failed',
          durationMs: Math.max(0, clock.now().getTime() - sentAt.getTime()),
          ...(problem === null ? {} : { problem: problemData(problem) }),
        },
        key: `${step.id}:finished`,
      });
      return end;
    });

  async function perform(request: PlanRequest, step: Step, sentAt: Date): Promise<PlanEnd> {
    try {
      if (!signal.aborted && (await replies.find(step.id)) === null) await send(request, step.id);
    } catch (error) {
      if (!isVetroError(error) || error.kind === 'defect') throw error;
      return unanswered(toProblem(error));
    }
    crashPoints('sent', step.number);
    const deadline = new Date(sentAt.getTime() + request.timeoutMs);
    const answer = await desk.wait(step.id, deadline, signal);
    if (answer === 'silent' || answer === 'aborted') {
      // Best effort: what is withdrawn too late is answered to nobody.
      await cloud.agents.withdraw(step.id).catch(() => undefined);
      return unanswered(
        answer === 'silent' ? silenceProblem(request) : cancelledProblem(`${request.name} on ${request.host}`),
      );
    }
    return { outcome: { answered: true, result: answer }, problem: planProblem(answer, request) };
  }

  function send(request: PlanRequest, planId: string): Promise<void> {
    const queue = agentQueue(record.environmentId, request.serviceId, request.unitId);
    const message = { scope: { tenantId: record.tenantId }, planId, queue, plan: request.plan };
    return retrying(
      retries,
      () => cloud.agents.send(message),
      (error) => isVetroError(error) && error.retryable,
      signal,
    );
  }
}

function unanswered(problem: Problem): PlanEnd {
  return { outcome: { answered: false, problem }, problem };
}
