import { newId, notification } from '@/lib/cloud/kernel/kernel';
import { runInTransaction } from '@/lib/cloud/kernel/unit-of-work';
import type { Tx } from '@/lib/db/client';
import { type CloudOperation, type CloudResource, type CloudStack, Prisma } from '@/lib/db/generated/client';
import { quickRowsOf } from '@/lib/db/statement';
import { errors, isVetroError } from '@/lib/errors';
import { resolve } from '@/lib/formats/hot/functions';
import { prepareTemplate } from '@/lib/formats/hot/prepare';
import type { Groups } from '@/lib/formats/hot/resource-groups';
import { isObject, type JsonObject } from '@/lib/model/json';
import type { StackResult } from '@/lib/ports/cloud/cloud';
import { actOnStack, evaluateYaql, type Failure, type StackAction } from '@/lib/stack-engine';
import { abandon, act } from './actions';
import { cleanUp } from './clean-up';
import { converge, pseudoParameters, scopeOf, settled } from './converge';
import { findStack } from './find-stack';
import { groupsIn } from './groups';
import { softwareAmong } from './machine-software';
import { stackRows } from './resource-rows';
import { type Goal, Interrupted, type Run } from './stack-operation';
import { validate } from './validate';

/**
 * Carries out one operation to its end, from wherever it stands: its phase and the rows of its stack
 * are in the database, so the process that was killed in the middle and the one that goes on make the
 * same moves.
 *
 * @throws Interrupted when the process may no longer act
 */
export async function operate(
  context: Pick<Run, 'kernel' | 'alive' | 'onChange'>,
  operation: CloudOperation,
): Promise<void> {
  const { kernel } = context;
  const { tenantId, stackName } = operation;
  const stack = await findStack(kernel.db, tenantId, stackName);
  if (operation.kind === 'delete') return remove(context, operation, stack);
  if (operation.kind === 'suspend' || operation.kind === 'resume') return suspendOrResume(context, operation, stack);
  if (stack?.action === 'SUSPEND' && operation.phase === 'queued') {
    const reason = 'Updating a stack when it is suspended is not supported.';
    const result = { status: 'VALIDATION_FAILED', resource: null, resourceType: null, reason };
    return finish(context, operation, null, { ok: false, ...result });
  }

  const source = isObject(operation.template) ? operation.template : {};
  const given = isObject(operation.parameters) ? operation.parameters : {};
  const groups = await groupsIn(kernel, stack?.id ?? null, source);
  // What has begun was right when it began; it is not judged again in the middle.
  const wanted =
    operation.phase === 'queued'
      ? await validate(kernel, tenantId, source, given, stackName, groups)
      : goalOf(source, given, { name: stackName, tenantId }, groups);
  if ('reason' in wanted) {
    const { resource, type: resourceType, reason } = wanted;
    return finish(context, operation, null, { ok: false, status: 'VALIDATION_FAILED', resource, resourceType, reason });
  }
  const started = await begin(context, operation, stack);
  const run: Run = {
    ...context,
    operation: { seq: operation.seq, requestId: operation.requestId },
    stack: { id: started.id, name: stackName, tenantId },
  };
  const goal: Goal = { template: wanted.template, values: wanted.values };
  if (operation.phase !== 'rollback') {
    // a stack that was not there has nothing
    const failure = await converge(run, goal, stack === null ? [] : await stackRows(kernel, started.id));
    const rows = failure ? [] : await stackRows(kernel, started.id);
    const ending = failure ?? endingOf(run, goal, rows);
    if ('outputs' in ending) {
      // No output speaks of what is cleaned up, but what stays may have known it: a volume the machine that had it.
      const { failure: left, removed } = await cleanUp(run, goal, rows);
      const { outputs } = removed ? { outputs: outputsOf(run, goal, await stackRows(kernel, started.id)) } : ending;
      const change = { id: started.id, template: source, parameters: given, outputs };
      if (left) return fail(context, operation, { ...change, action: started.action }, left);
      return finish(context, operation, { ...change, status: 'COMPLETE', reason: '' }, { ok: true, outputs });
    }
    await beginRollback(run, operation, started, ending);
  }
  await rollBack(run, operation, started);
}

