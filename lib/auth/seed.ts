import { hashPassword, newId } from '@/lib/crypto';
import type { Db } from '@/lib/db/client';
import { transaction } from '@/lib/db/transaction';
import { ROLES } from '@/lib/model/actor';
import demo from './demo-users.json';

/** Chosen once: processes that seed together wait for each other on it. */
const SEED_LOCK = 7_310_645;

/** The sign-ins of the demo; `npm run demo` prints them. */
export const demoSignIns = demo.users.map(({ name, displayName, password, summary }) => ({
  name,
  displayName,
  password,
  summary,
}));

/**
 * Creates the demo's tenants, users and roles (`demo-users.json`). What is there already stays as it is, so a
 * second run changes nothing: not a changed password, nor a role taken away from a user that exists.
 */
export async function seedDemo(db: Db): Promise<void> {
  await transaction(db, async (tx) => {
    await tx.$queryRaw`select pg_advisory_xact_lock(${SEED_LOCK}::bigint)::text`;
    const tenants = new Map<string, string>();
    for (const { name, description } of demo.tenants) {
      const tenant = await tx.tenant.upsert({
        where: { name },
        create: { id: newId(), name, description },
        update: {},
      });
      tenants.set(name, tenant.id);
    }
    for (const { name, displayName, email, password, roles, systemAdmin = false } of demo.users) {
      if (await tx.user.findUnique({ where: { name }, select: { id: true } })) continue;
      const assignments = Object.entries(roles).map(([tenant, role]) => {
        const tenantId = tenants.get(tenant);
        if (!tenantId || !ROLES.some((known) => known === role))
          throw new Error(`demo-users.json: ${name} has an unknown tenant or role (${tenant}: ${role})`);
        return { tenantId, role };
      });
      await tx.user.create({
        data: {
          id: newId(),
          name,
          displayName,
          email,
          passwordHash: await hashPassword(password),
          systemAdmin,
          roles: { create: assignments },
        },
      });
    }
  });
}
