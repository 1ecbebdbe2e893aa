import type { Container } from '@/lib/container/container';
import { errors } from '@/lib/errors';
import type { Cloud } from '@/lib/ports/cloud/cloud';
import type { IdentifiedAgent } from '@/lib/ports/cloud/server-pool';
import type { ApiRequest } from './request';

/** The agents of machines, whatever makes these. @throws not_found `no_server_pool` where machines have no agents of ours */
export function agentsOf({ cloud }: Pick<Container, 'cloud'>): NonNullable<Cloud['machineAgents']> {
  const found = cloud.pool ?? cloud.machineAgents;
  if (found) return found;
  throw errors.notFound('no_server_pool', 'Machines have no agents of Vetro here.');
}

/**
 * The agent that calls, by the signature of its call, which is of no user and no tenant.
 *
 * @throws not_found `no_server_pool`; as `AgentChannel.identify`
 */
export async function requireAgent(
  { headers }: Pick<ApiRequest, 'headers'>,
  parts: Pick<Container, 'cloud'>,
): Promise<IdentifiedAgent> {
  const { agents } = agentsOf(parts);
  const [, shown] = /^Bearer (\S+)$/.exec(headers.get('authorization') ?? '') ?? [];
  if (shown) return agents.identify(shown, { seesEnd: true });
  throw errors.notAuthenticated('agent_unknown', 'An agent shows a proof of its call: Authorization: Bearer …');
}
