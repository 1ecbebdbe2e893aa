import type { Kernel } from '@/lib/cloud/kernel/kernel';
import { storeReply } from '@/lib/cloud/kernel/machines/replies';
import { runInTransaction, type UnitOfWork } from '@/lib/cloud/kernel/unit-of-work';
import type { CloudMachine, CloudPlan } from '@/lib/db/generated/client';
import { AGENT_EXCHANGE, RESULTS_QUEUE, serverOfKey } from '@/lib/formats/agent-channel/broker';
import { muranoPlan, readMuranoResult } from '@/lib/formats/execution-plan/murano';
import type { ExecutionPlan } from '@/lib/formats/execution-plan/plan';
import type { Json, JsonObject } from '@/lib/model/json';
import type { Broker, BrokerLog } from './broker';
import type { ChannelOfServers } from './channel';
import { lockNext } from './plans-of-server';
import { agentMakeOf } from './registry';

/** Stamps of plans are in tenths of microseconds, as Murano's engine gives them. */
const STAMPS_PER_MS = 10_000;
/** RabbitMQ takes no longer life of a message, in milliseconds (some 50 days); a plan that lives longer is taken back. */
const LONGEST_LIFE_MS = 2 ** 32 - 1;

export interface MuranoParts {
  kernel: Kernel;
  broker: Broker;
  channel: Pick<ChannelOfServers, 'answerOf'>;
  log: BrokerLog;
}

/**
 * Gives the machine of an agent of Murano's the next plan of its inbox, when it is at none: one is in its queue at the
 * broker at a time, so that what was given up can be taken back. Called by one process for a machine at a time.
 */
export async function dispatchPlan({ kernel, broker }: Omit<MuranoParts, 'channel'>, machineId: string): Promise<void> {
  for (;;) {
    const isDone = await runInTransaction(kernel, async (uow) => {
      const machine = await uow.tx.cloudMachine.findFirst({ where: { id: machineId, deletedAt: null } });
      const make = machine && agentMakeOf(machine);
      if (!machine || (make !== 'murano-v1' && make !== 'murano-v2')) return true;
      const plan = await lockNext(uow.tx, machine.tenantId, [machine.queue], machine.id);
      if (!plan) return true;
      if (plan.status !== 'queued') return !(await giveUpStale(kernel, broker, uow, machine, plan));
      return give(kernel, broker, uow, machine, plan, make === 'murano-v1' ? 1 : 2);
    });
    if (isDone) return;
  }
}

/** @returns whether the plan that the machine was given is no longer in its way */
async function giveUpStale(
  kernel: Kernel,
  broker: Broker,
  uow: UnitOfWork,
  { queue, tenantId }: CloudMachine,
  plan: CloudPlan,
): Promise<boolean> {
  const isLate = plan.expiresAt !== null && plan.expiresAt.getTime() <= kernel.now().getTime();
  const newer = { queue, tenantId, status: 'queued', generation: { gt: plan.generation } };
  if (!isLate && (await uow.tx.cloudPlan.count({ where: newer })) === 0) return false;
  await broker.connection.queuePurge({ queue });
  uow.change('CloudPlan', plan.id, { status: 'lost', plan: {} });
  return true;
}

/** @returns false when the plan is over already and the next one may be given */
async function give(
  kernel: Kernel,
  broker: Broker,
  uow: UnitOfWork,
  { id: machineId, queue }: CloudMachine,
  plan: CloudPlan,
  format: 1 | 2,
): Promise<boolean> {
  const now = kernel.now();
  const left = plan.expiresAt === null ? null : plan.expiresAt.getTime() - now.getTime();
  if (left !== null && left <= 0) {
    uow.change('CloudPlan', plan.id, { status: 'expired', plan: {} });
    return false;
  }
  const taken = { machineId, startedAt: now };
  const stamp = plan.queuedAt.getTime() * STAMPS_PER_MS;
  const opened = kernel.open(plan.plan) as unknown as ExecutionPlan;
  const body = muranoPlan(opened, format, { id: plan.id, stamp });
  if (!body) {
    const plain = opened.program ? 'a program of version 2' : 'a plan of version 1, in PowerShell';
    const has = opened.software ? 'software for a tool' : plain;
    const words = `The image of this machine has an agent for plans of version ${format}; this is ${has}.`;
    storeReply(kernel, uow, plan, { IsException: true, Result: ['FormatNotSupported', words] }, taken);
    return false;
  }
  // What the broker has taken and nobody has noted is given again, with the same stamp: the agent takes it once.
  await broker.publisher.send(
    {
      ...{ routingKey: queue, messageId: plan.id, durable: true, mandatory: true },
      ...(left === null ? {} : { expiration: String(Math.min(left, LONGEST_LIFE_MS)) }),
    },
    body,
  );
  uow.change('CloudPlan', plan.id, { status: 'running', ...taken });
  return true;
}

/**
 * Takes the results of Murano's agents from the broker. Whose a result is the broker has checked.
 *
 * @returns ends it
 */
export function takeResults({ broker, channel, log }: MuranoParts): () => Promise<void> {
  const consumer = broker.connection.createConsumer(
    {
      queue: RESULTS_QUEUE,
      queueOptions: { durable: true },
      exchanges: [{ exchange: AGENT_EXCHANGE, type: 'topic', durable: true }],
      queueBindings: [{ queue: RESULTS_QUEUE, exchange: AGENT_EXCHANGE, routingKey: '*.result' }],
      qos: { prefetchCount: 20 },
    },
    async ({ routingKey, messageId, body }) => {
      const serverId = serverOfKey(routingKey);
      const read = readMuranoResult(parsed(body), messageId);
      if (read) await channel.answerOf(serverId, read.planId, { result: read.result });
      else log.warn({ serverId }, 'agents: something came that is no result of a plan');
    },
  );
  consumer.on('error', (err) => log.warn({ err }, 'agents: a result could not be taken from the message broker'));
  return () => consumer.close();
}

/** Agents of Murano send JSON under another content type. */
function parsed(body: unknown): Json {
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) return (body ?? null) as JsonObject | null;
  try {
    return JSON.parse(String(body)) as Json;
  } catch {
    return null;
  }
}
