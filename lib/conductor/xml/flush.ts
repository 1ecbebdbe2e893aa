import { errors, isVetroError, type Problem, toProblem, VetroError } from '@/lib/errors';
import { networkParameters } from '@/lib/model/environment-network';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import type { Effects, PlanOutcome, StackOutcome } from '../../ports/conductor';
import { isStop } from '../language/processor-time';
import { readAgentResponse, stackError } from './agent-response';
import { clearAppliedStack, outputsIfApplied, recordAppliedStack } from './applied-stack';
import { evaluateBody } from './evaluate';
import type { Pending, PendingOf, WorkflowExecution } from './interpreter';
import { MergeConflict, mergeTemplates } from './merge';
import { lastingModel, objects } from './model';
import { withoutRefused } from './refused-stack';
import { deliverReports } from './reports';

/** What carrying out commands needs besides the run. */
export interface Flushing {
  effects: Effects;
  /** how long a plan may take when the workflow says nothing, in milliseconds */
  defaultPlanTimeoutMs: number;
  /** the stack as asked so far in this deployment; what nobody asks for disappears from it */
  desired: { template: JsonObject; parameters: JsonObject };
  /** set once an effect was cut short by a cancel */
  cancelled: boolean;
}

type Update = PendingOf<'update-cf-stack'>;
type Command = PendingOf<'send-command'>;

/**
 * Carries out what a round enqueued: first the stack, then the agents (Murano v0.2 guide, chapter 5,
 * "Workflow actions"). All plans of a round are started in one tick in the order they were enqueued, and
 * handled in that order, so that a replay asks for the same effects; those without an answer come last.
 * Throws the first error that no block handled, once the other answers are handled.
 */
export async function flush(run: WorkflowExecution, flushing: Flushing): Promise<void> {
  await flushUpdates(run, flushing);
  await flushDeletes(run, flushing);
  if (!flushing.cancelled) await flushCommands(run, flushing);
}

function take<K extends Pending['kind']>(run: WorkflowExecution, kind: K): PendingOf<K>[] {
  const taken = run.pending.filter((pending): pending is PendingOf<K> => pending.kind === kind);
  const rest = run.pending.filter((pending) => pending.kind !== kind);
  run.pending.splice(0, run.pending.length, ...rest);
  return taken;
}

async function flushUpdates(run: WorkflowExecution, flushing: Flushing): Promise<void> {
  const updates = take(run, 'update-cf-stack');
  if (updates.length === 0) return;
  for (const { kind, template, mappings, arguments: given } of updates) {
    run.observe({ kind, round: run.round, template, mappings, arguments: given });
  }
  const before = { ...flushing.desired };
  const outcome = await updateStack(updates, run, flushing);
  if (!outcome.ok && outcome.problem.kind === 'cancelled') {
    flushing.cancelled = true;
    return;
  }
  const faults = new Faults(run);
  let isHandled = true;
  for (const update of updates) {
    if (faults.swallowed) break;
    const handle = () => {
      isHandled = handleUpdate(update, outcome, run) && isHandled;
    };
    await faults.guard(outcome.ok, handle, flushing);
  }
  faults.raise();
  if (outcome.ok) return;
  if (isHandled) await reportHandled(outcome, flushing);
  const there = await flushing.effects.readStack();
  flushing.desired = withoutRefused(before, updates, outcome.problem, there);
}

async function updateStack(updates: Update[], run: WorkflowExecution, flushing: Flushing): Promise<StackOutcome> {
  const { effects, desired } = flushing;
  for (const update of updates) {
    try {
      desired.template = mergeTemplates(desired.template, update.content);
    } catch (error) {
      if (!(error instanceof MergeConflict)) throw error;
      return conflict(update, error);
    }
    desired.parameters = { ...desired.parameters, ...update.arguments };
  }
  const stack = withNetwork(structuredClone(desired), run.model);
  run.budget.document(stack, updates[0]?.call.span);
  if (run.dialect.unchangedStack === 'update') return effects.updateStack({ ...stack, templates: names(updates) });
  const outputs = outputsIfApplied(run.model, stack);
  if (outputs) return { ok: true, outputs };
  // until the update has succeeded nobody may take the stack for what it was before
  if (clearAppliedStack(run.model)) await effects.saveModel(lastingModel(run.model));
  const outcome = await effects.updateStack({ ...stack, templates: names(updates) });
  if (outcome.ok) recordAppliedStack(run.model, stack, outcome.outputs);
  return outcome;
}

