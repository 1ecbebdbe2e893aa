import { secondAgentOf } from '@/lib/cloud/agents/agent-session';
import { createChannel } from '@/lib/cloud/agents/channel';
import type { AgentSource } from '@/lib/cloud/agents/program';
import { findServers, isAlive, lockPool, type ServerRow } from '@/lib/cloud/agents/servers';
import { updateStateOf } from '@/lib/cloud/agents/updates';
import type { WaitQueue } from '@/lib/cloud/agents/wait-queue';
import type { Kernel } from '@/lib/cloud/kernel/kernel';
import { configIn, configsOf, storeSignal } from '@/lib/cloud/kernel/machines/configs';
import { storeReply } from '@/lib/cloud/kernel/machines/replies';
import { runInTransaction, type UnitOfWork } from '@/lib/cloud/kernel/unit-of-work';
import type { Tx } from '@/lib/db/client';
import { type CloudMachine, Prisma } from '@/lib/db/generated/client';
import { transaction } from '@/lib/db/transaction';
import { errors } from '@/lib/errors';
import type { AgentProgram, PoolName, ServerPool, ServerView } from '@/lib/ports/cloud/server-pool';
import { createEnrolment } from './enrolment';
import { createNamedPools, findPool } from './pools';

/** What administrators see and do of the servers, and the channel of their agents. */
export function createServerPool(kernel: Kernel, waitQueue: WaitQueue, source: AgentSource): ServerPool {
  const { db } = kernel;
  const { codes, enrol, createCode, createRenewal, revokeCode } = createEnrolment(kernel);

  async function viewsOf(rows: readonly ServerRow[]): Promise<ServerView[]> {
    const ids = rows.flatMap(({ machineId }) => machineId ?? []);
    const machines = await db.cloudMachine.findMany({ where: { id: { in: ids } } });
    const byId = new Map(machines.map((machine) => [machine.id, machine]));
    const pools = new Map((await db.serverPool.findMany()).map((pool) => [pool.id, pool]));
    const given = { program: await source.read().catch(() => null), releaseKey: source.settings.releaseKey };
    return rows.map((row) => {
      const about = { machine: byId.get(row.machineId ?? '') ?? null, pool: pools.get(row.poolId ?? '') ?? null };
      return viewOf(row, about, given, kernel.now());
    });
  }

  async function refuseTakenName(id: string, name: string): Promise<void> {
    if ((await findServers(db, Prisma.sql`name = ${name} and id <> ${id}`)).length === 0) return;
    throw errors.conflict('server_name_taken', `Another server is called "${name}". Choose another name.`);
  }

  /** A server that is a machine stays in the pool that its tenant has it from. */
  async function refuseMove(tx: Tx, id: string, poolId: string): Promise<void> {
    await lockPool(tx);
    await findPool(tx, poolId);
    const [server] = await findServers(tx, Prisma.sql`id = ${id}`);
    if (!server || server.poolId === poolId || (server.machineId === null && server.cleansUp === null)) return;
    const words = `${server.name} is not free: it is a machine of an environment, or is being cleaned up after one. It can be moved to another pool once it is free.`;
    throw errors.stateForbids('server_not_free', words);
  }

  /** What a machine was at has failed, for nobody answers it any more. */
  async function loseMachine(uow: UnitOfWork, { name }: ServerRow, machine: CloudMachine): Promise<void> {
    const status = { in: ['queued', 'running', 'rebooting'] };
    const { id: machineId, tenantId } = machine;
    const inboxes = [machine.queue, configsOf(machineId)].filter((queue) => queue !== '');
    const plans = await uow.tx.cloudPlan.findMany({
      where: { status, OR: [{ machineId }, { tenantId, queue: { in: inboxes } }] },
    });
    const words = `The server ${name} was taken out of the pool, and its machine is lost. Replace the machine.`;
    for (const plan of plans) {
      const config = configIn(plan.plan);
      if (!config) storeReply(kernel, uow, plan, { IsException: true, Result: ['ServerRemoved', words] });
      else {
        storeSignal(kernel, uow, plan, { deploy_stdout: '', deploy_stderr: words, deploy_status_code: 1 });
        uow.notify(`change:${config.stackId}`);
      }
    }
  }

  return {
    list: async () => ({ servers: await viewsOf(await findServers(db)), codes: await codes() }),
    createCode,
    createRenewal,
    revokeCode,
    change: async (id, change) => {
      if (change.name !== undefined) await refuseTakenName(id, change.name);
      const isChanged = await transaction(db, async (tx) => {
        if (change.poolId !== undefined) await refuseMove(tx, id, change.poolId);
        return (await tx.poolServer.updateMany({ where: { id }, data: change })).count > 0;
      });
      if (!isChanged) return null;
      return (await viewsOf(await findServers(db, Prisma.sql`id = ${id}`)))[0] ?? null;
    },
    remove: async (id, losesMachine = false) => {
      const gone = await runInTransaction(kernel, async (uow) => {
        const { tx } = uow;
        await lockPool(tx);
        const [row] = await findServers(tx, Prisma.sql`id = ${id}`);
        const machine = row?.machineId ? await tx.cloudMachine.findUnique({ where: { id: row.machineId } }) : null;
        if (row && machine && losesMachine) await loseMachine(uow, row, machine);
        else if (row && machine) {
          throw errors.stateForbids(
            'server_taken',
            `${row.name} is a machine of an environment. Remove the service or the environment first; the server is free then.`,
          );
        }
        if (row) await tx.poolServer.delete({ where: { id } });
        uow.notify(`pool:${id}`);
        return row && viewOf(row, { machine, pool: null }, { program: null, releaseKey: null }, kernel.now());
      });
      return gone ?? null;
    },
    pools: createNamedPools(kernel),
    program: source.read,
    agents: { enrol, ...createChannel(kernel, waitQueue, source) },
  };
}

function viewOf(
  row: ServerRow,
  { machine, pool }: { machine: CloudMachine | null; pool: PoolName | null },
  given: { program: AgentProgram | null; releaseKey: string | null },
  now: Date,
): ServerView {
  const { id, name, tags, facts, agentVersion, enrolledAt, lastSeenAt } = row;
  const use = row.machineId !== null ? 'taken' : row.cleansUp !== null ? 'cleaning' : 'free';
  return {
    ...{ id, name, tags, facts, agentVersion, enrolledAt, lastSeenAt },
    pool: pool && { id: pool.id, name: pool.name },
    agentProgram: updateStateOf(row, given, now),
    state: isAlive(row, now) ? use : 'silent',
    secondAgent: secondAgentOf(row.agentSession),
    machine: machine && { host: machine.hostname, stack: machine.stackName, tenantId: machine.tenantId },
  };
}
