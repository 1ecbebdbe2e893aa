import { newId } from '@/lib/crypto';
import { insertEnvironment } from '@/lib/db/environment-inserts';
import type { NewEvent } from '@/lib/model/event';
import type { JsonObject } from '@/lib/model/json';
import type { EnvironmentView } from '@/lib/model/views';
import { auditOf, type Context, requireRole, type UseCaseCall } from '../context';
import { chooseNetwork, type NetworkChoice } from './choose-network';
import { chooseRegion } from './choose-region';
import { environmentName, nameTakenError } from './name';
import { environmentView } from './view';

/**
 * Creates an environment without services, version 0 (guide, table 4.4).
 *
 * @param input `network`: of its machines; absent: the one of the installation; `region`: of its stacks; absent: the usual one
 * @throws forbidden `role_too_low`; invalid_input; conflict `environment_name_taken`; as `chooseRegion`, `chooseNetwork`
 */
export async function createEnvironment({
  ctx,
  input,
}: UseCaseCall<{
  name: string;
  network?: NetworkChoice;
  region?: string | null | undefined;
}>): Promise<EnvironmentView> {
  requireRole(ctx, 'member');
  const name = environmentName(input.name);
  const region = chooseRegion(ctx, input.region);
  const network = input.network && (await chooseNetwork(ctx, input.network, region));
  const id = newId();
  const details: JsonObject = { name, ...(network ? { network: network.name } : {}), ...(region ? { region } : {}) };
  const audit = auditOf(ctx, 'environment.create', 'environment', id, details);
  const { tenantId, userId } = ctx.actor;
  const environment = { id, tenantId, userId, name, ...(network ? { network } : {}), ...(region ? { region } : {}) };
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
