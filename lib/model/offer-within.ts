import type { EnvironmentModel } from './environment';
import type { Offer } from './service-type';

/** What the cloud offers to an environment: the addresses that its machines get are those of its own network. */
export function offerWithin(
  offer: Offer,
  { network }: { network?: Pick<NonNullable<EnvironmentModel['network']>, 'cidr'> | undefined },
): Offer {
  if (!network) return offer;
  const { network: _, ...rest } = offer;
  return network.cidr === null ? rest : { ...rest, network: { cidr: network.cidr } };
}
