import type { Container } from '@/lib/container/container';
import type { Actor } from '@/lib/model/actor';
import type { MeView } from '@/lib/model/me';
import { suspends } from '@/lib/ports/cloud/cloud';

/** Who the actor is, where, and where else they may go. */
export async function describeMe(actor: Actor, { auth, cloud }: Pick<Container, 'auth' | 'cloud'>): Promise<MeView> {
  const memberships = await auth.membershipsOf(actor.userId);
  const user = memberships[0]?.user;
  return {
    user: {
      id: actor.userId,
      name: user?.name ?? actor.userName,
      display_name: actor.userName,
      email: user?.email ?? '',
    },
    tenant: { id: actor.tenantId, name: actor.tenantName },
    role: actor.role,
    system_admin: actor.systemAdmin,
    tenants: memberships.map(({ tenant, role }) => ({ id: tenant.id, name: tenant.name, role })),
    cloud: { name: cloud.name, simulated: cloud.simulation !== undefined, suspends: suspends(cloud) },
  };
}
