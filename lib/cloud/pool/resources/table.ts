import type { ResourceType } from '@/lib/cloud/embedded/resources/resource-type';
import { RESOURCE_TYPES } from '@/lib/cloud/embedded/resources/table';
import { waitCondition as simulatedWaitCondition } from '@/lib/cloud/embedded/resources/wait-condition';
import { port } from './port';
import { REFUSED_TYPES } from './refused';
import { server } from './server';

/** Nobody signals: user data is for machines that start for the first time. */
const waitCondition: ResourceType = { ...simulatedWaitCondition, completed: async () => null };

/** Every type of resource of a pool: what the engine keeps by itself, a server for each machine, and what is refused. */
export const POOL_TYPES: ReadonlyMap<string, ResourceType> = new Map([
  ...RESOURCE_TYPES,
  ...[server, port, waitCondition, ...REFUSED_TYPES].map((type) => [type.type, type] as const),
]);