async function remove(
  context: Pick<Run, 'kernel' | 'alive' | 'onChange'>,
  operation: CloudOperation,
  stack: CloudStack | null,
): Promise<void> {
  const { kernel } = context;
  if (!stack) return finish(context, operation, null, { ok: true, outputs: {} });
  const { tenantId, stackName: name, requestId } = operation;
  const data = { action: 'DELETE', status: 'IN_PROGRESS', requestId, updatedAt: kernel.now() };
  await kernel.db.cloudStack.update({ where: { id: stack.id }, data });
  const run: Run = {
    ...context,
    operation: { seq: operation.seq, requestId },
    stack: { id: stack.id, name, tenantId },
  };
  const { failure } = await cleanUp(run, null, await stackRows(kernel, stack.id));
  if (failure) return fail(context, operation, { id: stack.id, action: 'DELETE' }, failure);
  const gone = {
    id: stack.id,
    status: 'COMPLETE',
    reason: '',
    outputs: {},
    template: {},
    parameters: {},
    deletedAt: kernel.now(),
  };
  await finish(context, operation, gone, { ok: true, outputs: {} });
}

/** Suspends or resumes everything that the stack has, or the software on one machine; what is so already stays. */
async function suspendOrResume(
  context: Pick<Run, 'kernel' | 'alive' | 'onChange'>,
  operation: CloudOperation,
  stack: CloudStack | null,
): Promise<void> {
  const { kernel, alive } = context;
  const { tenantId, stackName: name, requestId, seq } = operation;
  const action: StackAction = operation.kind === 'suspend' ? 'SUSPEND' : 'RESUME';
  if (!stack) {
    const result = { status: `${action}_FAILED`, resource: null, resourceType: null };
    return finish(context, operation, null, {
      ok: false,
      ...result,
      reason: `The Stack (${name}) could not be found.`,
    });
  }
  const outputs = isObject(stack.outputs) ? stack.outputs : {};
  const machine = isObject(operation.parameters) ? textOrNull(operation.parameters.machine) : null;
  const isWhole = machine === null;
  if (isWhole && operation.phase === 'queued' && stack.action === action && stack.status === 'COMPLETE')
    return finish(context, operation, null, { ok: true, outputs });
  const forward = kernel.db.cloudOperation.update({ where: { seq }, data: { phase: 'forward' } });
  const begun = { action, status: 'IN_PROGRESS', requestId, updatedAt: kernel.now() };
  await (isWhole
    ? kernel.db.$transaction([kernel.db.cloudStack.update({ where: { id: stack.id }, data: begun }), forward])
    : forward);
  const run: Run = { ...context, operation: { seq, requestId }, stack: { id: stack.id, name, tenantId } };
  const current = (await stackRows(kernel, stack.id)).filter((row) => !row.replaced);
  const rows = isWhole ? current : await softwareAmong(kernel, current, { action, tenantId, queue: machine });
  // What a killed process has done already is not done again.
  const isDone = (row: CloudResource) => row.action === action && row.status !== 'FAILED';
  const host = {
    act: async (row: CloudResource) => (isDone(row) ? row : act(run, row, action)),
    settled: (row: CloudResource, signal: AbortSignal) => settled(run, row, signal),
  };
  const [failure] = await actOnStack(host, action, rows, alive);
  if (alive.aborted) throw new Interrupted();
  if (failure && isWhole) return fail(context, operation, { id: stack.id, action }, failure);
  if (failure) {
    await abandonUnderWay(context, operation, stack.id);
    const { resource, type: resourceType, reason } = failure;
    return finish(context, operation, null, { ok: false, status: `${action}_FAILED`, resource, resourceType, reason });
  }
  const goal = await previousGoal(run, stack);
  const now = goal ? outputsOf(run, goal, await stackRows(kernel, stack.id)) : outputs;
  const ended = isWhole ? { action, status: 'COMPLETE', reason: '' } : { status: stack.status, reason: stack.reason };
  const change = { id: stack.id, ...ended, outputs: now };
  await finish(context, operation, change, { ok: true, outputs: now });
}

/** The end of an operation that has failed and is not undone. */
async function fail(
  context: Pick<Run, 'kernel'>,
  operation: CloudOperation,
  change: Omit<StackChange, 'status' | 'reason'> & { action: string },
  { resource, type: resourceType, reason }: Failure,
): Promise<void> {
  await abandonUnderWay(context, operation, change.id);
  const status = `${change.action}_FAILED`;
  const words = `Resource ${change.action} failed: ${reason}`;
  const result = { status, resource, resourceType, reason };
  return finish(context, operation, { ...change, status: 'FAILED', reason: words }, { ok: false, ...result });
}

