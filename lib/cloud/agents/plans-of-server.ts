import type { Kernel } from '@/lib/cloud/kernel/kernel';
import { configIn, configsOf, storeSignal } from '@/lib/cloud/kernel/machines/configs';
import { emitMachineEvent } from '@/lib/cloud/kernel/machines/machine-context';
import { storeReply } from '@/lib/cloud/kernel/machines/replies';
import { createResealer } from '@/lib/cloud/kernel/secrets';
import { runInTransaction, type UnitOfWork } from '@/lib/cloud/kernel/unit-of-work';
import type { Tx } from '@/lib/db/client';
import { type CloudMachine, type CloudPlan, Prisma } from '@/lib/db/generated/client';
import { rowsOf } from '@/lib/db/statement';
import { errors } from '@/lib/errors';
import {
  type AgentAnswer,
  type AgentReport,
  PLAN_NOT_YOURS,
  type SignedPlan,
} from '@/lib/formats/agent-channel/messages';
import { storableResult, storableText } from '@/lib/formats/agent-channel/storable';
import { checkPlan } from '@/lib/formats/execution-plan/check';
import type { PlanAccount } from '@/lib/formats/execution-plan/plan';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { accountRequestOf, failedSignal, orderOf, refusalOf, signalOf } from './orders';
import { accountFor } from './plan-accounts';
import { findServers, type ServerRow } from './servers';
import { signPlan } from './signing';

/**
 * The plan that the agent is at, else the oldest in its inbox; it is the agent's from now on.
 *
 * @param call the number of the agent's call, which the signature covers; null where it counts none
 * @returns null where there is none
 */
export async function takePlan(
  kernel: Kernel,
  server: ServerRow,
  machine: CloudMachine,
  call: string | null,
): Promise<SignedPlan | null> {
  const { id: machineId, tenantId, queue } = machine;
  for (;;) {
    const row = await runInTransaction(kernel, async (uow) => {
      const found = await lockNext(uow.tx, tenantId, [queue, configsOf(machineId)], machineId);
      return found && (await begin(kernel, uow, found, server, machine));
    });
    if (row === null) return null;
    if (row === 'over') continue;
    const order = orderOf(machineId, row.account, kernel.open(row.plan));
    const plan = { id: row.id, body: JSON.stringify(order) };
    const signed = signPlan(kernel.open(server.signingKey), server.id, plan, call);
    const { linesSeen } = server;
    return { ...signed, linesSeen: linesSeen.planId === row.id ? (linesSeen.number ?? 0) : 0 };
  }
}

/** @returns `over` when nothing is to be done for it any more */
async function begin(
  kernel: Kernel,
  uow: UnitOfWork,
  row: CloudPlan,
  server: ServerRow,
  machine: CloudMachine,
): Promise<(CloudPlan & { account: PlanAccount }) | 'over'> {
  const now = kernel.now();
  const isNew = row.status !== 'running';
  if (isNew && row.expiresAt !== null && row.expiresAt.getTime() <= now.getTime()) {
    uow.change('CloudPlan', row.id, { status: 'expired', plan: {} });
    return 'over';
  }
  const taken = { machineId: machine.id, startedAt: now };
  const config = configIn(row.plan);
  const refuse = (answer: Json): 'over' => {
    if (config) {
      storeSignal(kernel, uow, row, answer as JsonObject, taken);
      uow.notify(`change:${config.stackId}`);
    } else storeReply(kernel, uow, row, { IsException: true, Result: answer }, taken);
    return 'over';
  };
  const problem = isNew ? problemsIn(row) : null;
  if (problem !== null) return refuse(problem);
  const account = await accountFor(uow.tx, server, machine, accountRequestOf(row.plan));
  if (typeof account !== 'string') {
    return refuse(config ? failedSignal(account.refused) : ['SystemAccountRefused', account.refused]);
  }
  if (isNew) uow.change('CloudPlan', row.id, { status: 'running', ...taken });
  return { ...row, account };
}

/** What is answered to what no agent is given: the report of a config, words for a plan; null: it is well written. */
function problemsIn({ plan }: CloudPlan): Json {
  const config = configIn(plan);
  if (config) return refusalOf(config);
  const words = checkPlan(plan).map((problem) => `${problem.path}: ${problem.sentence}`);
  return words.length > 0 ? `Unable to deserialize plan: ${words.join(' ')}` : null;
}

