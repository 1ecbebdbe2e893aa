import type { Kernel } from '@/lib/cloud/kernel/kernel';
import { emitMachineEvent } from '@/lib/cloud/kernel/machines/machine-context';
import { runInTransaction } from '@/lib/cloud/kernel/unit-of-work';
import { errors, isVetroError } from '@/lib/errors';
import { type SignedSettings, settingsDigest } from '@/lib/formats/agent-channel/channel-settings';
import {
  type AgentAnswer,
  type AgentWork,
  PLAN_NOT_YOURS,
  type PollRequest,
} from '@/lib/formats/agent-channel/messages';
import type { AgentChannel } from '@/lib/ports/cloud/server-pool';
import { createAgentIdentities, type KnownAgent } from './agent-identity';
import type { SecretsAbility } from './plan-secrets';
import { fetchSecrets, storeAnswer, storeReport, takePlan } from './plans-of-server';
import { createPollLimit } from './poll-limit';
import type { AgentSource } from './program';
import type { ServerRow } from './servers';
import { signSettings } from './signing';
import { awaitsUpdate, orderUpdate, reportedUpdate } from './updates';
import type { WaitQueue } from './wait-queue';

/** So long a call for work stays open, in milliseconds: proxies on the way end what is silent for a minute. */
const LONGEST_POLL_MS = 25_000;
/** What does not change how a server may be used is written down so seldom, in milliseconds. */
const SEEN_EVERY_MS = 5_000;
const NEEDS_KEY = 'The secrets of a plan are given to an agent with a key of its own alone.';

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
export function createChannel(kernel: Kernel, waitQueue: WaitQueue, source: AgentSource): ChannelOfServers {
  const { db } = kernel;
  const limit = createPollLimit(kernel.now);
  const identities = createAgentIdentities(kernel);

  /** Waits for work of a server, for as long as its agent is the one that is answered. */
  async function poll(agent: KnownAgent, request: PollRequest, signal: AbortSignal): Promise<AgentWork> {
    const { server: first, call } = agent;
    agent.requireTarget('work');
    limit.count(first.id);
    await recordPoll(kernel, first, request);
    const until = Date.now() + LONGEST_POLL_MS;
    for (let server = first; ; server = await agent.again()) {
      const machine = server.machineId && (await db.cloudMachine.findUnique({ where: { id: server.machineId } }));
      const keys = [
        `pool:${server.id}`,
        ...(machine ? [`inbox:${machine.tenantId}/${machine.queue}`, `machine:${machine.id}`] : []),
      ];
      const wait = waitQueue.wait(keys, Math.max(0, until - Date.now()), signal);
      try {
        // An order to an agent that is away is lost, and counts as given.
        if (signal.aborted) return {};
        // It listens before it looks, so that nothing falls in between.
        const work = await nextWork(kernel, source, server, request, call);
        if (work) return work;
        if (signal.aborted || waitQueue.isClosed() || Date.now() >= until) return {};
        await wait.over;
      } finally {
        wait.cancel();
      }
    }
  }

  return {
    identify: async (shown, { seesEnd = false } = {}) => {
      const agent = await identities.of(shown, seesEnd);
      const { id } = agent.server;
      return {
        serverId: id,
        poll: (request, signal) => poll(agent, request, signal).finally(agent.close),
        secrets: async (planId, asked) => {
          const { call } = agent;
          if (call === null) throw errors.notAuthenticated('agent_unknown', NEEDS_KEY);
          agent.requireTarget(`secrets ${asked.key} ${planId}`);
          return fetchSecrets(kernel, id, planId, asked, call);
        },
        report: async (planId, reported) => {
          agent.requireTarget(`report ${planId}`);
          await storeReport(kernel, id, planId, reported);
        },
        answer: async (planId, answer) => {
          agent.requireTarget(`answer ${planId}`);
          await storeAnswer(kernel, id, planId, answer);
        },
        renewKey: agent.renew,
      };
    },

    answerOf: async (serverId, planId, answer) => {
      await db.poolServer.updateMany({ where: { id: serverId }, data: { lastSeenAt: kernel.now() } });
      await storeAnswer(kernel, serverId, planId, answer).catch((error: unknown) => {
        if (!isVetroError(error) || error.code !== PLAN_NOT_YOURS) throw error;
      });
    },
  };
}

/** Notes that an agent called, and what it says of itself. */
async function recordPoll({ db, now: clock }: Kernel, server: ServerRow, request: PollRequest): Promise<void> {
  const now = clock();
  const { facts, version } = request;
  const { agentUpdate } = server;
  const reported = reportedUpdate(request);
  const isSame =
    JSON.stringify(server.facts) === JSON.stringify(facts) &&
    server.agentVersion === version &&
    agentUpdate.program === reported.program &&
    agentUpdate.refused === reported.refused &&
    agentUpdate.releaseKey === reported.releaseKey;
  if (isSame && now.getTime() - server.lastSeenAt.getTime() < SEEN_EVERY_MS) return;
  const data = {
    lastSeenAt: now,
    facts: { ...facts },
    agentVersion: version,
    agentUpdate: { ...agentUpdate, ...reported },
  };
  await db.poolServer.updateMany({ where: { id: server.id }, data });
}

/** What there is to do now; null: nothing. */
async function nextWork(
  kernel: Kernel,
  source: AgentSource,
  server: ServerRow,
  request: PollRequest,
  call: string | null,
): Promise<AgentWork | null> {
  const { db } = kernel;
  if (server.cleansUp !== null) {
    if (request.cleaned !== server.cleansUp) return { clean: server.cleansUp };
    await db.poolServer.updateMany({
      where: { id: server.id, cleansUp: server.cleansUp },
      data: { cleansUp: null },
    });
  }
  const settings = dueSettings(kernel, source, server, request, call);
  if (settings) return { settings };
  const update = await orderUpdate(kernel, source, server, request, call);
  if (update) return { update };
  if (server.machineId === null) return null;
  const machine = await db.cloudMachine.findFirst({ where: { id: server.machineId, deletedAt: null } });
  if (!machine) return null;
  if (request.prepared !== machine.id) return { prepare: { machine: machine.id, host: machine.hostname } };
  if (machine.power === 'booting') await markReady(kernel, machine.id);
  const plan = await takePlan(kernel, server, machine, { call, secrets: await abilityOf(source, request) });
  return plan && { plan };
}

/** What an agent is to keep and does not yet; null: nothing, or it cannot. */
function dueSettings(
  kernel: Kernel,
  { settings }: AgentSource,
  server: ServerRow,
  { settings: kept }: PollRequest,
  call: string | null,
): SignedSettings | null {
  if (kept === undefined || call === null || kept === settingsDigest(settings)) return null;
  return signSettings(kernel.open(server.signingKey), server.id, settings, call);
}

async function abilityOf(source: AgentSource, request: PollRequest): Promise<SecretsAbility> {
  if (request.fetchesSecrets) return 'fetches';
  return (await awaitsUpdate(source, request)) ? 'waits' : 'cannot';
}

/** The agent is ready for work: the stack that waits for the machine goes on. */
function markReady(kernel: Kernel, id: string): Promise<void> {
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
