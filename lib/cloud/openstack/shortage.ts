import { isObject, type JsonObject } from '@/lib/model/json';
import type { ResourceForecast, StackRefusal } from '@/lib/ports/cloud/cloud';
import { BLOCK_STORAGE, type OpenStackProject } from './project';
import { numberOf } from './service';

/** How much of something there is; a limit below zero is none. */
interface Share {
  used: number;
  limit: number;
}

/** Neutron's names of what it counts, by type of resource. */
const COUNTED: Readonly<Record<string, { key: string; what: string }>> = {
  'OS::Neutron::Port': { key: 'port', what: 'ports' },
  'OS::Neutron::Net': { key: 'network', what: 'networks' },
  'OS::Neutron::Subnet': { key: 'subnet', what: 'subnets' },
  'OS::Neutron::Router': { key: 'router', what: 'routers' },
  'OS::Neutron::FloatingIP': { key: 'floatingip', what: 'floating addresses' },
  'OS::Neutron::SecurityGroup': { key: 'security_group', what: 'security groups' },
};
const VOLUME = 'OS::Cinder::Volume';

/**
 * What new resources need beyond the quotas of Neutron and Cinder; machines, processors and memory are in the offer.
 *
 * @param created resources that are not there yet
 * @returns the first quota that does not suffice, as a refusal in words; null when all do, or none is told
 */
export async function shortageOf(
  project: OpenStackProject,
  created: readonly Pick<ResourceForecast, 'name' | 'type' | 'after'>[],
): Promise<StackRefusal | null> {
  const counted = created.filter(({ type }) => type in COUNTED);
  const volumes = created.filter(({ type }) => type === VOLUME);
  const session = await project.keystone.session();
  const network = counted.length > 0 ? await networkShares(project, session.projectId) : {};
  for (const [type, { key, what }] of Object.entries(COUNTED)) {
    const refused = refusalOf(
      created.filter((one) => one.type === type),
      network[key],
      what,
    );
    if (refused) return refused;
  }
  if (volumes.length === 0 || !session.offers(...BLOCK_STORAGE.types)) return null;
  const { volumes: count, gigabytes } = await volumeShares(project);
  const size = volumes.reduce((sum, { after }) => sum + Number(after?.size ?? 0), 0);
  return refusalOf(volumes, count, 'volumes') ?? refusalOf(volumes, gigabytes, 'GB of volumes', size);
}

function refusalOf(
  created: readonly Pick<ResourceForecast, 'name' | 'type'>[],
  share: Share | undefined,
  what: string,
  needed = created.length,
): StackRefusal | null {
  const [first] = created;
  if (!first || !share || share.limit < 0 || share.used + needed <= share.limit) return null;
  const left = Math.max(share.limit - share.used, 0);
  const reason = `This needs ${needed} more ${what}, but the quota of the project leaves ${left} of ${share.limit}.`;
  return { ok: false, status: 'QUOTA_EXCEEDED', resource: first.name, resourceType: first.type, reason };
}

/** What of Neutron's a project uses, by Neutron's names; nothing where its cloud tells that to administrators alone. */
export async function networkShares(
  { network }: Pick<OpenStackProject, 'network'>,
  projectId: string,
): Promise<Record<string, Share>> {
  const answer = await network.call('GET', `/quotas/${projectId}/details.json`);
  // some clouds tell it to administrators alone: then Neutron itself refuses what is too much
  const quota = answer.status === 200 && isObject(answer.body.quota) ? answer.body.quota : {};
  const shares = Object.entries(quota).flatMap(([key, said]): [string, Share][] => {
    if (!isObject(said)) return [];
    const reserved = numberOf(said.reserved) ?? 0;
    return [[key, { used: (numberOf(said.used) ?? 0) + reserved, limit: numberOf(said.limit) ?? -1 }]];
  });
  return Object.fromEntries(shares);
}

async function volumeShares({ volumes }: OpenStackProject): Promise<Record<'volumes' | 'gigabytes', Share>> {
  const limits = (await volumes.read('/limits'))?.limits;
  const absolute: JsonObject = isObject(limits) && isObject(limits.absolute) ? limits.absolute : {};
  const share = (used: string, limit: string): Share => ({
    used: numberOf(absolute[used]) ?? 0,
    limit: numberOf(absolute[limit]) ?? -1,
  });
  return {
    volumes: share('totalVolumesUsed', 'maxTotalVolumes'),
    gigabytes: share('totalGigabytesUsed', 'maxTotalVolumeGigabytes'),
  };
}