/** Gives up what an operation has left under way as it failed: how that ends is none of the next operation's affair. */
async function abandonUnderWay(
  { kernel }: Pick<Run, 'kernel'>,
  { seq, requestId, stackName: name, tenantId }: CloudOperation,
  stackId: string,
): Promise<void> {
  const run = { kernel, operation: { seq, requestId }, stack: { id: stackId, name, tenantId } };
  await runInTransaction(kernel, async (uow) => {
    const halfDone = await uow.tx.cloudResource.findMany({ where: { stackId, status: 'IN_PROGRESS' } });
    for (const row of halfDone) await abandon(run, uow, row);
  });
}

type StartedStack = Pick<CloudStack, 'id' | 'action'>;

async function begin(
  { kernel }: Pick<Run, 'kernel'>,
  operation: CloudOperation,
  stack: CloudStack | null,
): Promise<StartedStack> {
  const { tenantId, stackName: name, requestId } = operation;
  if (operation.phase !== 'queued' && stack) return stack;
  const now = kernel.now();
  const id = stack?.id ?? newId();
  const action = stack && !isEmpty(stack.template) ? 'UPDATE' : 'CREATE';
  await quickRowsOf(
    kernel.db,
    Prisma.sql`
    with operation as (update cloud_operations set phase = 'forward' where seq = ${operation.seq})
    insert into cloud_stacks (id, tenant_id, name, action, status, reason, template, parameters, request_id,
                              created_at, updated_at)
    values (${id}, ${tenantId}, ${name}, ${action}, 'IN_PROGRESS', '', '{}', '{}', ${requestId}, ${now}, ${now})
    on conflict (id) do update set action = excluded.action, status = excluded.status, reason = '',
      request_id = excluded.request_id, updated_at = excluded.updated_at`,
  );
  return { id, action };
}

/**
 * Ends an operation that cannot be carried out for a reason of our own, so that nobody waits for ever.
 * What it made stays; the next operation on the stack puts it right.
 */
export async function giveUp(kernel: Run['kernel'], operation: CloudOperation): Promise<void> {
  const { tenantId, stackName: name } = operation;
  const stack = await findStack(kernel.db, tenantId, name);
  const reason = `${kernel.title} could not go on with this operation; the log of Vetro has the details.`;
  const change = stack ? { id: stack.id, status: 'FAILED', reason } : null;
  const status = `${stack?.action ?? 'CREATE'}_FAILED`;
  await finish({ kernel }, operation, change, { ok: false, status, resource: null, resourceType: null, reason });
}

/** Notes the failure and marks what has to go: what the operation made goes, what it replaced comes back. */
async function beginRollback(
  run: Run,
  operation: CloudOperation,
  stack: StartedStack,
  failure: Failure,
): Promise<void> {
  const { kernel } = run;
  const stackId = stack.id;
  await runInTransaction(kernel, async (uow) => {
    const { tx } = uow;
    const halfDone = await tx.cloudResource.findMany({ where: { stackId, status: 'IN_PROGRESS' } });
    for (const row of halfDone) await abandon(run, uow, row);
    await restoreReplaced(tx, stackId, operation.seq);
    const reason = `Resource ${stack.action} failed: ${failure.reason}`;
    await tx.cloudStack.update({
      where: { id: stackId },
      data: { action: 'ROLLBACK', status: 'IN_PROGRESS', reason, updatedAt: kernel.now() },
    });
    await tx.cloudOperation.update({
      where: { seq: operation.seq },
      data: { phase: 'rollback', failure: { ...failure, action: stack.action } },
    });
  });
}

/** For each name that the operation made anew, what was current before is current again. */
async function restoreReplaced(tx: Tx, stackId: string, operation: bigint): Promise<void> {
  const rows = await tx.cloudResource.findMany({ where: { stackId }, orderBy: { createdAt: 'desc' } });
  const made = rows.filter((row) => row.createdBy === operation);
  await tx.cloudResource.updateMany({ where: { id: { in: made.map((row) => row.id) } }, data: { replaced: true } });
  const before = [...new Set(made.map((row) => row.name))].flatMap(
    (name) => rows.find((row) => row.name === name && row.createdBy !== operation) ?? [],
  );
  await tx.cloudResource.updateMany({ where: { id: { in: before.map((row) => row.id) } }, data: { replaced: false } });
}

