import { randomBytes } from 'node:crypto';
import { findServers, lockPool } from '@/lib/cloud/agents/servers';
import { createSigningKeys } from '@/lib/cloud/agents/signing';
import { type Kernel, newId } from '@/lib/cloud/kernel/kernel';
import { hashToken, newToken } from '@/lib/crypto';
import { recordAudit } from '@/lib/db/audit';
import type { EnrolmentCode } from '@/lib/db/generated/client';
import { transaction } from '@/lib/db/transaction';
import { errors } from '@/lib/errors';
import type { AgentChannel, EnrolmentCodeView, ServerPool } from '@/lib/ports/cloud/server-pool';

/** Enough that nobody guesses one: 120 bits. */
const CODE_BYTES = 15;

/** Codes that administrators make, and what comes of one: a server of the pool. */
export function createEnrolment(
  kernel: Kernel,
): Pick<ServerPool, 'createCode' | 'revokeCode'> &
  Pick<AgentChannel, 'enrol'> & { codes(): Promise<EnrolmentCodeView[]> } {
  const { db } = kernel;
  return {
    createCode: async ({ tags, minutes, createdBy }) => {
      const code = randomBytes(CODE_BYTES).toString('hex');
      const now = kernel.now();
      const row = await db.enrolmentCode.create({
        data: {
          id: newId(),
          hash: hashToken(code),
          tags,
          createdBy,
          createdAt: now,
          expiresAt: new Date(now.getTime() + minutes * 60_000),
        },
      });
      return { ...viewOf(row), code };
    },
    revokeCode: async (id) => (await db.enrolmentCode.deleteMany({ where: { id, usedAt: null } })).count > 0,
    codes: async () => {
      const where = { usedAt: null, expiresAt: { gt: kernel.now() } };
      return (await db.enrolmentCode.findMany({ where, orderBy: { createdAt: 'asc' } })).map(viewOf);
    },
    enrol: ({ code, name, version, facts }) =>
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
        const { tags } = await tx.enrolmentCode.findUniqueOrThrow({ where: { hash } });
        const [credential, keys, id] = [newToken(), createSigningKeys(), newId()];
        // one at a time, so that no two servers get the same name
        await lockPool(tx);
        const names = new Set((await findServers(tx)).map((server) => server.name));
        const ownName = freeName(name, names);
        await tx.poolServer.create({
          data: {
            id,
            name: ownName,
            tags,
            credentialHash: hashToken(credential),
            signingKey: kernel.seal(keys.privateKey),
            facts: { ...facts },
            agentVersion: version,
            enrolledAt: now,
            lastSeenAt: now,
          },
        });
        await recordAudit(tx, {
          ...{ userId: null, tenantId: null, by: { kind: 'agent', id, name: ownName } as const },
          ...{
            action: 'server.enrol',
            target: 'server',
            targetId: id,
            details: { name: ownName, tags },
            requestId: '',
          },
        } as const);
        return { serverId: id, name: ownName, credential, verifyKey: keys.publicKey };
      }),
  };
}

/** A name that no other server has: machines of one image have one host name, and lists tell servers by their names. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number += 1) {
    const numbered = `${name}-${number}`;
    if (!taken.has(numbered)) return numbered;
  }
}

function viewOf({ id, tags, createdAt, expiresAt }: EnrolmentCode): EnrolmentCodeView {
  return { id, tags, createdAt, expiresAt };
}
