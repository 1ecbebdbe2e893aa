import { refusedTypes } from '@/lib/cloud/kernel/resources/refused-types';
import type { ResourceType } from '@/lib/cloud/kernel/resources/resource-type';

const NETWORKS =
  'Networks, subnets and routers cannot be made: these are servers that are there, in the networks that they are in. Let machines join the network "private".';
const FLOATING = 'Floating addresses cannot be given out: servers that are there keep the addresses that they have.';
const VOLUMES = 'Volumes cannot be made: servers that are there have the disks that they have.';
const BALANCERS =
  'Load balancers cannot be made: let a service bring one as a machine of its own, or put one of yours in front.';
const KEYS = 'Key pairs cannot be put on servers that are there: whoever keeps them says who may sign in.';

/** What given iron cannot be, with the words for whoever asks for it. */
const REFUSED: Readonly<Record<string, string>> = {
  'OS::Neutron::Net': NETWORKS,
  'OS::Neutron::Subnet': NETWORKS,
  'OS::Neutron::Router': NETWORKS,
  'OS::Neutron::RouterInterface': NETWORKS,
  'OS::Neutron::FloatingIP': FLOATING,
  'OS::Neutron::FloatingIPAssociation': FLOATING,
  'OS::Cinder::Volume': VOLUMES,
  'OS::Cinder::VolumeAttachment': VOLUMES,
  'OS::Octavia::LoadBalancer': BALANCERS,
  'OS::Octavia::Listener': BALANCERS,
  'OS::Octavia::Pool': BALANCERS,
  'OS::Octavia::PoolMember': BALANCERS,
  'OS::Octavia::HealthMonitor': BALANCERS,
  'OS::Nova::KeyPair': KEYS,
};

/** Types that are known, so that one is told why there is none of them here and not that they are unknown. */
export const REFUSED_TYPES: readonly ResourceType[] = refusedTypes(REFUSED);
