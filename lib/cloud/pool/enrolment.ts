import { randomBytes } from 'node:crypto';
import { findServers, lockPool } from '@/lib/cloud/agents/servers';
import { createSigningKeys } from '@/lib/cloud/agents/signing';
import { type Kernel, newId } from '@/lib/cloud/kernel/kernel';
import { hashToken } from '@/lib/crypto';
import { recordAudit } from '@/lib/db/audit';
import type { Tx } from '@/lib/db/client';
import type { EnrolmentCode } from '@/lib/db/generated/client';
import { transaction } from '@/lib/db/transaction';
import { errors } from '@/lib/errors';
import type { JsonObject } from '@/lib/model/json';
import type {
  AgentChannel,
  EnrolmentCodeView,
  NewEnrolmentCode,
  PoolName,
  ServerPool,
} from '@/lib/ports/cloud/server-pool';
import { DEFAULT_POOL_ID } from './names';
import { findPool } from './pools';

/** Enough that nobody guesses one: 120 bits. */
const CODE_BYTES = 15;

/** Codes that administrators make, and what comes of one: a server of the pool. */
export function createEnrolment(
  kernel: Kernel,
): Pick<ServerPool, 'createCode' | 'createRenewal' | 'revokeCode'> &
  Pick<AgentChannel, 'enrol'> & { codes(): Promise<EnrolmentCodeView[]> } {
  const { db } = kernel;

  async function makeCode(input: NewEnrolmentCode, serverId: string | null) {
    const { tags, poolId = DEFAULT_POOL_ID, minutes, createdBy } = input;
    await findPool(db, poolId);
    const code = randomBytes(CODE_BYTES).toString('hex');
    const now = kernel.now();
    const row = await db.enrolmentCode.create({
      data: {
        ...{ id: newId(), hash: hashToken(code), tags, serverId, poolId, createdBy, createdAt: now },
        expiresAt: new Date(now.getTime() + minutes * 60_000),
      },
      include: { pool: true },
    });
    return { ...viewOf(row), code };
  }

  return {
    createCode: (input) => makeCode(input, null),
    createRenewal: async (id, input) => {
      const server = await db.poolServer.findUnique({ where: { id } });
      const poolId = server?.poolId ?? DEFAULT_POOL_ID;
      return server && { ...(await makeCode({ ...input, tags: server.tags, poolId }, id)), name: server.name };
    },
    revokeCode: async (id) => (await db.enrolmentCode.deleteMany({ where: { id, usedAt: null } })).count > 0,
    codes: async () => {
      const where = { usedAt: null, expiresAt: { gt: kernel.now() } };
      const rows = await db.enrolmentCode.findMany({ where, orderBy: { createdAt: 'asc' }, include: { pool: true } });
      return rows.map(viewOf);
    },
    enrol: ({ code, name, version, facts, key }) =>
      transaction(db, async (tx) => {
        const now = kernel.now();
        const hash = hashToken(code);
        // Of two that come with one code at the same time, one changes the row.
        const { count } = await tx.enrolmentCode.updateMany({
          where: { hash, usedAt: null, expiresAt: { gt: now } },
          data: { usedAt: now },
        });
        if (count === 0) {
          throw errors.forbidden(
            'enrolment_code_invalid',
            'This enrolment code is unknown, was used before, or is too old. An administrator makes a new one.',
          );
        }
        const { tags, serverId, poolId } = await tx.enrolmentCode.findUniqueOrThrow({ where: { hash } });
        const keys = createSigningKeys();
        const identity = { agentKey: key, retiredKey: null, credentialHash: null, agentSession: {}, secretGrant: {} };
        const seen = { facts: { ...facts }, agentVersion: version, lastSeenAt: now };
        if (serverId !== null) {
          const { name: known } = await tx.poolServer.update({
            where: { id: serverId },
            data: { ...identity, ...seen, signingKey: kernel.seal(keys.privateKey) },
          });
          await recordEnrolment(tx, serverId, known, { renewed: true });
          return { serverId, name: known, verifyKey: keys.publicKey };
        }
        const id = newId();
        // one at a time, so that no two servers get the same name
        await lockPool(tx);
        const names = new Set((await findServers(tx)).map((server) => server.name));
        const ownName = freeName(name, names);
        await tx.poolServer.create({
          data: {
            id,
            name: ownName,
            tags,
            poolId: poolId ?? DEFAULT_POOL_ID,
            ...identity,
            ...seen,
            signingKey: kernel.seal(keys.privateKey),
            enrolledAt: now,
          },
        });
        await recordEnrolment(tx, id, ownName, { tags });
        return { serverId: id, name: ownName, verifyKey: keys.publicKey };
      }),
  };
}

async function recordEnrolment(tx: Tx, id: string, name: string, more: JsonObject): Promise<void> {
  await recordAudit(tx, {
    ...{ userId: null, tenantId: null, by: { kind: 'agent', id, name } },
    ...{ action: 'server.enrol', target: 'server', targetId: id, details: { name, ...more }, requestId: '' },
  });
}

/** A name that no other server has: machines of one image have one host name, and lists tell servers by their names. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number += 1) {
    const numbered = `${name}-${number}`;
    if (!taken.has(numbered)) return numbered;
  }
}

function viewOf({
  id,
  tags,
  pool,
  createdAt,
  expiresAt,
}: EnrolmentCode & { pool: PoolName | null }): EnrolmentCodeView {
  const { id: poolId = DEFAULT_POOL_ID, name = '' } = pool ?? {};
  return { id, tags, pool: { id: poolId, name }, createdAt, expiresAt };
}
