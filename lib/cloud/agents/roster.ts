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
export interface MachineToCome {
  tenantId: string;
  stack: string;
  host: string;
  /** the inbox of its agent, in lower case */
  queue: string;
  make: AgentMake;
}

/** What a machine's agent is told at its first start. It stays the same for as long as the machine is wanted. */
export interface AgentSeat {
  /** of the machine and of its agent: 32 hexadecimal digits */
  serverId: string;
  make: AgentMake;
  credential: string;
  verifyKey: string;
  journalKey: string;
  brokerPassword: string;
}

type Secret = Pick<AgentSeat, 'credential' | 'verifyKey' | 'journalKey' | 'brokerPassword'>;

/** The agents of machines that another cloud makes: who they are is kept here, sealed, from before their first start. */
export interface Roster {
  /** Makes a seat for a machine, or finds the one that it has. */
  admit(machine: MachineToCome): Promise<AgentSeat>;
  /**
   * Ends the seats of a stack's machines that are no longer wanted; what they were given is lost with them.
   *
   * @param queues those that stay
   * @returns the machines whose seats have ended
   */
  keep(tenantId: string, stack: string, queues: readonly string[]): Promise<CloudMachine[]>;
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
export function createRoster(kernel: Kernel): Roster {
  const { db } = kernel;
  return {
    admit: ({ tenantId, stack, host, queue, make }) =>
      transaction(db, async (tx) => {
        await rowsOf(
          tx,
          Prisma.sql`select pg_advisory_xact_lock(hashtext(${`vetro agent ${tenantId}/${queue}`}))::text`,
        );
        const known = await tx.cloudMachine.findFirst({ where: { tenantId, queue, deletedAt: null } });
        const seat = known && seatOf(kernel, known);
        if (known && seat) {
          if (seat.make === make && known.hostname === host) return seat;
          const given = { ...(known.given as object), make };
          await tx.cloudMachine.update({ where: { id: known.id }, data: { hostname: host, given } });
          return { ...seat, make };
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

    keep: (tenantId, stackName, queues) =>
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

/** The make of a machine's agent; null: none of a roster. */
export function makeOf({ given }: Pick<CloudMachine, 'given'>): AgentMake | null {
  return isObject(given) && typeof given.make === 'string' ? (given.make as AgentMake) : null;
}

function seatOf({ open }: Kernel, machine: CloudMachine): AgentSeat | null {
  const { given } = machine;
  const make = makeOf(machine);
  if (make === null || !isObject(given) || typeof given.identity !== 'string') return null;
  return { serverId: machine.id, make, ...(JSON.parse(open(given.identity)) as Secret) };
}
