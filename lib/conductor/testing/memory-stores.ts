import type { CloudScope, StackOperation } from '@/lib/ports/cloud/cloud';
import type { ReplyStore } from '@/lib/ports/conductor';
import type { StackLedger } from '@/lib/ports/stack-ledger';
import type { MemoryTables } from './memory-database';

/** Plans under way and their agents' answers. */
export function createMemoryReplyStore({ replies, runs }: MemoryTables): ReplyStore {
  return {
    expect: async (planId, runId) => {
      const row = replies.get(planId) ?? { runId, sentAt: new Date(), result: null };
      replies.set(planId, row);
      const generation = (runs.get(row.runId)?.createdAt.getTime() ?? 0) / 1_000;
      return { sentAt: row.sentAt, answered: row.result !== null, generation };
    },
    record: async (planId, result) => {
      const row = replies.get(planId);
      if (!row || row.result !== null) return false;
      row.result = structuredClone(result);
      return true;
    },
    find: async (planId) => structuredClone(replies.get(planId)?.result ?? null),
    forget: async (runId) => {
      for (const [planId, row] of replies) if (row.runId === runId) replies.delete(planId);
    },
  };
}

/** What was asked of clouds and what came of it. */
export function createMemoryStackLedger({ stacks, operations }: MemoryTables): StackLedger {
  const isOf = (row: { tenantId: string; region: string; name: string }, scope: CloudScope, name: string) =>
    row.tenantId === scope.tenantId && row.region === (scope.region ?? '') && row.name === name;
  const stackOf = ({ scope, name }: Pick<StackOperation, 'scope' | 'name'>) =>
    stacks.find((row) => isOf(row, scope, name));
  return {
    open: async (asked) => {
      const { owner, ...operation } = asked;
      const { scope, name } = operation;
      const known = stackOf(operation);
      if (known) {
        Object.assign(known, { environmentId: owner.environmentId, isDeleted: false });
        known.units = { ...known.units, ...owner.units };
      } else {
        const place = { tenantId: scope.tenantId, region: scope.region ?? '', name, isDeleted: false };
        stacks.push({ ...place, ...structuredClone(owner), template: {}, parameters: {}, outputs: {} });
      }
      const own = operations.find((row) => row.operation.id === operation.id) ?? {
        operation: structuredClone(operation),
        cursor: null,
        result: null,
      };
      if (!operations.includes(own)) operations.push(own);
      const before = operations.slice(0, operations.indexOf(own));
      const same = before.filter(
        (row) => row.operation.name === name && row.operation.scope.tenantId === scope.tenantId,
      );
      return structuredClone({ own, earlier: same.filter(({ result }) => result === null) });
    },
    observed: async (operationId, cursor) => {
      const row = operations.find(({ operation }) => operation.id === operationId);
      if (row?.result === null) row.cursor = cursor;
    },
    close: async ({ id }, result) => {
      const row = operations.find(({ operation }) => operation.id === id);
      if (row?.result !== null) return;
      row.result = structuredClone(result);
      row.cursor = null;
      const stack = stackOf(row.operation);
      if (!stack || !result.ok) return;
      const { action, content } = row.operation;
      stack.outputs = structuredClone({ ...(action ? stack.outputs : {}), ...result.outputs });
      if (action) return;
      Object.assign(stack, structuredClone(content ?? { template: {}, parameters: {} }), {
        isDeleted: content === null,
      });
    },
    read: async (scope, name) => {
      const stack = stackOf({ scope, name });
      if (!stack || stack.isDeleted) return null;
      const { template, parameters, outputs } = stack;
      return structuredClone({ template, parameters, outputs });
    },
    units: async (environmentId) =>
      Object.assign({}, ...stacks.filter((row) => row.environmentId === environmentId).map(({ units }) => units)),
    names: async (environmentId) =>
      stacks.filter((row) => row.environmentId === environmentId && !row.isDeleted).map(({ name }) => name),
    owners: async (tenantId, names) =>
      new Map(
        stacks
          .filter((row) => row.tenantId === tenantId && names.includes(row.name))
          .map(({ name, environmentId, units }) => [name, { environmentId, units: structuredClone(units) }]),
      ),
  };
}
