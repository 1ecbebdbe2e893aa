import { randomBytes } from 'node:crypto';
import { type Kernel, newId } from '@/lib/cloud/kernel/kernel';
import { hashToken, newToken } from '@/lib/crypto';
import { type CloudMachine, Prisma } from '@/lib/db/generated/client';
import { rowsOf } from '@/lib/db/statement';
import { transaction } from '@/lib/db/transaction';
import { isObject } from '@/lib/model/json';
import type { AgentMake } from './agent-make';
import { createSigningKeys } from './signing';

/** A machine that somebody else makes and whose agent is ours to tell what to do. */
export interface ExpectedMachine {
  tenantId: string;
  stack: string;
  host: string;
  /** the inbox of its agent, in lower case */
  queue: string;
  make: AgentMake;
}

/** What a machine's agent is told at its first start. It stays the same for as long as the machine is wanted. */
export interface AgentRegistration {
  /** of the machine and of its agent: 32 hexadecimal digits */
  serverId: string;
  make: AgentMake;
  credential: string;
  verifyKey: string;
  journalKey: string;
  brokerPassword: string;
}

type Secret = Pick<AgentRegistration, 'credential' | 'verifyKey' | 'journalKey' | 'brokerPassword'>;

/** The agents of machines that another cloud makes: who they are is kept here, sealed, from before their first start. */
export interface AgentRegistry {
  /** Registers the agent of a machine, or finds the registration that it has. */
  register(machine: ExpectedMachine): Promise<AgentRegistration>;
  /**
   * Removes the agents of a stack's machines that are no longer wanted; what they were given is lost with them.
   *
   * @param queues those that stay
   * @returns the machines whose agents were removed
   */
  removeOthers(tenantId: string, stack: string, queues: readonly string[]): Promise<CloudMachine[]>;
}

const FACTS = {
  system: 'linux',
  systemTitle: '',
  systemName: 'unknown',
  addresses: [],
  cores: 0,
  memoryMb: 0,
  diskGb: 0,
};

/** Keeps them in the tables of machines and of servers with an agent. */
export function createAgentRegistry(kernel: Kernel): AgentRegistry {
  const { db } = kernel;
  return {
    register: ({ tenantId, stack, host, queue, make }) =>
      transaction(db, async (tx) => {
        await rowsOf(
          tx,
          Prisma.sql`select pg_advisory_xact_lock(hashtext(${`vetro agent ${tenantId}/${queue}`}))::text`,
        );
        const known = await tx.cloudMachine.findFirst({ where: { tenantId, queue, deletedAt: null } });
        const registration = known && registrationOf(kernel, known);
        if (known && registration) {
          if (registration.make === make && known.hostname === host) return registration;
          const given = { ...(known.given as object), make };
          await tx.cloudMachine.update({ where: { id: known.id }, data: { hostname: host, given } });
          return { ...registration, make };
        }
        const [id, keys, now] = [newId(), createSigningKeys(), kernel.now()];
        const secret: Secret = {
          credential: newToken(),
          verifyKey: keys.publicKey,
          journalKey: randomBytes(32).toString('base64'),
          brokerPassword: randomBytes(24).toString('hex'),
        };
        const given = { make, identity: kernel.seal(JSON.stringify(secret)) };
        await tx.cloudMachine.create({
          data: {
            ...{ id, tenantId, stackId: id, stackName: stack, hostname: host, address: '', queue, given },
            createdAt: now,
          },
        });
        await tx.poolServer.create({
          data: {
            ...{ id, name: host, machineId: id, facts: FACTS, enrolledAt: now, lastSeenAt: now },
            ...{ credentialHash: hashToken(secret.credential), signingKey: kernel.seal(keys.privateKey) },
          },
        });
        return { serverId: id, make, ...secret };
      }),

    removeOthers: (tenantId, stackName, queues) =>
      transaction(db, async (tx) => {
        const where = { tenantId, stackName, deletedAt: null, queue: { notIn: [...queues] } };
        const gone = await tx.cloudMachine.findMany({ where });
        const ids = gone.map(({ id }) => id);
        if (ids.length === 0) return [];
        const over = { power: 'stopped', deletedAt: kernel.now(), given: {}, facts: {} };
        await tx.cloudMachine.updateMany({ where: { id: { in: ids } }, data: over });
        await tx.poolServer.deleteMany({ where: { id: { in: ids } } });
        await tx.cloudPlan.updateMany({
          where: { machineId: { in: ids }, status: { in: ['running', 'rebooting'] } },
          data: { status: 'lost', plan: {} },
        });
        return gone;
      }),
  };
}

/** The make of a machine's agent; null: of none that is registered here. */
export function agentMakeOf({ given }: Pick<CloudMachine, 'given'>): AgentMake | null {
  return isObject(given) && typeof given.make === 'string' ? (given.make as AgentMake) : null;
}

function registrationOf({ open }: Kernel, machine: CloudMachine): AgentRegistration | null {
  const { given } = machine;
  const make = agentMakeOf(machine);
  if (make === null || !isObject(given) || typeof given.identity !== 'string') return null;
  return { serverId: machine.id, make, ...(JSON.parse(open(given.identity)) as Secret) };
}