/** The environment's own network, where the templates ask for one and the program has not said which. */
function withNetwork({ template, parameters }: Flushing['desired'], model: JsonObject): Flushing['desired'] {
  const declared = isObject(template.parameters) ? template.parameters : {};
  const asked = Object.entries(networkParameters(model)).filter(([name]) => Object.hasOwn(declared, name));
  return { template, parameters: { ...Object.fromEntries(asked), ...parameters } };
}

function names(updates: Update[]): string[] {
  return updates.map(({ template }) => template);
}

function conflict({ template, call }: Update, { path }: MergeConflict): StackOutcome {
  const message = `The template "${template}" does not fit the others of this environment: "${path}" is of another type.`;
  const problem = toProblem(
    errors.language('template_conflict', message, { span: call.span, details: { template, path } }),
  );
  return { ok: false, message, problem };
}

/** @returns whether a failure is dealt with */
function handleUpdate({ call, frame, result, error }: Update, outcome: StackOutcome, run: WorkflowExecution): boolean {
  if (result !== null) frame.set(result, outcome.ok ? outcome.outputs : null);
  if (outcome.ok) {
    runBlock(call, 'success', frame, run);
    return false;
  }
  if (error !== null) frame.set(error, stackError(outcome, run.dialect));
  return runFailureBlock(call, frame, run, () => raised(outcome));
}

/** A failure that a block has dealt with is no reason for the end of the run. */
async function reportHandled(
  outcome: PlanOutcome | StackOutcome,
  { effects }: Pick<Flushing, 'effects'>,
): Promise<void> {
  if ('effectId' in outcome && outcome.effectId !== undefined) await effects.failureHandled(outcome.effectId);
}

async function flushDeletes(run: WorkflowExecution, flushing: Flushing): Promise<void> {
  if (flushing.cancelled) return;
  const deletes = take(run, 'delete-cf-stack');
  if (deletes.length === 0) return;
  for (const { kind } of deletes) run.observe({ kind, round: run.round });
  flushing.desired = { template: {}, parameters: {} };
  if (clearAppliedStack(run.model)) await flushing.effects.saveModel(lastingModel(run.model));
  const outcome = await flushing.effects.deleteStack();
  if (!outcome.ok && outcome.problem.kind === 'cancelled') {
    flushing.cancelled = true;
    return;
  }
  const faults = new Faults(run);
  let isHandled = !outcome.ok;
  for (const { call, frame } of deletes) {
    const handle = () => {
      if (!outcome.ok && run.dialect.failedDelete === 'success') isHandled = false;
      if (outcome.ok || run.dialect.failedDelete === 'success') runBlock(call, 'success', frame, run);
      else isHandled = runFailureBlock(call, frame, run, () => raised(outcome)) && isHandled;
    };
    await faults.guard(false, handle, flushing);
  }
  faults.raise();
  if (!outcome.ok && isHandled) await reportHandled(outcome, flushing);
}

async function flushCommands(run: WorkflowExecution, flushing: Flushing): Promise<void> {
  const faults = new Faults(run);
  const waiting: { command: Command; outcome: Promise<PlanOutcome> }[] = [];
  const silent: { command: Command; outcome: PlanOutcome }[] = [];
  const start = () => {
    if (faults.any || flushing.cancelled) return;
    for (const command of take(run, 'send-command')) {
      const outcome = execute(command, run, flushing);
      // while an earlier one is awaited, this one may be refused unseen
      outcome.catch(() => undefined);
      waiting.push({ command, outcome });
    }
  };
  const handle = async (command: Command, outcome: PlanOutcome) => {
    observeCommand(command, run);
    let isHandled = false;
    const handler = () => {
      isHandled = handleCommand(command, outcome, run, flushing);
    };
    await faults.guard(false, handler, flushing);
    if (isHandled) await reportHandled(outcome, flushing);
    start();
  };
  start();
  while (waiting.length > 0 || silent.length > 0) {
    const next = waiting.shift();
    if (next) {
      const outcome = await next.outcome;
      if (outcome.answered) await handle(next.command, outcome);
      else if (outcome.problem.kind === 'cancelled') flushing.cancelled = true;
      else silent.push({ command: next.command, outcome });
      continue;
    }
    const last = silent.pop();
    if (last) await handle(last.command, last.outcome);
  }
  faults.raise();
}

function execute(
  command: Command,
  run: WorkflowExecution,
  { effects, defaultPlanTimeoutMs }: Flushing,
): Promise<PlanOutcome> {
  if (run.dialect.unknownUnit === 'error' && !hasUnit(run.model, command)) {
    return Promise.resolve({ answered: false, problem: toProblem(unknownUnit(command)) });
  }
  return effects.executePlan({
    serviceId: command.service,
    unitId: command.unit,
    host: hostOf(run.model, command.service, command.unit),
    name: command.template,
    plan: command.plan,
    package: command.package,
    timeoutMs: command.timeout === null ? defaultPlanTimeoutMs : command.timeout * 1000,
  });
}