async function rollBack(run: Run, operation: CloudOperation, stack: StartedStack): Promise<void> {
  const { kernel } = run;
  const row = await kernel.db.cloudOperation.findUnique({ where: { seq: operation.seq } });
  const failure = isObject(row?.failure) ? row.failure : {};
  const before = await previousGoal(run, stack);
  const second = before ? await converge(run, before, await stackRows(kernel, stack.id)) : null;
  let rows = second ? [] : await stackRows(kernel, stack.id);
  if (!second && (await cleanUp(run, before, rows)).removed) rows = await stackRows(kernel, stack.id);
  const reason = String(failure.reason ?? '');
  const outputs = before && !second ? outputsOf(run, before, rows) : {};
  const change = {
    id: stack.id,
    action: 'ROLLBACK',
    status: second ? 'FAILED' : 'COMPLETE',
    reason: second ? second.reason : `Resource ${String(failure.action)} failed: ${reason}`,
    outputs,
  };
  await finish(run, operation, change, {
    ok: false,
    status: second ? 'ROLLBACK_FAILED' : 'ROLLBACK_COMPLETE',
    resource: textOrNull(failure.resource),
    resourceType: textOrNull(failure.type),
    reason,
  });
}

/** What the stack was before: its last template that was carried out; null when it is new. */
async function previousGoal({ kernel, stack: ref }: Run, { id }: Pick<CloudStack, 'id'>): Promise<Goal> {
  const stack = await kernel.db.cloudStack.findUnique({ where: { id } });
  if (!stack || isEmpty(stack.template) || !isObject(stack.template)) return null;
  const groups = await groupsIn(kernel, id, stack.template);
  return goalOf(stack.template, isObject(stack.parameters) ? stack.parameters : {}, ref, groups);
}

/** @throws `invalid_template` (invalid input) */
function goalOf(
  source: JsonObject,
  given: JsonObject,
  stack: Parameters<typeof pseudoParameters>[0],
  groups: Groups,
): NonNullable<Goal> {
  const { template, values, problems } = prepareTemplate(source, given, {
    pseudo: pseudoParameters(stack),
    yaql: evaluateYaql,
    groups,
  });
  if (template && problems.length === 0) return { template, values };
  const sentence = `The stack template is not valid: ${problems[0]?.path}: ${problems[0]?.sentence}`;
  throw errors.invalidInput(sentence, problems, { code: 'invalid_template' });
}

function outputsOf(run: Run, goal: NonNullable<Goal>, rows: CloudResource[]): JsonObject {
  const current = rows.filter((row) => !row.replaced);
  const scope = scopeOf(run, goal, new Map(current.map((row) => [row.name, row])));
  const entries = Object.entries(goal.template.outputs).map(([name, output]) => [name, resolve(output.value, scope)]);
  return Object.fromEntries(entries);
}

/** An output that leads nowhere fails the operation while it can still be undone. */
function endingOf(run: Run, goal: NonNullable<Goal>, rows: CloudResource[]): Failure | { outputs: JsonObject } {
  try {
    return { outputs: outputsOf(run, goal, rows) };
  } catch (error) {
    if (!isVetroError(error)) throw error;
    return { resource: null, type: null, reason: error.sentence };
  }
}

/** The end of an operation: stack, result and the news that it is over, in one transaction. */
async function finish(
  { kernel }: Pick<Run, 'kernel'>,
  operation: CloudOperation,
  change: StackChange | null,
  result: StackResult,
): Promise<void> {
  const now = kernel.now();
  // What the change does not name stays as it is.
  const stored = JSON.stringify(change ?? {});
  await quickRowsOf(
    kernel.db,
    Prisma.sql`
    with change as (select ${stored}::jsonb as to), stack as (
      update cloud_stacks set updated_at = ${now}, action = coalesce(change.to->>'action', action),
             status = change.to->>'status', reason = change.to->>'reason',
             template = coalesce(change.to->'template', template),
             parameters = coalesce(change.to->'parameters', parameters),
             outputs = coalesce(change.to->'outputs', outputs),
             deleted_at = coalesce((change.to->>'deletedAt')::timestamptz, deleted_at)
        from change where id = change.to->>'id'
    ), operation as (
      update cloud_operations set phase = 'done', result = ${JSON.stringify(result)}::jsonb, template = null,
             parameters = null, finished_at = ${now}
       where seq = ${operation.seq}
    )
    select ${notification(`done:${operation.requestId}`)}`,
  );
}

/** What becomes of a stack when an operation ends; what is left out stays. */
interface StackChange {
  id: string;
  action?: string;
  status: string;
  reason: string;
  template?: JsonObject;
  parameters?: JsonObject;
  outputs?: JsonObject;
  deletedAt?: Date;
}

function isEmpty(value: unknown): boolean {
  return !isObject(value) || Object.keys(value).length === 0;
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
