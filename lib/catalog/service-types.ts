import { LRUCache } from 'lru-cache';
import {
  customOperationsOf,
  nodeTypesOf,
  operationsOf,
  UNIT_OPERATIONS,
  type UnitTypes,
} from '@/lib/model/operations/declared';
import type { PackageLock } from '@/lib/model/package-lock';
import type { ServiceType } from '@/lib/model/service-type';
import type { CatalogApplications } from './applications';
import { packsOf, type TenantPackages } from './tenant-packages';

/** Sets of packages whose service types are kept: environments use few different ones. */
const MAX_SETS = 64;
/** How long service types are kept: an application that took more than it may is asked again. */
const TYPES_TTL_MS = 5_000;

/** Makes what lists the service types of a tenant, by title: those of forms and of applications, with their operations. */
export function createServiceTypes(
  { versionsBy, further, machineLibraries }: TenantPackages,
  applications: CatalogApplications,
): (tenantId: string, lock?: PackageLock) => Promise<ServiceType[]> {
  const kept = new LRUCache<string, readonly ServiceType[]>({ max: MAX_SETS, ttl: TYPES_TTL_MS });
  return async (tenantId, lock) => {
    const versions = await versionsBy(tenantId, lock);
    const packages = packsOf(versions);
    const makers = await machineLibraries(packages);
    const key = [...versions, ...makers].map(({ digest }) => digest).join(' ');
    const found = kept.get(key);
    if (found) return [...found];
    const known = new Map<string, ServiceType>();
    const unitTypes: UnitTypes = Object.assign({}, ...packages.map((pack) => pack.content.unitTypes));
    const beside = [...(await further(tenantId, packages)), ...makers];
    for (const type of await applications.serviceTypes(versions, beside))
      if (!known.has(type.type)) known.set(type.type, withOperations(type, unitTypes));
    const types = [...known.values()].sort((a, b) => a.title.localeCompare(b.title, 'en'));
    kept.set(key, types);
    return [...types];
  };
}

function withOperations(type: ServiceType, unitTypes: UnitTypes): ServiceType {
  const declared = operationsOf(unitTypes, type.package);
  const operations = UNIT_OPERATIONS.filter((name) => declared[name] !== undefined);
  const custom = Object.entries(customOperationsOf(unitTypes, type.package));
  return {
    ...type,
    ...(operations.length > 0 && { operations }),
    ...(custom.length > 0 && {
      customOperations: custom.map(([name, { title, summary, parameters }]) => ({
        name,
        title,
        summary,
        parameters: [...parameters],
      })),
    }),
    ...(Object.hasOwn(unitTypes, type.package) && { nodeTypes: nodeTypesOf(unitTypes, type.package) }),
  };
}
