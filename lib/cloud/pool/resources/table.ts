import type { ResourceType } from '@/lib/cloud/kernel/resources/resource-type';
import { SOFTWARE_DEPLOYMENT_TYPES } from '@/lib/cloud/kernel/resources/software-deployment-types';
import { STORED_TYPES } from '@/lib/cloud/kernel/resources/table';
import { port } from './port';
import { REFUSED_TYPES } from './refused';
import { server } from './server';

/** Every type of resource of a pool: what stacks keep by themselves, a server for each machine, and what is refused. */
export const POOL_TYPES: ReadonlyMap<string, ResourceType> = new Map(
  [...STORED_TYPES, server, port, ...SOFTWARE_DEPLOYMENT_TYPES, ...REFUSED_TYPES].map((type) => [type.type, type]),
);
