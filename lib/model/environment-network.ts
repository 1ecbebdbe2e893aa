import { z } from 'zod';

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

/**
 * The names under which templates of packages ask for networks, as OpenStack's settings give them too.
 *
 * @param model a document; what says `network` and means something else gives none
 */
export function networkParameters({ network }: { network?: unknown }): Record<string, string> {
  const { data } = EnvironmentNetworkSchema.safeParse(network);
  if (!data) return {};
  return { network: data.id, ...(data.subnet ? { load_balancer_subnet: data.subnet.id } : {}) };
}
