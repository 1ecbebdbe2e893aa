import { floatingIp, floatingIpAssociation } from './floating-ip';
import { keyPair } from './key-pair';
import { healthMonitor, listener, loadBalancer, pool, poolMember } from './load-balancer';
import { net, router, routerInterface, subnet } from './network';
import { port } from './port';
import { randomString } from './random-string';
import type { ResourceType } from './resource-type';
import { securityGroup } from './security-group';
import { server } from './server';
import { serverGroup } from './server-group';
import { SOFTWARE_TYPES } from './software';
import { cloudConfig, multipartMime } from './software-config';
import { value } from './value';
import { volume, volumeAttachment } from './volume';
import { waitCondition, waitConditionHandle } from './wait-condition';

/** Every resource type of the embedded cloud; a new one is one file and one line here. */
export const RESOURCE_TYPES: ReadonlyMap<string, ResourceType> = new Map(
  [
    server,
    serverGroup,
    volume,
    volumeAttachment,
    keyPair,
    net,
    subnet,
    router,
    routerInterface,
    port,
    securityGroup,
    floatingIp,
    floatingIpAssociation,
    loadBalancer,
    listener,
    pool,
    poolMember,
    healthMonitor,
    randomString,
    value,
    ...SOFTWARE_TYPES,
    cloudConfig,
    multipartMime,
    waitConditionHandle,
    waitCondition,
  ].map((type) => [type.type, type]),
);
