import type { Kernel } from '@/lib/cloud/kernel/kernel';
import { storedAttributes, storedResources } from '@/lib/cloud/kernel/resources/stored-resource';
import type { OperationRef, UnitOfWork } from '@/lib/cloud/kernel/unit-of-work';
import { type CloudResource, Prisma } from '@/lib/db/generated/client';
import type { ResolvedResource } from '@/lib/formats/hot/diff';
import { isObject, type JsonObject } from '@/lib/model/json';
import type { SoftwareStep } from '@/lib/ports/cloud/cloud';
import type { Engine } from './engine';

/** A stack as the engine needs it. */
export interface StackRef {
  id: string;
  name: string;
  tenantId: string;
}

/** Every resource of a stack, replaced ones too, oldest first. */
export function stackRows({ db }: Kernel, stackId: string): Promise<CloudResource[]> {
  return storedResources(db, Prisma.sql`where stack_id = ${stackId} order by created_at`);
}

/** What a stored resource was made from. */
export function madeFrom(row: Pick<CloudResource, 'type' | 'properties'>): ResolvedResource {
  const stored = isObject(row.properties) ? row.properties : {};
  const { properties, metadata } = stored;
  return {
    type: row.type,
    properties: isObject(properties) ? properties : {},
    metadata: isObject(metadata) ? metadata : {},
  };
}

/** The attributes of a stored resource, `show` included. */
export function attributesOf(row: Pick<CloudResource, 'attributes' | 'id'>): JsonObject {
  const attributes = storedAttributes(row);
  return { ...attributes, show: { id: row.id, ...attributes } };
}

/** What can be stored about a resource's progress. */
export interface Progress {
  action: 'CREATE' | 'UPDATE' | 'DELETE' | 'SUSPEND' | 'RESUME';
  status: 'IN_PROGRESS' | 'COMPLETE' | 'FAILED';
  reason?: string;
  /** what of it is done on machines */
  software?: SoftwareStep[];
}

/** Notes a resource's progress in the stack's events, where whoever observes the operation finds it. */
export function noteProgress(
  uow: UnitOfWork,
  { stack, operation }: { stack: StackRef; operation: OperationRef },
  resource: { name: string; type: string },
  { action, status, reason = '', software = [] }: Progress,
): void {
  const { name: resourceName, type } = resource;
  uow.record({ stackId: stack.id, operation, resourceName, type, action, status, reason, software });
}

/** The row of a resource that is being made, inserted with the unit of work; `id` is its physical id. */
export function keepResource(
  kernel: Kernel,
  uow: UnitOfWork,
  stack: StackRef,
  row: {
    id: string;
    name: string;
    made: ResolvedResource;
    requires: string[];
    createdBy: bigint;
    attributes?: JsonObject;
    dueAt?: Date | null;
  } & Progress,
): CloudResource {
  const { made, id, name, action, status, requires, createdBy } = row;
  const now = kernel.now();
  const kept = {
    id,
    stackId: stack.id,
    name,
    type: made.type,
    action,
    status,
    reason: row.reason ?? '',
    properties: { properties: made.properties, metadata: made.metadata },
    attributes: row.attributes ?? {},
    requires,
    dueAt: row.dueAt ?? null,
    replaced: false,
    createdBy,
    createdAt: now,
    updatedAt: now,
  };
  uow.insertResource(kept);
  return kept;
}

/** What `get_resource` gives: the physical id, or the property that the type is referred to by. */
export function referenceOf(
  { types }: Pick<Engine, 'types'>,
  row: Pick<CloudResource, 'id' | 'type' | 'attributes'>,
): string {
  const property = types.get(row.type)?.reference;
  return property === undefined ? row.id : String(storedAttributes(row)[property] ?? '');
}
