import { AGENT_MAKES, type AgentMake } from '@/lib/cloud/agents/agent-make';
import { isObject, type JsonObject } from '@/lib/model/json';
import type { Offer } from '@/lib/model/service-type';
import type { OpenStackProject } from './project';
import { numberOf, textOf } from './service';
import { networkShares } from './shortage';

/**
 * What a project may choose from, and how much of its quota is used. Nova counts machines, processors and memory, Neutron
 * public addresses where it tells; disks
 * of machines nobody counts (Cinder's gigabytes are those of volumes), so nothing is told of them.
 *
 * @param network name or id of the network that machines are connected to
 */
export async function offerOf(project: OpenStackProject, network: string): Promise<Offer> {
  const { nova, images } = project;
  const [flavors, found, availabilityZones, keyPairs, limits, networks, shares] = await Promise.all([
    nova.flavors(),
    images.list('/images?status=active', 'images'),
    nova.availabilityZones(),
    nova.keyPairs(),
    nova.limits(),
    networksIn(project, network),
    project.keystone.session().then(({ projectId }) => networkShares(project, projectId)),
  ]);
  const cidr = networks.usual?.cidr ?? null;
  const share = (used: string, limit: string) => ({ used: limits[used] ?? 0, limit: limits[limit] ?? -1 });
  return {
    cloud: 'openstack',
    simulated: false,
    flavors: flavors
      .map((flavor) => ({
        name: textOf(flavor.name),
        vcpus: numberOf(flavor.vcpus) ?? 0,
        memoryMb: numberOf(flavor.ram) ?? 0,
        diskGb: (numberOf(flavor.disk) ?? 0) + (numberOf(flavor['OS-FLV-EXT-DATA:ephemeral']) ?? 0),
      }))
      .sort((a, b) => a.vcpus - b.vcpus || a.memoryMb - b.memoryMb || a.name.localeCompare(b.name)),
    images: found
      .map(imageOf)
      .map(({ agent: _, ...image }) => image)
      .sort((a, b) => a.title.localeCompare(b.title)),
    availabilityZones,
    keyPairs: keyPairs.sort(),
    ...(cidr === null ? {} : { network: { cidr } }),
    ...(networks.all.length > 1 ? { networks: networks.all } : {}),
    quota: {
      machines: share('totalInstancesUsed', 'maxTotalInstances'),
      vcpus: share('totalCoresUsed', 'maxTotalCores'),
      memoryMb: share('totalRAMUsed', 'maxTotalRAMSize'),
      ...(shares.floatingip ? { publicAddresses: shares.floatingip } : {}),
      ...(shares.network ? { networks: shares.network } : {}),
    },
  };
}

/** An image, and which agent it has; null: it does not say. */
export type OpenStackImage = Offer['images'][number] & { agent: AgentMake | null };

/**
 * What an image is for stands in its property `murano_image_info`: `{"title": …, "type": "windows.2022"}`, and which agent
 * it has, where it is not the usual one: `"agent": "murano-v2"`.
 */
export function imageOf(image: JsonObject): OpenStackImage {
  const name = textOf(image.name);
  const info = parsed(textOf(image.murano_image_info));
  const type = textOf(info?.type);
  return {
    id: textOf(image.id),
    name,
    title: textOf(info?.title) || name,
    type: type || (textOf(image.os_type) === 'windows' ? 'windows' : 'linux'),
    marked: type !== '',
    agent: AGENT_MAKES.find((make) => make === info?.agent) ?? null,
  };
}

function parsed(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** The networks that machines may be on, the usual one first; those that lead outside are for public addresses. */
async function networksIn({ network }: OpenStackProject, wanted: string) {
  const [networks, subnets] = await Promise.all([
    network.list('/networks', 'networks'),
    network.list('/subnets', 'subnets'),
  ]);
  const isUsual = ({ id, name }: JsonObject) => id === wanted || name === wanted;
  const viewOf = (one: JsonObject) => {
    const own = subnets.filter((subnet) => subnet.network_id === one.id && subnet.ip_version === 4);
    return {
      ...{ id: textOf(one.id), name: textOf(one.name) || textOf(one.id), cidr: textOf(own[0]?.cidr) || null },
      subnets: own.map((subnet) => ({ id: textOf(subnet.id), name: textOf(subnet.name) || textOf(subnet.id) })),
    };
  };
  const usual = networks.find(isUsual);
  const others = networks.filter((one) => one !== usual && one['router:external'] !== true);
  return { usual: usual ? viewOf(usual) : null, all: [...(usual ? [usual] : []), ...others].map(viewOf) };
}
