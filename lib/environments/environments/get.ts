import { countMachines } from '@/lib/db/machines';
import { rehearsalIn } from '@/lib/db/rehearsals';
import type { EnvironmentDetailView } from '@/lib/model/views';
import type { ReadAddress } from '../access/read-address';
import { visibleEnvironment } from '../access/visible';
import { requireRole, type UseCaseCall } from '../context';
import { rehearsalView } from '../rehearsals/view';
import { readSession, servicesOf } from '../services/read';
import { environmentView, presentOf } from './view';

/**
 * An environment with its services (guide, table 4.8): those deployed or, with one's own session, its
 * draft. While it deploys, they are shown as reached so far.
 *
 * @throws forbidden `other_tenant`, `session_of_another_user`; not_found `environment_not_found`, `session_not_found`
 */
export async function getEnvironment({ ctx, input }: UseCaseCall<ReadAddress>): Promise<EnvironmentDetailView> {
  requireRole(ctx, 'reader');
  const [environment, session] = await Promise.all([
    visibleEnvironment(ctx, input.environmentId),
    readSession(ctx, input),
  ]);
  const [services, machines, rehearsal] = await Promise.all([
    servicesOf(ctx, environment, session),
    environment.deployedStatus === 'nothing' ? null : countMachines(ctx.db, environment.id),
    rehearsalIn(ctx.db, environment.id),
  ]);
  const { network, region } = environment.model;
  return {
    ...environmentView(environment),
    ...presentOf(environment, machines, ctx.actor.userId),
    services,
    ...(network ? { network } : {}),
    ...(region === undefined ? {} : { region }),
    ...(rehearsal ? { rehearsal: rehearsalView(rehearsal) } : {}),
  };
}
