import { z } from 'zod';
import type { EnvironmentModel } from './environment';

/** The network that the machines of an environment are connected to, and the subnet that its load balancers are in. */
export const EnvironmentNetworkSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    cidr: z.string().nullable().meta({ description: 'the addresses of its subnet; null where it has none' }),
    subnet: z.object({ id: z.string(), name: z.string() }).nullable(),
  })
  .meta({ id: 'EnvironmentNetwork' });
export type EnvironmentNetwork = z.infer<typeof EnvironmentNetworkSchema>;

/** The names under which templates of packages ask for networks, as OpenStack's settings give them too. */
export function networkParameters({ network }: Pick<EnvironmentModel, 'network'>): Record<string, string> {
  if (!network) return {};
  return { network: network.id, ...(network.subnet ? { load_balancer_subnet: network.subnet.id } : {}) };
}
