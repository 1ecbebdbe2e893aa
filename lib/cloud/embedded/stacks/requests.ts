import type { CloudScope, StackRequest, StackResult, Stacks, StackView } from '@/lib/cloud/cloud';
import { announcement, type Kernel } from '@/lib/cloud/embedded/kernel';
import { type CloudStack, Prisma } from '@/lib/db/generated/client';
import { rowsOf } from '@/lib/db/statement';
import { errors } from '@/lib/errors';
import { isObject } from '@/lib/model/json';
import { dryRun } from './dry-run';
import { attributesOf } from './resource-rows';

/** Callers that wait for operations to end, whichever process carries them out. */
export interface Waiters {
  /** called with the number of an operation that is over */
  over(seq: bigint): void;
  /** called when such calls may have been missed */
  lookAgain(): void;
  /** ends every wait: this process stops; `open` lets them wait again */
  close(): void;
  open(): void;
}

/**
 * The door for stack requests. It only writes them down and waits: the leader carries them out. Asking
 * again with the same request id finds the same operation, whether it still runs or is long over.
 */
export function createStacks(kernel: Kernel): { stacks: Stacks; waiters: Waiters } {
  const { db } = kernel;
  const waiting = new Map<bigint, Set<() => void>>();
  let closed = false;
  const callAll = () => {
    for (const calls of waiting.values()) for (const call of calls) call();
  };

  async function ask(
    request: StackRequest | Omit<StackRequest, 'template' | 'parameters'>,
    kind: 'apply' | 'delete',
  ): Promise<bigint> {
    const { scope, name, requestId } = request;
    const key = { tenantId: scope.tenantId, stackName: name, requestId };
    const [template, parameters] =
      'template' in request ? [request.template, request.parameters].map((part) => JSON.stringify(part)) : [];
    const [fresh] = await rowsOf<{ seq: string }>(
      db,
      Prisma.sql`
      with fresh as (
        insert into cloud_operations (tenant_id, stack_name, request_id, kind, template, parameters, created_at)
        values (${scope.tenantId}, ${name}, ${requestId}, ${kind}, ${template ?? null}::jsonb,
                ${parameters ?? null}::jsonb, ${kernel.now()})
        on conflict (tenant_id, stack_name, request_id) do nothing returning seq
      )
      select seq, ${announcement(`stack:${scope.tenantId}/${name}`)} from fresh`,
    );
    if (fresh) return BigInt(fresh.seq);
    const where = { tenantId_stackName_requestId: key };
    return (await db.cloudOperation.findUniqueOrThrow({ where, select: { seq: true } })).seq;
  }

  async function resultOf(seq: bigint): Promise<StackResult | null> {
    const row = await db.cloudOperation.findUnique({ where: { seq } });
    return row?.phase === 'done' && isObject(row.result) ? (row.result as unknown as StackResult) : null;
  }

  /** Looks after having begun to listen, so that no end is missed in between. */
  async function wait(seq: bigint, signal: AbortSignal): Promise<StackResult> {
    for (;;) {
      const next = nextCall(seq, signal);
      try {
        const result = await resultOf(seq);
        if (result) return result;
        if (signal.aborted) {
          throw errors.cancelled(
            'stack_wait_cancelled',
            'Waiting for the stack was given up; the cloud goes on with it.',
          );
        }
        if (closed) {
          const sentence = 'This process is stopping; ask again to join the operation, which goes on.';
          throw errors.cloud('cloud_stopped', sentence, { retryable: true });
        }
        await next.called;
      } finally {
        next.forget();
      }
    }
  }

  function nextCall(seq: bigint, signal: AbortSignal): { called: Promise<void>; forget: () => void } {
    let call = () => {};
    const called = new Promise<void>((resolve) => {
      call = resolve;
    });
    const set = waiting.get(seq) ?? new Set();
    waiting.set(seq, set.add(call));
    signal.addEventListener('abort', call, { once: true });
    const forget = () => {
      signal.removeEventListener('abort', call);
      set.delete(call);
      if (set.size === 0 && waiting.get(seq) === set) waiting.delete(seq);
    };
    return { called, forget };
  }

  return {
    stacks: {
      apply: async (request, signal) => wait(await ask(request, 'apply'), signal),
      delete: async (request, signal) => wait(await ask(request, 'delete'), signal),
      get: async ({ tenantId }, name) => {
        const stack = await db.cloudStack.findFirst({ where: { tenantId, name, deletedAt: null } });
        return stack ? viewOf(kernel, stack) : null;
      },
      list: async ({ tenantId }: CloudScope) => {
        const stacks = await db.cloudStack.findMany({ where: { tenantId, deletedAt: null }, orderBy: { name: 'asc' } });
        return Promise.all(stacks.map((stack) => viewOf(kernel, stack)));
      },
      read: async ({ tenantId }, name) => {
        const stack = await db.cloudStack.findFirst({ where: { tenantId, name, deletedAt: null } });
        if (!stack) return null;
        const [template = {}, parameters = {}, outputs = {}] = [stack.template, stack.parameters, stack.outputs].map(
          (part) => (isObject(part) ? part : {}),
        );
        return { template, parameters, outputs };
      },
      dryRun: (scope, name) => dryRun(kernel, scope, name),
    },
    waiters: {
      over: (seq) => {
        for (const call of waiting.get(seq) ?? []) call();
      },
      lookAgain: callAll,
      close: () => {
        closed = true;
        callAll();
      },
      open: () => {
        closed = false;
      },
    },
  };
}

async function viewOf({ db }: Kernel, stack: CloudStack): Promise<StackView> {
  const rows = await db.cloudResource.findMany({
    where: { stackId: stack.id, replaced: false },
    orderBy: [{ createdAt: 'asc' }, { name: 'asc' }],
  });
  return {
    id: stack.id,
    name: stack.name,
    status: `${stack.action}_${stack.status}`,
    reason: stack.reason,
    outputs: isObject(stack.outputs) ? stack.outputs : {},
    resources: rows.map((row) => ({
      name: row.name,
      type: row.type,
      status: `${row.action}_${row.status}`,
      reason: row.reason,
      physicalId: row.id,
      attributes: attributesOf(row),
    })),
  };
}
