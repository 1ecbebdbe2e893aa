import { after, newId } from '@/lib/cloud/kernel/kernel';
import type { Failed, ResourceContext, ResourceCreation } from '@/lib/cloud/kernel/resources/resource-type';
import { storedAttributes } from '@/lib/cloud/kernel/resources/stored-resource';
import { runInTransaction, type UnitOfWork } from '@/lib/cloud/kernel/unit-of-work';
import type { Tx } from '@/lib/db/client';
import type { CloudResource } from '@/lib/db/generated/client';
import { isVetroError } from '@/lib/errors';
import type { ResolvedResource } from '@/lib/formats/hot/diff';
import type { ResourceCondition } from '@/lib/formats/hot/plan';
import { isObject, type JsonObject } from '@/lib/model/json';
import type { SoftwareStep } from '@/lib/ports/cloud/cloud';
import { keepResource, madeFrom, noteProgress, type Progress } from './resource-rows';
import type { Run } from './stack-operation';

/**
 * Begins to make a resource; what it replaces stays until the operation has succeeded. The thing and
 * its row are made in one transaction: there is never one without the other.
 *
 * @param instead the row it replaces, if any
 * @returns its row: in progress, complete at once, or failed with the cloud's reason
 */
export async function create(
  run: Run,
  name: string,
  made: ResolvedResource,
  requires: string[],
  instead: CloudResource | null,
): Promise<CloudResource> {
  const { kernel, stack, operation } = run;
  const id = newId();
  const resource = { name, type: made.type };
  const keep = (uow: UnitOfWork, more: Partial<CloudResource> & { attributes?: JsonObject }) =>
    keepResource(kernel, uow, stack, {
      id,
      name,
      made,
      requires,
      createdBy: operation.seq,
      action: 'CREATE',
      status: more.status === 'COMPLETE' ? 'COMPLETE' : more.status === 'FAILED' ? 'FAILED' : 'IN_PROGRESS',
      reason: more.reason,
      attributes: more.attributes,
      dueAt: more.dueAt,
    });
  const begin = async (uow: UnitOfWork) => {
    if (instead) await uow.tx.cloudResource.update({ where: { id: instead.id }, data: { replaced: true } });
  };
  return attempt(
    run,
    resource,
    async (uow) => {
      const { tx } = uow;
      await begin(uow);
      const fault = await strike(run, tx, name, made.type);
      if (fault !== null) return failed(fault);
      const type = kernel.types.get(made.type);
      if (!type) return failed(`The Resource Type (${made.type}) could not be found.`);
      const result = await type.create({ kernel, uow, tx, stack, id, name, properties: made.properties });
      const dueAt = dueFor(run, result);
      const over = isOver(run, result);
      const { attributes } = result;
      noteBegun(uow, run, { ...resource, attributes }, 'CREATE', over);
      return keep(uow, over ? { status: 'COMPLETE', attributes } : { status: 'IN_PROGRESS', attributes, dueAt });
    },
    async (uow, reason, begun) => {
      if (!begun) await begin(uow);
      noteRefused(uow, run, resource, 'CREATE', reason);
      return keep(uow, { status: 'FAILED', reason });
    },
  );
}

/** Begins to change a resource in place. */
export async function update(
  run: Run,
  row: CloudResource,
  made: ResolvedResource,
  requires: string[],
): Promise<CloudResource> {
  const { kernel, stack } = run;
  const { id } = row;
  const stored = { properties: made.properties, metadata: made.metadata };
  return attempt(
    run,
    row,
    async (uow) => {
      const { tx } = uow;
      const fault = await strike(run, tx, row.name, row.type);
      if (fault !== null) return failed(fault);
      const attributes = storedAttributes(row);
      const context = {
        kernel,
        uow,
        tx,
        stack,
        id,
        name: row.name,
        properties: made.properties,
        attributes,
        before: madeFrom(row).properties,
      };
      const result = (await kernel.types.get(row.type)?.update?.(context)) ?? { attributes, seconds: 0 };
      const over = isOver(run, result);
      noteBegun(uow, run, { ...row, attributes: result.attributes }, 'UPDATE', over);
      return tx.cloudResource.update({
        where: { id },
        data: {
          action: 'UPDATE',
          status: over ? 'COMPLETE' : 'IN_PROGRESS',
          reason: '',
          properties: stored,
          attributes: result.attributes,
          requires,
          dueAt: over ? null : dueFor(run, result),
          updatedAt: kernel.now(),
        },
      });
    },
    async (uow, reason) => {
      const { tx } = uow;
      noteRefused(uow, run, row, 'UPDATE', reason);
      // Nothing was changed: the row keeps what the resource is really made from.
      const data = { action: 'UPDATE', status: 'FAILED', reason, dueAt: null, updatedAt: kernel.now() };
      return tx.cloudResource.update({ where: { id }, data });
    },
  );
}

