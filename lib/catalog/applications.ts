import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { EnvironmentModel, Service } from '@/lib/model/environment';
import type { ServiceType } from '@/lib/model/service-type';
import type { CatalogPackage } from './catalog-package';
import { applicationSource, type PlannedMachine } from './formats/muranopl/applications';
import { digestOfSet } from './package-digest';
import type { PackageReader } from './reading/package-readers';
import { byName, requirementsOf } from './requirements';

/** A package with the digest of its content. */
export interface DigestedPackage {
  digest: string;
  pack: CatalogPackage;
}

/** What services of packages that are known together are, and what they will have. */
export interface CatalogApplications {
  /** Every service type, package by package. */
  serviceTypes(packages: readonly DigestedPackage[]): Promise<ServiceType[]>;
  /**
   * The machines that a service asks for; null when its units are those that it lists itself, or its form makes nothing
   * of its answers.
   */
  machinesOf(
    packages: readonly DigestedPackage[],
    service: Service,
    model: EnvironmentModel,
  ): Promise<readonly PlannedMachine[] | null>;
}

/** Applications whose service types are kept. */
const MOST_APPLICATIONS = 256;
/** Services whose machines are kept. */
const MOST_SERVICES = 512;
/** When an application that took more than it may is asked again, in milliseconds. */
const RETRY_AFTER_MS = 10 * 60_000;

/**
 * Applications in MuranoPL are asked by a reader, beside the server: reading classes together with what they extend, and
 * evaluating a form, runs what anybody has written. Each application is asked with what it requires and nothing else: one
 * that takes too long is without its form, and its neighbours are as they were. What was answered is kept under the
 * digests of what it was answered from.
 *
 * @param brought names of the packages that MuranoPL brings along
 */
export function createCatalogApplications(reader: PackageReader, brought: ReadonlySet<string>): CatalogApplications {
  const types = new LRUCache<string, Promise<readonly ServiceType[] | null>>({ max: MOST_APPLICATIONS });
  const machines = new LRUCache<string, Promise<readonly PlannedMachine[] | null>>({ max: MOST_SERVICES });

  function typesOf(asked: KeyedSource): Promise<readonly ServiceType[] | null> {
    const known = types.get(asked.key);
    if (known) return known;
    const answer = reader.application(asked).then((said) => (said?.kind === 'types' ? said.types : null));
    types.set(asked.key, answer);
    answer.then(
      (found) => {
        if (found === null) types.set(asked.key, answer, { ttl: RETRY_AFTER_MS });
      },
      () => types.delete(asked.key),
    );
    return answer;
  }

  /** An application with what it requires, and a name for these contents. */
  function askedFor(pack: CatalogPackage, packages: readonly DigestedPackage[]): KeyedSource {
    const all = packages.map((one) => one.pack);
    const needed = byName([...requirementsOf(pack, all)].filter((one) => one !== pack));
    const digestOf = (wanted: CatalogPackage) => packages.find((one) => one.pack === wanted)?.digest ?? '';
    return {
      key: `${digestOf(pack)} ${digestOfSet(needed.map(digestOf))}`,
      source: applicationSource(pack, needed, brought),
    };
  }

  return {
    serviceTypes: async (packages) => {
      const found = await Promise.all(
        packages.map(async ({ pack }) => {
          if (pack.classes.length === 0) return pack.serviceTypes;
          return (await typesOf(askedFor(pack, packages))) ?? pack.serviceTypes;
        }),
      );
      return found.flat();
    },
    machinesOf: async (packages, service, model) => {
      const owner = packages.find(({ pack }) => pack.classes.includes(service.type));
      if (!owner) return null;
      const asked = askedFor(owner.pack, packages);
      const type = (await typesOf(asked))?.find((one) => one.type === service.type);
      if (!type?.units.managed) return null;
      const key = serviceKey(asked.key, service, model);
      const known = machines.get(key);
      if (known) return known;
      const answer = reader
        .application({ ...asked, about: { service, model } })
        .then((said) => (said?.kind === 'machines' ? said.machines : null));
      machines.set(key, answer);
      answer.catch(() => machines.delete(key));
      return answer;
    },
  };
}

interface KeyedSource {
  key: string;
  source: ReturnType<typeof applicationSource>;
}

/** Tells the answers of a service, and the services that they may name. */
function serviceKey(application: string, service: Service, { services }: EnvironmentModel): string {
  const named = services.map(({ id, name }) => [id, name]);
  return createHash('sha256')
    .update(JSON.stringify([application, service, named]))
    .digest('hex');
}