function hasUnit(model: JsonObject, { service: serviceId, unit: unitId }: Command): boolean {
  const service = objects(model.services).find(({ id }) => id === serviceId);
  return objects(service?.units).some(({ id }) => id === unitId);
}

/** Nobody would ever answer: the wait for it is spared. */
function unknownUnit({ service, unit, template, call }: Command): VetroError {
  return errors.language(
    'unknown_unit',
    `${template} cannot be sent: the environment has no unit "${unit}" of a service "${service}".`,
    { span: call.span, details: { serviceId: service, unitId: unit, template } },
  );
}

function observeCommand(
  { kind, template, mappings, unit, service, timeout, content }: Command,
  run: WorkflowExecution,
): void {
  const bounded = timeout === null ? {} : { timeout };
  run.observe({ kind, round: run.round, template, mappings, unit, service, ...bounded, plan: content });
}

/** @returns whether a failure is dealt with */
function handleCommand(command: Command, outcome: PlanOutcome, run: WorkflowExecution, flushing: Flushing): boolean {
  const { call, frame, template } = command;
  const given = { seconds: command.timeout, defaultSeconds: Math.round(flushing.defaultPlanTimeoutMs / 1000) };
  const answer = readAgentResponse(outcome, command.plan, given, run.dialect);
  if (answer.succeeded) {
    if (command.result !== null) frame.set(command.result, answer.results);
    runBlock(call, 'success', frame, run);
  }
  if (!answer.failed) return false;
  if (command.error !== null) frame.set(command.error, answer.errors);
  return runFailureBlock(call, frame, run, () => {
    if (!outcome.answered) return raised(outcome);
    const host = hostOf(run.model, command.service, command.unit);
    const { effectId } = outcome;
    return errors.agent('plan_failed', `${template} failed on ${host}: ${answer.message}`, {
      span: call.span,
      details: { template, host, errors: answer.errors as Json, ...(effectId !== undefined && { effectId }) },
    });
  });
}

/**
 * @param error what is raised when the command has no such block
 * @returns whether the block has dealt with the failure: one that warns of it, or reports an error, has not
 */
function runFailureBlock(
  call: Pending['call'],
  frame: Pending['frame'],
  run: WorkflowExecution,
  error: () => VetroError,
): boolean {
  const earlier = run.outbox.length;
  if (!runBlock(call, 'failure', frame, run)) throw error();
  return !run.outbox.slice(earlier).some(({ level }) => level === 'error' || level === 'warning');
}

/** @returns whether the command has such a block. */
function runBlock(
  call: Pending['call'],
  name: 'success' | 'failure',
  frame: Pending['frame'],
  run: WorkflowExecution,
): boolean {
  const block = call.blocks.get(name);
  if (block) evaluateBody(block, frame, run);
  return block !== undefined;
}

function hostOf(model: JsonObject, serviceId: string, unitId: string): string {
  const service = objects(model.services).find(({ id }) => id === serviceId);
  const unit = objects(service?.units).find(({ id }) => id === unitId);
  const state = unit?.state;
  const host = typeof state === 'object' && state !== null && !Array.isArray(state) ? state.hostname : null;
  return [host, unit?.name].find((name): name is string => typeof name === 'string') ?? unitId;
}

function raised({ problem, effectId }: { problem: Problem; effectId?: string }): VetroError {
  const { details } = problem;
  return new VetroError(
    problem.kind,
    effectId === undefined ? problem : { ...problem, details: { ...details, effectId } },
  );
}

/** Errors in handlers: the first is raised when the rest is handled, or at once, as the dialect says. */
class Faults {
  private first: VetroError | null = null;
  swallowed = false;

  constructor(private readonly run: WorkflowExecution) {}

  get any(): boolean {
    return this.first !== null;
  }

  /** Runs one handler and hands over what it reported. `mayVanish`: 0.2 lost errors of this handler. */
  async guard(mayVanish: boolean, handler: () => void, flushing: Flushing): Promise<void> {
    const { budget, time } = this.run;
    budget.beginPiece();
    try {
      time.during(handler);
    } catch (error) {
      if (!isVetroError(error)) throw error;
      // What is under way ends first.
      if (isStop(error)) flushing.cancelled = true;
      else this.first ??= error;
    }
    await deliverReports(this.run, flushing.effects);
    if (!this.first || this.run.dialect.handlerError === 'after-round') return;
    if (!mayVanish) throw this.first;
    this.first = null;
    this.swallowed = true;
  }

  raise(): void {
    if (this.first) throw this.first;
  }
}