/** What is done to a resource that is there, besides changing it. */
export type FurtherAction = 'DELETE' | 'SUSPEND' | 'RESUME';

/** Begins to remove, suspend or resume a resource. */
export async function act(run: Run, row: CloudResource, action: FurtherAction): Promise<CloudResource> {
  const { kernel } = run;
  const { id } = row;
  return attempt(
    run,
    row,
    async (uow) => {
      const type = kernel.types.get(row.type);
      const context = { ...contextOf(run, uow, row), attributes: storedAttributes(row) };
      const none = { attributes: context.attributes, seconds: 0 };
      const begun = await (action === 'DELETE' ? type?.remove?.(context) : type?.act?.(context, action));
      const made: ResourceCreation = begun ?? none;
      const { attributes } = made;
      // The end of a removal has work of its own, so it is never over at once.
      const over = action !== 'DELETE' && isOver(run, made);
      noteBegun(uow, run, { ...row, attributes }, action, over);
      const state = { action, status: over ? 'COMPLETE' : 'IN_PROGRESS', reason: '', attributes };
      const dueAt = over ? null : dueFor(run, made);
      return uow.tx.cloudResource.update({ where: { id }, data: { ...state, dueAt, updatedAt: kernel.now() } });
    },
    async (uow, reason) => {
      noteRefused(uow, run, row, action, reason);
      const data = { action, status: 'FAILED', reason, dueAt: null, updatedAt: kernel.now() };
      return uow.tx.cloudResource.update({ where: { id }, data });
    },
  );
}

/** Ends what is under way, if it is over: its time has come, or what it waits for has. */
export async function complete(run: Run, row: CloudResource): Promise<CloudResource> {
  const { kernel } = run;
  const type = kernel.types.get(row.type);
  const due = (row.dueAt?.getTime() ?? 0) <= kernel.now().getTime();
  const isMaking = row.action === 'CREATE' || row.action === 'UPDATE';
  const waitsFor = isMaking ? type?.completed : type?.acted;
  if (!due && !waitsFor) return row;
  return runInTransaction(kernel, async (uow) => {
    const { action } = row;
    let attributes = storedAttributes(row);
    if (waitsFor) {
      const result = await waitsFor({ ...contextOf(run, uow, row), attributes });
      if (!result && !due) return row;
      if (!result) return fail(run, uow, row, timeoutOf(row));
      if ('failed' in result)
        return fail(run, uow, row, `Error: resources.${row.name}: ${result.failed}`, result.attributes);
      attributes = result.attributes;
      if (result.waits) {
        const data = { attributes, dueAt: dueFor(run, result), updatedAt: kernel.now() };
        return uow.tx.cloudResource.update({ where: { id: row.id }, data });
      }
    }
    if (action === 'DELETE') {
      await type?.removed?.(contextOf(run, uow, row));
      noteProgress(uow, run, row, {
        action,
        status: 'COMPLETE',
        software: stepsOf(run, { ...row, attributes }, action),
      });
      await uow.tx.cloudResource.delete({ where: { id: row.id } });
      return { ...row, status: 'COMPLETE' };
    }
    const software = stepsOf(run, { ...row, attributes }, action);
    noteProgress(uow, run, row, { action: actionOf(row), status: 'COMPLETE', software });
    const data = { status: 'COMPLETE', reason: '', dueAt: null, attributes, updatedAt: kernel.now() };
    return uow.tx.cloudResource.update({ where: { id: row.id }, data });
  });
}

function timeoutOf(row: CloudResource): string {
  if (row.type === 'OS::Heat::WaitCondition')
    return `WaitConditionTimeout: resources.${row.name}: the signals that were waited for did not come`;
  return `${row.action} aborted: resources.${row.name}: nothing was heard of it in time`;
}

/** Of whose operation something is. */
type RunOnStack = Pick<Run, 'kernel' | 'stack' | 'operation'>;

function fail(
  run: RunOnStack,
  uow: UnitOfWork,
  row: CloudResource,
  reason: string,
  attributes: JsonObject = storedAttributes(row),
): Promise<CloudResource> {
  const software = stepsOf(run, { ...row, attributes }, row.action);
  noteProgress(uow, run, row, { action: actionOf(row), status: 'FAILED', reason, software });
  const data = { status: 'FAILED', reason, dueAt: null, attributes, updatedAt: run.kernel.now() };
  return uow.tx.cloudResource.update({ where: { id: row.id }, data });
}

