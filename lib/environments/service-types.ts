import type { EnvironmentModel } from '@/lib/model/environment';
import type { PackageLock } from '@/lib/model/package-lock';
import type { ServiceType } from '@/lib/model/service-type';
import type { Context } from './context';

type Parts = Pick<Context, 'actor' | 'catalog'>;
type Locked = Pick<EnvironmentModel, 'packages'> | null;

/**
 * The service types that documents of one environment speak of: in the versions that they are locked to, all others in
 * their newest.
 *
 * @param documents where two lock one package, the later one decides
 */
export function typesOf({ actor, catalog }: Parts, ...documents: readonly Locked[]): Promise<ServiceType[]> {
  return catalog.serviceTypes(actor.tenantId, lockOf(documents));
}

/** Asks {@link typesOf} for many documents, of which most have the same lock: each lock is read once. */
export function typesOfMany(parts: Parts): (...documents: readonly Locked[]) => Promise<ServiceType[]> {
  const known = new Map<string, Promise<ServiceType[]>>();
  return (...documents) => {
    const digests = Object.entries(lockOf(documents)).map(([name, { digest }]) => `${name} ${digest}`);
    const key = digests.sort().join();
    const types = known.get(key) ?? typesOf(parts, ...documents);
    known.set(key, types);
    return types;
  };
}

function lockOf(documents: readonly Locked[]): PackageLock {
  return Object.assign({}, ...documents.map((document) => document?.packages ?? {}));
}
