import type { Json, JsonObject } from '@/lib/model/json';
import type { CloudScope, StackAction, StackOperation, StackResult } from '@/lib/ports/cloud/cloud';
import type { RecordedOperation, StackLedger, StackOwner } from '@/lib/ports/stack-ledger';
import type { Db } from './client';
import { Prisma } from './generated/client';
import { deleteExpired } from './prune';
import { quickRowsOf } from './statement';

/**
 * The ledger of stacks, on this database.
 *
 * @param soon the same database, whose commits do not wait for the disk: for what was observed of an operation, which
 *   a replay observes again unless its step was recorded after it
 */
export function createStackLedger(db: Db, soon = db): StackLedger {
  const now = () => new Date();
  return {
    open: (operation) => openOperation(db, operation, now()),
    observed: async (operationId, cursor) => {
      await quickRowsOf(
        soon,
        Prisma.sql`
        update stack_operations set cursor = ${cursor} where id = ${operationId} and finished_at is null returning id`,
      );
    },
    close: async ({ id }, result) => {
      const outputs = result.ok ? stored(result.outputs) : null;
      await quickRowsOf(
        soon,
        Prisma.sql`
        with before as (
          select * from stack_operations where id = ${id} and finished_at is null for update
        ), stack as (
          update stacks set updated_at = ${now()},
                 outputs = case when before.kind in ('suspend', 'resume') then stacks.outputs else '{}'::jsonb end
                   || ${outputs}::jsonb,
                 template = case when before.kind in ('suspend', 'resume') then stacks.template
                                 else coalesce(before.template, '{}') end,
                 parameters = case when before.kind in ('suspend', 'resume') then stacks.parameters
                                   else coalesce(before.parameters, '{}') end,
                 deleted_at = case when before.kind = 'delete' then ${now()}::timestamptz end
            from before where stacks.id = before.stack_id and ${result.ok}
        )
        update stack_operations set result = ${stored(result)}::jsonb, finished_at = ${now()}, cursor = null,
               template = null, parameters = null
          from before where stack_operations.id = before.id returning stack_operations.id`,
      );
    },
    read: async (scope, name) => {
      const { tenantId, region = '' } = scope;
      const row = await db.stack.findFirst({
        where: { tenantId, region, name, deletedAt: null },
        select: { template: true, parameters: true, outputs: true },
      });
      if (!row) return null;
      const { template, parameters, outputs } = row as unknown as Record<keyof typeof row, JsonObject>;
      return { template, parameters, outputs };
    },
    units: async (environmentId) => {
      const rows = await quickRowsOf<Pick<StackOwner, 'units'>>(
        db,
        Prisma.sql`select units from stacks where environment_id = ${environmentId}`,
      );
      return Object.assign({}, ...rows.map(({ units }) => units)) as Record<string, string>;
    },
    names: async (environmentId) => {
      const rows = await quickRowsOf<{ name: string }>(
        db,
        Prisma.sql`select name from stacks where environment_id = ${environmentId} and deleted_at is null order by id`,
      );
      return rows.map(({ name }) => name);
    },
    owners: async (tenantId, names) => {
      const rows = await quickRowsOf<{ name: string } & StackOwner>(
        db,
        Prisma.sql`
        select name, environment_id as "environmentId", units from stacks
         where tenant_id = ${tenantId} and name = any(${[...names]})`,
      );
      return new Map(rows.map(({ name, ...owner }) => [name, owner]));
    },
  };
}

/** Records an operation, and that its stack is there; one that is recorded already stays as it is. */
async function openOperation(
  db: Db,
  { id, scope, name, content, owner, action, machine }: Parameters<StackLedger['open']>[0],
  now: Date,
): ReturnType<StackLedger['open']> {
  const [template, parameters] = content
    ? [content.template, content.parameters].map(stored)
    : [null, machine === undefined ? null : stored({ machine })];
  // The second update changes nothing: it makes the row come back whether it was there or not.
  const rows = await quickRowsOf<OperationRow & { earlier: OperationRow[] | null }>(
    db,
    Prisma.sql`
    with stack as (
      insert into stacks (tenant_id, region, name, credential, environment_id, units, created_at, updated_at)
      values (${scope.tenantId}, ${scope.region ?? ''}, ${name}, ${scope.credential ?? ''}, ${owner.environmentId},
              ${stored(owner.units)}::jsonb, ${now}, ${now})
      on conflict (tenant_id, region, name) do update set units = stacks.units || excluded.units,
        environment_id = excluded.environment_id, credential = excluded.credential,
        updated_at = excluded.updated_at, deleted_at = null
      returning id
    ), own as (
      insert into stack_operations (id, stack_id, kind, template, parameters, created_at)
      select ${id}, id, ${action ?? (content ? 'apply' : 'delete')}, ${template}::jsonb, ${parameters}::jsonb, ${now} from stack
      on conflict (id) do update set id = excluded.id
      returning *
    )
    select id, kind, template, parameters, cursor, result, (
      select json_agg(json_build_object('id', id, 'kind', kind, 'template', template, 'parameters', parameters,
                                        'cursor', cursor, 'result', result) order by seq)
        from stack_operations
       where stack_id = own.stack_id and finished_at is null and seq < own.seq) as earlier
      from own`,
  );
  const [own] = rows;
  if (!own) throw new Error('an upsert returned no row');
  const place = { scope, name };
  return { own: recorded(own, place), earlier: (own.earlier ?? []).map((row) => recorded(row, place)) };
}

/**
 * Deletes what the ledger has of operations that ended before an instant, and of stacks that were deleted before it. What
 * a run under way may ask for once more stays.
 *
 * @returns how many
 */
export async function pruneStackLedger(db: Db, before: Date): Promise<number> {
  const idle = (stack: Prisma.Sql) => Prisma.sql`not exists (
    select 1 from stacks s join environments e on e.id = s.environment_id
     where s.id = ${stack} and e.active_run_id is not null)`;
  const operations = Prisma.sql`finished_at < ${before} and ${idle(Prisma.sql`stack_operations.stack_id`)}`;
  const stacks = Prisma.sql`deleted_at < ${before} and ${idle(Prisma.sql`stacks.id`)}`;
  const gone = await deleteExpired(db, { table: 'stack_operations', condition: operations });
  return gone + (await deleteExpired(db, { table: 'stacks', condition: stacks }));
}

interface OperationRow {
  id: string;
  kind: 'apply' | 'delete' | StackAction;
  template: JsonObject | null;
  parameters: JsonObject | null;
  cursor: string | null;
  result: StackResult | null;
}

function recorded(row: OperationRow, place: { scope: CloudScope; name: string }): RecordedOperation {
  const { id, kind, template, parameters, cursor, result } = row;
  const content = kind === 'apply' ? { template: template ?? {}, parameters: parameters ?? {} } : null;
  const action = kind === 'suspend' || kind === 'resume' ? { action: kind } : {};
  const of = kind !== 'apply' && typeof parameters?.machine === 'string' ? { machine: parameters.machine } : {};
  const operation: StackOperation = { id, ...place, content, ...action, ...of };
  return { operation, cursor, result };
}

function stored(value: Readonly<Record<string, Json>> | StackResult): string {
  return JSON.stringify(value);
}