/** Gives up what is under way because something else in the operation failed. */
export async function abandon(run: RunOnStack, uow: UnitOfWork, row: CloudResource): Promise<void> {
  await fail(run, uow, row, `${row.action} aborted`);
}

function actionOf({ action }: CloudResource): Progress['action'] {
  return ACTIONS.find((known) => known === action) ?? 'CREATE';
}

const ACTIONS: readonly Progress['action'][] = ['CREATE', 'UPDATE', 'DELETE', 'SUSPEND', 'RESUME'];

/** Whether a resource is still what was made; one whose making has failed never was. */
export async function conditionOf(run: Pick<Run, 'kernel'>, row: CloudResource): Promise<ResourceCondition> {
  const hasFailed = row.status === 'FAILED';
  const type = run.kernel.types.get(row.type);
  // What a failed change has left of software nobody knows.
  if (hasFailed && (row.action === 'CREATE' || type?.replaces)) return 'broken';
  const healthy = type?.healthy;
  const isHealthy = !healthy || (await healthy(run.kernel.db, row.id));
  if (!isHealthy) return 'broken';
  return hasFailed ? 'halfChanged' : 'intact';
}

/** What a stored resource's type works with. */
export function contextOf(run: Pick<Run, 'kernel' | 'stack'>, uow: UnitOfWork, row: CloudResource): ResourceContext {
  const { kernel, stack } = run;
  return { kernel, uow, tx: uow.tx, stack, id: row.id, name: row.name, properties: madeFrom(row).properties };
}

/** A resource as it is, or is about to be. */
type Known = Pick<CloudResource, 'name' | 'type'> & { attributes: unknown };

/** What of an action is done on machines. */
function stepsOf({ kernel }: Pick<Run, 'kernel'>, { name, type, attributes }: Known, action: string): SoftwareStep[] {
  const known = isObject(attributes) ? attributes : {};
  return kernel.types.get(type)?.software?.(name, known, { action, now: kernel.now() }) ?? [];
}

/** Notes that an action has begun, and that it is over already. */
function noteBegun(uow: UnitOfWork, run: Run, row: Known, action: Progress['action'], isOver: boolean): void {
  const software = stepsOf(run, row, action);
  noteProgress(uow, run, row, { action, status: 'IN_PROGRESS', software });
  if (isOver) noteProgress(uow, run, row, { action, status: 'COMPLETE', software });
}

/** Notes that an action has begun, and that the cloud said no. */
function noteRefused(
  uow: UnitOfWork,
  run: Run,
  resource: Pick<CloudResource, 'name' | 'type'>,
  action: Progress['action'],
  reason: string,
): void {
  noteProgress(uow, run, resource, { action, status: 'IN_PROGRESS' });
  noteProgress(uow, run, resource, { action, status: 'FAILED', reason });
}

function failed(reason: string): Failed {
  return { failed: reason };
}

/** Runs a unit of work in one transaction; a refusal undoes it, and is noted in another. */
async function attempt(
  run: Run,
  resource: { name: string },
  work: (uow: UnitOfWork) => Promise<CloudResource | Failed>,
  note: (uow: UnitOfWork, reason: string, begun: boolean) => Promise<CloudResource>,
): Promise<CloudResource> {
  const { kernel } = run;
  try {
    return await runInTransaction(kernel, async (uow) => {
      const result = await work(uow);
      return 'failed' in result ? note(uow, result.failed, true) : result;
    });
  } catch (error) {
    if (!isVetroError(error)) throw error;
    const { exception } = error.details;
    const prefix = typeof exception === 'string' ? exception : 'ResourceFailure';
    return runInTransaction(kernel, (uow) =>
      note(uow, `${prefix}: resources.${resource.name}: ${error.sentence}`, false),
    );
  }
}

/** A timeout stays one even where nothing takes time. */
function dueFor({ kernel, stack }: Run, { seconds, waits }: ResourceCreation): Date {
  if (!waits || kernel.timeScale > 0) return after(kernel, stack.tenantId, seconds);
  return new Date(kernel.now().getTime() + seconds * 1000);
}

function isOver(run: Run, { seconds, waits }: ResourceCreation): boolean {
  return !waits && (seconds <= 0 || run.kernel.timeScale === 0);
}

/** Lets the cloud's fault strike a resource, where it has such faults. @returns its message, or null */
async function strike({ kernel, stack }: Run, tx: Tx, ...names: string[]): Promise<string | null> {
  return (await kernel.strike?.(tx, { tenantId: stack.tenantId, stackName: stack.name, names })) ?? null;
}
