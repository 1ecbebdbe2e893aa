import { isObject, type JsonObject } from '@/lib/model/json';
import type { NetworkView } from '@/lib/ports/cloud/cloud';
import type { OpenStackProject } from './project';
import { textOf } from './service';

/** The networks of a project as Neutron shows them now. */
export async function networksOf({ network }: OpenStackProject): Promise<NetworkView> {
  const [networks, subnets, ports, extensions, routers] = await Promise.all(
    (['networks', 'subnets', 'ports', 'extensions', 'routers'] as const).map((key) => network.list(`/${key}`, key)),
  );
  const leading = (routers ?? []).flatMap((router) => {
    const gateway = gatewayOf(router);
    return gateway === null ? [] : [[textOf(router.id), gateway] as const];
  });
  const nameServers = (subnets ?? []).flatMap(({ dns_nameservers: servers }) =>
    Array.isArray(servers) ? servers : [],
  );
  return {
    networks: networks ?? [],
    subnets: subnets ?? [],
    ports: ports ?? [],
    extensions: extensions ?? [],
    // one that leads outside is what new networks are for
    defaultRouter: leading[0]?.[0] ?? null,
    externalNetworks: Object.fromEntries(leading),
    nameServers: [...new Set(nameServers.map(String))],
  };
}

function gatewayOf({ external_gateway_info: info }: JsonObject): string | null {
  return (isObject(info) && textOf(info.network_id)) || null;
}
