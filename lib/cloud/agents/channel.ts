import type { Kernel } from '@/lib/cloud/kernel/kernel';
import { configIn, configsOf, storeSignal } from '@/lib/cloud/kernel/machines/configs';
import { emitMachineEvent } from '@/lib/cloud/kernel/machines/machine-context';
import { storeReply } from '@/lib/cloud/kernel/machines/replies';
import { createResealer } from '@/lib/cloud/kernel/secrets';
import { runInTransaction, type UnitOfWork } from '@/lib/cloud/kernel/unit-of-work';
import type { Tx } from '@/lib/db/client';
import { type CloudMachine, type CloudPlan, Prisma } from '@/lib/db/generated/client';
import { rowsOf } from '@/lib/db/statement';
import { errors, isVetroError } from '@/lib/errors';
import {
  type AgentAnswer,
  type AgentReport,
  type AgentWork,
  PLAN_NOT_YOURS,
  type PollRequest,
  type SignedPlan,
} from '@/lib/formats/agent-channel/messages';
import { storableResult, storableText } from '@/lib/formats/agent-channel/storable';
import { checkPlan } from '@/lib/formats/execution-plan/check';
import { isObject, type JsonObject } from '@/lib/model/json';
import type { AgentChannel, AgentProgram } from '@/lib/ports/cloud/server-pool';
import { createAgentIdentities, type KnownAgent } from './agent-identity';
import { orderOf, refusalOf, signalOf } from './orders';
import { createPollLimit } from './poll-limit';
import { findServers, type ServerRow } from './servers';
import { signPlan } from './signing';
import { orderUpdate } from './updates';
import type { WaitQueue } from './wait-queue';

/** So long a call for work stays open, in milliseconds: proxies on the way end what is silent for a minute. */
const LONGEST_POLL_MS = 25_000;
/** What does not change how a server may be used is written down so seldom, in milliseconds. */
const SEEN_EVERY_MS = 5_000;

/** The channel, and what of it others do for an agent that does not speak it. */
export interface ChannelOfServers extends Omit<AgentChannel, 'enrol'> {
  /** Takes the answer of a server that is known by other means; what is not its own, or is over, changes nothing. */
  answerOf(serverId: string, planId: string, answer: AgentAnswer): Promise<void>;
}

/**
 * The server's side of the channel of agents. Plans wait in the inboxes where the conductor has put them; an agent takes
 * those of the machine that its server is, one at a time, and nobody else's. A plan that it has taken is given to it
 * again until it has answered: it knows by itself how far it was.
 */
