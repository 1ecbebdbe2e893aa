import type { Container } from '@/lib/container/container';
import { isProviderUser } from '@/lib/db/provider-users';
import type { Actor } from '@/lib/model/actor';
import type { MeView } from '@/lib/model/me';
import { suspends } from '@/lib/ports/cloud/cloud';

/** Who the actor is, where, and where else they may go. */
export async function describeMe(
  actor: Actor,
  { auth, cloud, db }: Pick<Container, 'auth' | 'cloud' | 'db'>,
): Promise<MeView> {
  const [memberships, ofProvider] = await Promise.all([
    auth.membershipsOf(actor.userId),
    isProviderUser(db, actor.userId),
  ]);
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
    proves_by: ofProvider ? 'provider' : auth.external ? 'keystone' : 'password',
    cloud: { name: cloud.name, simulated: cloud.simulation !== undefined, suspends: suspends(cloud) },
  };
}