/** Locks a plan that this server was given, with its machine and the server as it is now; null once it is answered. */
async function lockOwn(tx: Tx, serverId: string, planId: string) {
  await rowsOf(tx, Prisma.sql`select id from cloud_plans where id = ${planId} for update`);
  const [server] = await findServers(tx, Prisma.sql`id = ${serverId}`);
  const plan = await tx.cloudPlan.findUnique({ where: { id: planId } });
  const machine =
    plan?.machineId && plan.machineId === server?.machineId
      ? await tx.cloudMachine.findUnique({ where: { id: plan.machineId } })
      : null;
  if (!server || !plan || !machine) {
    throw errors.notFound(PLAN_NOT_YOURS, 'This server was not given such a plan, or its machine is gone.');
  }
  return plan.status === 'running' || plan.status === 'rebooting' ? { plan, machine, server } : null;
}

/**
 * Stores what an agent answers to a plan; one that is over stays as it is.
 *
 * @throws not_found `PLAN_NOT_YOURS`
 */
export function storeAnswer(kernel: Kernel, serverId: string, planId: string, { result }: AgentAnswer): Promise<void> {
  return runInTransaction(kernel, async (uow) => {
    const own = await lockOwn(uow.tx, serverId, planId);
    if (!own) return;
    const { plan, machine } = own;
    const config = configIn(plan.plan);
    if (config) {
      storeSignal(kernel, uow, plan, signalOf(config, result));
      uow.notify(`change:${config.stackId}`);
    } else {
      storeReply(kernel, uow, plan, {
        IsException: result.IsException,
        Result: resealerOf(kernel, plan)(storableResult(result.Result)),
      });
    }
    uow.notify(`machine:${machine.id}`);
    if (machine.power !== 'rebooting') return;
    uow.change('CloudMachine', machine.id, { power: 'ready' });
    emitMachineEvent(uow, machine, 'ready');
  });
}

/**
 * Stores how far an agent is with a plan: its lines, its commands that ended, and whether it restarts its machine.
 *
 * @throws not_found `PLAN_NOT_YOURS`
 */
export async function storeReport(
  kernel: Kernel,
  serverId: string,
  planId: string,
  { lines, commands, rebooting }: AgentReport,
): Promise<void> {
  await runInTransaction(kernel, async (uow) => {
    const own = await lockOwn(uow.tx, serverId, planId);
    if (!own) return;
    const { plan, machine, server } = own;
    const reseal = resealerOf(kernel, plan);
    const { stackName: stack, tenantId, hostname: host, queue } = machine;
    const about = { stack, tenantId, host, queue, planId };
    const last = server.linesSeen.planId === planId ? (server.linesSeen.number ?? 0) : 0;
    const added = lines.filter(({ number }) => number > last);
    for (const { number, stream, text } of added)
      uow.emit({ kind: 'output', ...about, number, stream, line: reseal(storableText(text)) });
    const number = added.reduce((most, line) => Math.max(most, line.number), last);
    await uow.tx.poolServer.updateMany({
      where: { id: server.id },
      data: { lastSeenAt: kernel.now(), linesSeen: { planId, number } },
    });
    let { position } = plan;
    for (const { command, index, count, ok } of commands) {
      if (index !== position) continue;
      position += 1;
      uow.emit({ kind: 'command', ...about, command, index, count, ok });
    }
    const restarts = rebooting === true && machine.power !== 'rebooting';
    if (position === plan.position && !restarts) return;
    uow.change('CloudPlan', planId, { position, executions: position });
    if (restarts) {
      uow.change('CloudMachine', machine.id, { power: 'rebooting' });
      emitMachineEvent(uow, machine, 'rebooting');
    }
  });
}

function resealerOf(kernel: Kernel, { plan }: CloudPlan) {
  return createResealer(kernel, isObject(plan) ? (plan as JsonObject) : {});
}

/** Locks the plan that an agent is at, or else the oldest that waits in its inboxes. */
export async function lockNext(
  tx: Tx,
  tenantId: string,
  queues: readonly string[],
  machineId: string,
): Promise<CloudPlan | null> {
  const [row] = await rowsOf<{ id: string }>(
    tx,
    Prisma.sql`
    select id from cloud_plans
     where queue <> '' and queue = any(${queues}) and tenant_id = ${tenantId}
       and (status = 'queued' or status in ('running', 'rebooting') and machine_id = ${machineId})
     -- what an agent has taken it finishes before it takes another
     order by status = 'queued', queued_at, id limit 1 for update`,
  );
  return row ? tx.cloudPlan.findUnique({ where: { id: row.id } }) : null;
}
