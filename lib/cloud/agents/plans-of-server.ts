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
  type PlanSecrets,
  type SecretsRequest,
  type SignedPlan,
} from '@/lib/formats/agent-channel/messages';
import { storableResult, storableText } from '@/lib/formats/agent-channel/storable';
import { checkPlan } from '@/lib/formats/execution-plan/check';
import type { PlanAccount } from '@/lib/formats/execution-plan/plan';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { accountRequestOf, failedSignal, refusalOf, signalOf } from './orders';
import { CANNOT_FETCH } from './outdated-agent';
import { accountFor } from './plan-accounts';
import { hasSecrets, newGrant, referringOrder, type SecretsAbility, spendGrant } from './plan-secrets';
import { findServers, type ServerRow } from './servers';
import { signPlan } from './signing';

/** An agent that asks for a plan. */
export interface AskingAgent {
  /** its call, which the signature covers; null: it has no key of its own */
  call: string | null;
  secrets: SecretsAbility;
}

/** A plan that was begun, with what it is carried out as; `grant`: by which its secrets are fetched. */
type BegunPlan = CloudPlan & { account: PlanAccount; grant: string | null };

/**
 * The plan that the agent is at, else the oldest in its inbox; it is the agent's from now on. Of its secrets it has
 * references, by which this process of the agent fetches them.
 *
 * @returns null where there is none
 */
export async function takePlan(
  kernel: Kernel,
  server: ServerRow,
  machine: CloudMachine,
  agent: AskingAgent,
): Promise<SignedPlan | null> {
  const { id: machineId, tenantId, queue } = machine;
  for (;;) {
    const row = await runInTransaction(kernel, async (uow) => {
      const found = await lockNext(uow.tx, tenantId, [queue, configsOf(machineId)], machineId);
      return found && (await begin(kernel, uow, found, server, machine, agent));
    });
    if (row === null || row === 'waits') return null;
    if (row === 'over') continue;
    const order = referringOrder(kernel, machineId, row.account, row, row.grant);
    const plan = { id: row.id, body: JSON.stringify(order) };
    const signed = signPlan(kernel.open(server.signingKey), server.id, plan, agent.call);
    const { linesSeen } = server;
    return { ...signed, linesSeen: linesSeen.planId === row.id ? (linesSeen.number ?? 0) : 0 };
  }
}

/** @returns `over` when nothing is to be done for it any more; `waits` until the agent is updated */
async function begin(
  kernel: Kernel,
  uow: UnitOfWork,
  row: CloudPlan,
  server: ServerRow,
  machine: CloudMachine,
  { call, secrets }: AskingAgent,
): Promise<BegunPlan | 'over' | 'waits'> {
  const now = kernel.now();
  const isNew = row.status !== 'running';
  if (isNew && row.expiresAt !== null && row.expiresAt.getTime() <= now.getTime()) {
    uow.change('CloudPlan', row.id, { status: 'expired', plan: {} });
    return 'over';
  }
  const isSecret = hasSecrets(row);
  if (isSecret && secrets === 'waits') return 'waits';
  const taken = { machineId: machine.id, startedAt: now };
  const config = configIn(row.plan);
  const refuse = (answer: Json): 'over' => {
    if (config) {
      storeSignal(kernel, uow, row, answer as JsonObject, taken);
      uow.notify(`change:${config.stackId}`);
    } else storeReply(kernel, uow, row, { IsException: true, Result: answer }, taken);
    return 'over';
  };
  const inWords = (type: string, words: string) => refuse(config ? failedSignal(words) : [type, words]);
  const problem = isNew ? problemsIn(row) : null;
  if (problem !== null) return refuse(problem);
  const account = await accountFor(uow.tx, server, machine, accountRequestOf(row.plan));
  if (typeof account !== 'string') return inWords('SystemAccountRefused', account.refused);
  if (isSecret && (secrets !== 'fetches' || call === null)) return inWords('AgentOutdated', CANNOT_FETCH);
  const grant = isSecret && call !== null ? newGrant(row.id, call, now) : null;
  // What was given with the plan before, or with another one, is good no more.
  if (grant || server.secretGrant.id !== undefined)
    await uow.tx.poolServer.updateMany({ where: { id: server.id }, data: { secretGrant: { ...grant } } });
  if (isNew) uow.change('CloudPlan', row.id, { status: 'running', ...taken });
  return { ...row, account, grant: grant?.id ?? null };
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
 * The secrets of the plan that a server is at, once for each time that it was given to its agent.
 *
 * @param call of the agent
 * @throws not_found `PLAN_NOT_YOURS`; conflict `plan_over`; as `spendGrant`
 */
export function fetchSecrets(
  kernel: Kernel,
  serverId: string,
  planId: string,
  request: SecretsRequest,
  call: string,
): Promise<PlanSecrets> {
  return runInTransaction(kernel, async (uow) => {
    const own = await lockOwn(uow.tx, serverId, planId);
    if (!own) throw errors.conflict('plan_over', 'The plan is over: its secrets are given to nobody any more.');
    const { secrets, spent } = spendGrant(kernel, own.server, own.plan, request, call);
    await uow.tx.poolServer.updateMany({ where: { id: serverId }, data: { secretGrant: { ...spent } } });
    return secrets;
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
