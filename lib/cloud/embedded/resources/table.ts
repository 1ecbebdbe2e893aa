import type { ResourceType } from '@/lib/cloud/kernel/resources/resource-type';
import { SOFTWARE_DEPLOYMENT_TYPES } from '@/lib/cloud/kernel/resources/software-deployment-types';
import { STORED_TYPES } from '@/lib/cloud/kernel/resources/table';
import { floatingIp, floatingIpAssociation } from './floating-ip';
import { keyPair } from './key-pair';
import { healthMonitor, listener, loadBalancer, pool, poolMember } from './load-balancer';
import { net, router, routerInterface, subnet } from './network';
import { port } from './port';
import { server } from './server';
import { volume, volumeAttachment } from './volume';
import { waitCondition } from './wait-condition';

/** Every resource type of the embedded cloud; a new one is one file and one line here. */
export const RESOURCE_TYPES: ReadonlyMap<string, ResourceType> = new Map(
  [
    ...STORED_TYPES,
    server,
    volume,
    volumeAttachment,
    keyPair,
    net,
    subnet,
    router,
    routerInterface,
    port,
    floatingIp,
    floatingIpAssociation,
    loadBalancer,
    listener,
    pool,
    poolMember,
    healthMonitor,
    ...SOFTWARE_DEPLOYMENT_TYPES,
    waitCondition,
  ].map((type) => [type.type, type]),
);
