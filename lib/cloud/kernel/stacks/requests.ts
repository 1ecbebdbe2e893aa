import { notification } from '@/lib/cloud/kernel/kernel';
import { storedResources } from '@/lib/cloud/kernel/resources/stored-resource';
import { type CloudResource, type CloudStack, Prisma } from '@/lib/db/generated/client';
import { quickRowsOf } from '@/lib/db/statement';
import { errors } from '@/lib/errors';
import { propertyChangesOf } from '@/lib/formats/hot/diff';
import type { ResourceTypeFacts } from '@/lib/formats/hot/plan';
import { isObject, type JsonObject } from '@/lib/model/json';
import type {
  CloudScope,
  SoftwareStep,
  StackContent,
  StackDriver,
  StackEvent,
  StackObservation,
  StackOperation,
  StackRefusal,
  StackResource,
  StackResult,
  StackView,
} from '@/lib/ports/cloud/cloud';
import { conditionOf } from './actions';
import type { Engine } from './engine';
import { findStack } from './find-stack';
import { softwareOn } from './machine-software';
import { attributesOf, madeFrom, referenceOf } from './resource-rows';
import { validate } from './validate';
import type { Waiters } from './waiters';

/**
 * Takes requests for stacks: it only writes them down, the leader carries them out. An operation is found by the id that
 * it was asked for with.
 */
export function createStackDriver(kernel: Engine, waiters: Waiters): StackDriver {
  const { db } = kernel;

  async function begin({ id, scope, name, content, action, machine }: StackOperation): Promise<null> {
    const { tenantId } = scope;
    const [template, parameters] = content
      ? [content.template, content.parameters].map((part) => JSON.stringify(part))
      : [null, machine === undefined ? null : JSON.stringify({ machine })];
    await quickRowsOf(
      db,
      Prisma.sql`
      with fresh as (
        insert into cloud_operations (tenant_id, stack_name, request_id, kind, template, parameters, created_at)
        values (${tenantId}, ${name}, ${id}, ${action ?? (content ? 'apply' : 'delete')}, ${template}::jsonb,
                ${parameters}::jsonb, ${kernel.now()})
        on conflict (tenant_id, stack_name, request_id) do nothing returning seq
      )
      select ${notification(`stack:${tenantId}/${name}`)} from fresh`,
    );
    return null;
  }

  async function read({ id, scope, name }: StackOperation, cursor: string | null): Promise<StackObservation> {
    const last = Number(cursor ?? 0);
    const [row] = await quickRowsOf<{ result: StackResult | null; events: StoredEvent[] | null }>(
      db,
      Prisma.sql`
      select case when phase = 'done' then result end as result, (
        select json_agg(json_build_object('number', number, 'resource', resource_name, 'type', type, 'action', action,
                                          'status', status, 'reason', reason, 'at', at, 'software', software)
                        order by number)
          from cloud_stack_events where operation = seq and number > ${last}) as events
        from cloud_operations
       where tenant_id = ${scope.tenantId} and stack_name = ${name} and request_id = ${id}`,
    );
    if (!row) return { events: [], cursor, end: 'unknown' };
    const stored = row.events ?? [];
    const events = stored.map(
      ({ number, at, software, ...event }): StackEvent => ({
        ...{ ...event, id: `${id}:${number}`, at: new Date(at) },
        ...(software ? { software } : {}),
      }),
    );
    return { events, cursor: String(stored.at(-1)?.number ?? last), end: row.result };
  }

  /** Listens before it looks, so that no news falls in between. */
  async function observe(operation: StackOperation, cursor: string | null, signal: AbortSignal) {
    for (;;) {
      const next = waiters.next(operation.id, signal);
      try {
        const observation = await read(operation, cursor);
        if (observation.end !== null || observation.events.length > 0) return observation;
        if (signal.aborted) {
          const sentence = 'Waiting for the stack was given up; the cloud goes on with it.';
          throw errors.cancelled('stack_wait_cancelled', sentence);
        }
        if (waiters.isClosed()) {
          const sentence = 'This process is stopping; ask again to join the operation, which goes on.';
          throw errors.cloud('cloud_stopped', sentence, { retryable: true });
        }
        await next.called;
      } finally {
        next.forget();
      }
    }
  }

  return {
    groupsAreWritten: true,
    begin,
    observe,
    get: async ({ tenantId }, name) => {
      const stack = await findStack(db, tenantId, name);
      return stack ? viewOf(kernel, stack) : null;
    },
    list: async ({ tenantId }) => {
      const where = { tenantId, deletedAt: null };
      const stacks = await db.cloudStack.findMany({ where, orderBy: { name: 'asc' }, select: { name: true } });
      return stacks.map(({ name }) => name);
    },
    softwareOn: (scope, queue) => softwareOn(kernel, scope, queue),
    validate: (scope, wanted) => refusalOf(kernel, scope, wanted),
    resourceTypes: async (_, types) => new Map(types.flatMap((type) => factsOf(kernel, type))),
  };
}

interface StoredEvent extends Omit<StackEvent, 'id' | 'at' | 'software'> {
  number: number;
  at: string;
  software: SoftwareStep[] | null;
}

async function refusalOf(
  kernel: Engine,
  { tenantId }: CloudScope,
  { template, parameters }: StackContent,
): Promise<StackRefusal | null> {
  const wanted = await validate(kernel, tenantId, template, parameters);
  if (!('reason' in wanted)) return null;
  const { resource, type: resourceType, reason } = wanted;
  return { ok: false, status: 'VALIDATION_FAILED', resource, resourceType, reason };
}

function factsOf({ types }: Engine, type: string): [string, ResourceTypeFacts][] {
  const known = types.get(type);
  if (!known) return [];
  const { reference, replaces, properties } = known;
  const facts = { changes: propertyChangesOf(properties), ...(replaces ? { replaces } : {}) };
  return [[type, { ...facts, ...(reference === undefined ? {} : { reference }) }]];
}

async function viewOf(kernel: Engine, stack: CloudStack): Promise<StackView> {
  const rows = await storedResources(
    kernel.db,
    Prisma.sql`where stack_id = ${stack.id} and not replaced order by created_at, name`,
  );
  return {
    id: stack.id,
    name: stack.name,
    status: `${stack.action}_${stack.status}`,
    reason: stack.reason,
    outputs: objectOrEmpty(stack.outputs),
    resources: await Promise.all(rows.map((row) => resourceOf(kernel, row))),
  };
}

async function resourceOf(kernel: Engine, row: CloudResource): Promise<StackResource> {
  return {
    name: row.name,
    type: row.type,
    status: `${row.action}_${row.status}`,
    reason: row.reason,
    physicalId: row.id,
    reference: referenceOf(kernel, row),
    attributes: attributesOf(row),
    definition: madeFrom(row),
    condition: await conditionOf({ kernel }, row),
  };
}

function objectOrEmpty(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
