import { newId } from '@/lib/crypto';
import { insertEnvironment } from '@/lib/db/environment-inserts';
import type { NewEvent } from '@/lib/model/event';
import type { EnvironmentView } from '@/lib/model/views';
import { auditOf, type Context, requireRole, type UseCaseCall } from '../context';
import { chooseNetwork, type NetworkChoice } from './choose-network';
import { environmentName, nameTakenError } from './name';
import { environmentView } from './view';

/**
 * Creates an environment without services, version 0 (guide, table 4.4).
 *
 * @param input `network`: of its machines; absent: the one of the installation
 * @throws forbidden `role_too_low`; invalid_input; conflict `environment_name_taken`; as `chooseNetwork`
 */
export async function createEnvironment({
  ctx,
  input,
}: UseCaseCall<{ name: string; network?: NetworkChoice }>): Promise<EnvironmentView> {
  requireRole(ctx, 'member');
  const name = environmentName(input.name);
  const network = input.network && (await chooseNetwork(ctx, input.network));
  const id = newId();
  const details = { name, ...(network ? { network: network.name } : {}) };
  const audit = auditOf(ctx, 'environment.create', 'environment', id, details);
  const { tenantId, userId } = ctx.actor;
  const environment = { id, tenantId, userId, name, ...(network ? { network } : {}) };
  const made = await insertEnvironment(ctx.db, environment, environmentCreated(ctx, environment), audit);
  if (!made) throw nameTakenError(name);
  return environmentView(made);
}

/** The first event of an environment. */
export function environmentCreated({ actor }: Context, { id, name }: { id: string; name: string }): NewEvent {
  return {
    kind: 'environment.created',
    entity: 'environment',
    entityId: id,
    text: `${actor.userName} created the environment`,
    data: { name },
  };
}
