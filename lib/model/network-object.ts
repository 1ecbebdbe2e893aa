import type { EnvironmentNetwork } from './environment-network';
import type { JsonObject } from './json';

/** The network of an environment as an object of MuranoPL: the same one each time. */
export function networkObject(environmentId: string, { id, subnet }: EnvironmentNetwork): JsonObject {
  return {
    '?': { id: `${environmentId}-network`, type: 'io.murano.resources.ExistingNeutronNetwork' },
    internalNetworkName: id,
    internalSubnetworkName: subnet?.id ?? null,
  };
}