export function createChannel(
  kernel: Kernel,
  waitQueue: WaitQueue,
  program: () => Promise<AgentProgram>,
): ChannelOfServers {
  const { db } = kernel;
  const limit = createPollLimit(kernel.now);
  const identities = createAgentIdentities(kernel);

  async function recordPoll(server: ServerRow, { facts, version, program: runs, refused }: PollRequest): Promise<void> {
    const now = kernel.now();
    const { agentUpdate } = server;
    const isSame =
      JSON.stringify(server.facts) === JSON.stringify(facts) &&
      server.agentVersion === version &&
      agentUpdate.program === runs &&
      agentUpdate.refused === refused;
    if (isSame && now.getTime() - server.lastSeenAt.getTime() < SEEN_EVERY_MS) return;
    const data = {
      lastSeenAt: now,
      facts: { ...facts },
      agentVersion: version,
      agentUpdate: { ...agentUpdate, program: runs, refused },
    };
    await db.poolServer.updateMany({ where: { id: server.id }, data });
  }

  /** What there is to do now; null: nothing. */
  async function nextWork(server: ServerRow, request: PollRequest, call: string | null): Promise<AgentWork | null> {
    if (server.cleansUp !== null) {
      if (request.cleaned !== server.cleansUp) return { clean: server.cleansUp };
      await db.poolServer.updateMany({
        where: { id: server.id, cleansUp: server.cleansUp },
        data: { cleansUp: null },
      });
    }
    const update = await orderUpdate(kernel, program, server, request, call);
    if (update) return { update };
    if (server.machineId === null) return null;
    const machine = await db.cloudMachine.findFirst({ where: { id: server.machineId, deletedAt: null } });
    if (!machine) return null;
    if (request.prepared !== machine.id) return { prepare: { machine: machine.id, host: machine.hostname } };
    if (machine.power === 'booting') await markReady(machine.id);
    const plan = await takePlan(server, machine, call);
    return plan && { plan };
  }

  /** The agent is ready for work: the stack that waits for the machine goes on. */
  function markReady(id: string): Promise<void> {
    return runInTransaction(kernel, async (uow) => {
      const { count } = await uow.tx.cloudMachine.updateMany({
        where: { id, power: 'booting' },
        data: { power: 'ready', dueAt: null },
      });
      if (count === 0) return;
      const machine = await uow.tx.cloudMachine.findUniqueOrThrow({ where: { id } });
      emitMachineEvent(uow, machine, 'ready');
      uow.notify(`machine:${id}`);
    });
  }

  /** The plan that the agent is at, else the oldest in its inbox; it is the agent's from now on. */
  async function takePlan(
    server: ServerRow,
    { id: machineId, tenantId, queue }: CloudMachine,
    call: string | null,
  ): Promise<SignedPlan | null> {
    for (;;) {
      const row = await runInTransaction(kernel, async (uow) => {
        const found = await lockNext(uow.tx, tenantId, [queue, configsOf(machineId)], machineId);
        return found && (await begin(uow, found, machineId));
      });
      if (row === null) return null;
      if (row === 'over') continue;
      const order = orderOf(machineId, kernel.open(row.plan));
      const plan = { id: row.id, body: JSON.stringify(order) };
      const signed = signPlan(kernel.open(server.signingKey), server.id, plan, call);
      const { linesSeen } = server;
      return { ...signed, linesSeen: linesSeen.planId === row.id ? (linesSeen.number ?? 0) : 0 };
    }
  }

  /** @returns `over` when nothing is to be done for it any more */
  async function begin(uow: UnitOfWork, row: CloudPlan, machineId: string): Promise<CloudPlan | 'over'> {
    if (row.status === 'running') return row;
    const now = kernel.now();
    if (row.expiresAt !== null && row.expiresAt.getTime() <= now.getTime()) {
      uow.change('CloudPlan', row.id, { status: 'expired', plan: {} });
      return 'over';
    }
    const taken = { machineId, startedAt: now };
    const config = configIn(row.plan);
    const refusal = config && refusalOf(config);
    if (config && refusal) {
      storeSignal(kernel, uow, row, refusal, taken);
      uow.notify(`change:${config.stackId}`);
      return 'over';
    }
    const problems = config ? [] : checkPlan(row.plan);
    if (problems.length > 0) {
      const words = problems.map((problem) => `${problem.path}: ${problem.sentence}`).join(' ');
      storeReply(kernel, uow, row, { IsException: true, Result: `Unable to deserialize plan: ${words}` }, taken);
      return 'over';
    }
    uow.change('CloudPlan', row.id, { status: 'running', ...taken });
    return row;
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

  function answerOf(serverId: string, planId: string, { result }: AgentAnswer): Promise<void> {
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
          Result: resealerOf(plan)(storableResult(result.Result)),
        });
      }
      uow.notify(`machine:${machine.id}`);
      if (machine.power !== 'rebooting') return;
      uow.change('CloudMachine', machine.id, { power: 'ready' });
      emitMachineEvent(uow, machine, 'ready');
    });
  }

  const resealerOf = ({ plan }: CloudPlan) => createResealer(kernel, isObject(plan) ? (plan as JsonObject) : {});

  /** Waits for work of a server, for as long as its agent is the one that is answered. */
  async function poll(agent: KnownAgent, request: PollRequest, signal: AbortSignal): Promise<AgentWork> {
    const { server: first, call } = agent;
    agent.requireTarget('work');
    limit.count(first.id);
    await recordPoll(first, request);
    const until = Date.now() + LONGEST_POLL_MS;
    for (let server = first; ; server = await agent.again()) {
      const machine = server.machineId && (await db.cloudMachine.findUnique({ where: { id: server.machineId } }));
      const keys = [
        `pool:${server.id}`,
        ...(machine ? [`inbox:${machine.tenantId}/${machine.queue}`, `machine:${machine.id}`] : []),
      ];
      const wait = waitQueue.wait(keys, Math.max(0, until - Date.now()), signal);
      try {
        // It listens before it looks, so that nothing falls in between.
        const work = await nextWork(server, request, call);
        if (work) return work;
        if (signal.aborted || waitQueue.isClosed() || Date.now() >= until) return {};
        await wait.over;
      } finally {
        wait.cancel();
      }
    }
  }

  async function report(serverId: string, planId: string, { lines, commands, rebooting }: AgentReport): Promise<void> {
    await runInTransaction(kernel, async (uow) => {
      const own = await lockOwn(uow.tx, serverId, planId);
      if (!own) return;
      const { plan, machine, server } = own;
      const reseal = resealerOf(plan);
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

  return {
    identify: async (shown, { seesEnd = false } = {}) => {
      const agent = await identities.of(shown, seesEnd);
      const { id } = agent.server;
      return {
        serverId: id,
        poll: (request, signal) => poll(agent, request, signal).finally(agent.close),
        report: async (planId, reported) => {
          agent.requireTarget(`report ${planId}`);
          await report(id, planId, reported);
        },
        answer: async (planId, answer) => {
          agent.requireTarget(`answer ${planId}`);
          await answerOf(id, planId, answer);
        },
        renewKey: agent.renew,
      };
    },

    answerOf: async (serverId, planId, answer) => {
      await db.poolServer.updateMany({ where: { id: serverId }, data: { lastSeenAt: kernel.now() } });
      await answerOf(serverId, planId, answer).catch((error: unknown) => {
        if (!isVetroError(error) || error.code !== PLAN_NOT_YOURS) throw error;
      });
    },
  };
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
