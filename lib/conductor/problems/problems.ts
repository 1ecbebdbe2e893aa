import { errors, type Problem, toProblem } from '@/lib/errors';
import type { PlanResult } from '@/lib/formats/execution-plan/plan';
import { readProgramResult, readResult, shortWords } from '@/lib/formats/execution-plan/result';
import type { EnvironmentModel } from '@/lib/model/environment';
import { isObject, type JsonObject } from '@/lib/model/json';
import { withNamesIn } from '@/lib/model/named-ids';
import { type RunKind, runKind } from '@/lib/model/runs/kinds';
import { maskSealed } from '@/lib/model/secret';
import { agentQueue, type StackResult } from '@/lib/ports/cloud/cloud';
import type { PlanRequest, StackUpdate } from '@/lib/ports/conductor';
import { hintFor } from './hints';

/** A problem whose sentence names what of a document it speaks of by ids: the words of a cloud know no names. */
export function withNamesOf(model: EnvironmentModel, problem: Problem): Problem {
  return { ...problem, sentence: withNamesIn(problem.sentence, model) };
}

/**
 * What a refused stack becomes: the resource, the unit it belongs to, the cloud's own reason, and what to do about it; its
 * sentence has names, its details what the cloud wrote.
 *
 * @param kind of the run: what is begun again once the cause is removed
 */
export function stackProblem(
  failed: Extract<StackResult, { ok: false }>,
  model: EnvironmentModel,
  update: StackUpdate | null,
  kind: RunKind,
): Problem {
  const { resource, resourceType, status } = failed;
  const reason = maskSealed(failed.reason) || 'it gave no reason';
  const unit = resource === null || update === null ? null : unitOfResource(model, update, resource);
  const said = resource === null ? `The cloud refused: ${reason}` : `The cloud failed at ${resource}: ${reason}`;
  const hint = hintFor(reason);
  const sentence = hint === null ? said : `${said.replace(/\.$/, '')}. ${hint}; then ${runKind(kind).again}.`;
  const details = { resource, resourceType, status, reason, ...(unit ?? {}) };
  return withNamesOf(model, toProblem(errors.cloud('stack_failed', sentence, { details })));
}

/** The unit whose machine a resource is: its template names the unit's inbox or its host name. */
function unitOfResource(model: EnvironmentModel, update: StackUpdate, resource: string) {
  const resources = update.template.resources;
  if (!isObject(resources)) return null;
  const text = JSON.stringify(resources[resource] ?? null).toLowerCase();
  for (const service of model.services) {
    for (const unit of service.units) {
      const host = unit.state?.hostname;
      const named =
        text.includes(agentQueue(model.id, service.id, unit.id)) ||
        (typeof host === 'string' && host !== '' && text.includes(`"${host.toLowerCase()}"`));
      if (named) return { serviceId: service.id, unitId: unit.id, ...(typeof host === 'string' ? { host } : {}) };
    }
  }
  return null;
}

/**
 * What an agent's answer says went wrong, in the machine's own words. Null when nothing did.
 *
 * @param title what the plan is, for people
 */
export function planProblem(result: PlanResult, request: PlanRequest, title: string): Problem | null {
  const reading = request.plan.program ? readProgramResult(result) : readResult(request.plan, result);
  if (reading.kind === 'ran' && reading.failed === null) return null;
  const [command, exception] =
    reading.kind === 'ran' && reading.failed
      ? [reading.failed.command, reading.failed.exception]
      : [null, reading.kind === 'notStarted' ? reading.exception : { type: '', message: '', stackTrace: '' }];
  const { host, name, serviceId, unitId } = request;
  const message = maskSealed(exception.message || exception.type || 'it gave no reason');
  const details = { serviceId, unitId, host, template: name, command, exception: exception.type, message };
  const trace = exception.stackTrace === '' ? {} : { stackTrace: maskSealed(exception.stackTrace) };
  return toProblem(
    errors.agent('plan_failed', `${title} failed on ${host}: ${message}`, { details: { ...details, ...trace } }),
  );
}

/** Software on a machine whose tool failed: the last that it wrote to its errors, or the cloud's reason. */
export function softwareProblem(failed: {
  /** what was done, for people */
  title: string;
  whose: { host: string; serviceId?: string; unitId?: string };
  exitCode: number | null;
  stderr: string;
  problem: string;
}): Problem {
  const { title, whose, exitCode, stderr, problem } = failed;
  const words = shortWords(stderr.trim().split('\n').at(-1) ?? '') || problem;
  const details = { ...whose, exitCode, message: words, reason: problem };
  return toProblem(errors.agent('software_failed', `${title} failed on ${whose.host}: ${words}`, { details }));
}

/** A machine that did not answer in time. @param title what the plan is, for people; `kind`: of the run that it is of */
export function silenceProblem(request: PlanRequest, title: string, kind: RunKind): Problem {
  const { host, name, serviceId, unitId, timeoutMs } = request;
  return toProblem(
    errors.agent(
      'agent_silent',
      `${title}: no answer from ${host} in ${duration(timeoutMs)}. Check that the machine runs and reaches the network, then ${runKind(kind).again}.`,
      { details: { serviceId, unitId, host, template: name, timeoutMs }, retryable: true },
    ),
  );
}

/** A look at a machine that is switched off. */
export function offProblem({ host, name, serviceId, unitId }: PlanRequest): Problem {
  const details = { serviceId, unitId, host, template: name };
  return toProblem(errors.agent('machine_off', `${host} is switched off.`, { details }));
}

/** A plan for a machine that was deleted. @param title what the plan is, for people */
export function deletedProblem(request: PlanRequest, title: string): Problem {
  const { host, name, serviceId, unitId } = request;
  return toProblem(
    errors.agent('machine_deleted', `${title}: the machine ${host} does not exist any more.`, {
      details: { serviceId, unitId, host, template: name },
    }),
  );
}

/** A plan for a machine that no deployment has made yet. @param title what the plan is, for people */
export function notMadeProblem({ host, name, serviceId, unitId }: PlanRequest, title: string): Problem {
  const details = { serviceId, unitId, host, template: name };
  const sentence = `${title}: the machine ${host} was never made. Deploy the environment to have it made.`;
  return toProblem(errors.agent('machine_not_made', sentence, { details }));
}

/** What an effect says that a cancel cut short. */
export function cancelledProblem(what: string): Problem {
  return toProblem(errors.cancelled('effect_cancelled', `${what} was left off because the deployment was cancelled.`));
}

/** A problem as the data of an event: plain JSON, nothing undefined. */
export function problemData(problem: Problem): JsonObject {
  return JSON.parse(JSON.stringify(problem)) as JsonObject;
}

/** A time in milliseconds, in minutes as soon as it is one: "30 minutes", "1 minute", "0.2 seconds". */
export function duration(ms: number): string {
  const [count, unit] = ms >= 60_000 ? [ms / 60_000, 'minute'] : [ms / 1_000, 'second'];
  const rounded = Math.round(count * 10) / 10;
  return `${rounded} ${unit}${rounded === 1 ? '' : 's'}`;
}
