import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { EnvironmentModel, Service } from '@/lib/model/environment';
import type { ServiceType } from '@/lib/model/service-type';
import type { CatalogPackage } from './catalog-package';
import { type AnswersOutcome, applicationSource } from './formats/muranopl/applications';
import type { ApplicationAnswer, QuestionAboutApplication } from './formats/muranopl/ask-application';
import { typesWithMachines } from './machines';
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
  /**
   * Every service type, package by package.
   *
   * @param further other versions that these require
   */
  serviceTypes(packages: readonly DigestedPackage[], further?: readonly DigestedPackage[]): Promise<ServiceType[]>;
  /** What the answers of a service come to; its machines are null when its units are those that it lists itself, too. */
  outcomeOf(packages: readonly DigestedPackage[], service: Service, model: EnvironmentModel): Promise<AnswersOutcome>;
  /**
   * Asks about a class of a package, or of the packages that MuranoPL brings along (`pack` null).
   *
   * @returns null when it took more than it may
   */
  ask(
    packages: readonly DigestedPackage[],
    pack: CatalogPackage | null,
    about: QuestionAboutApplication,
  ): Promise<ApplicationAnswer | null>;
}

/** Applications whose service types are kept. */
const MAX_APPLICATIONS = 256;
/** Services of which is kept what their answers come to. */
const MAX_SERVICES = 512;
/** When an application that took more than it may is read again, in milliseconds: doubled with each time in a row. */
const FIRST_RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 10 * 60_000;

/**
 * Applications in MuranoPL are asked by a reader, beside the server: reading classes together with what they extend, and
 * evaluating a form, runs what anybody has written. Each application is asked with what it requires and nothing else: one
 * that takes too long is without its form, and its neighbours are as they were. What was answered is kept under the
 * digests of what it was answered from.
 *
 * @param brought names of the packages that MuranoPL brings along
 */
export function createCatalogApplications(reader: PackageReader, brought: ReadonlySet<string>): CatalogApplications {
  const types = new LRUCache<string, Promise<readonly ServiceType[] | null>>({ max: MAX_APPLICATIONS });
  const outcomes = new LRUCache<string, Promise<AnswersOutcome>>({ max: MAX_SERVICES });
  const retries = new LRUCache<string, number>({ max: MAX_APPLICATIONS });

  function typesOf(asked: KeyedSource): Promise<readonly ServiceType[] | null> {
    const known = types.get(asked.key);
    if (known) return known;
    const answer = reader.application(asked).then((said) => (said?.kind === 'types' ? said.types : null));
    types.set(asked.key, answer);
    answer.then(
      (found) => {
        if (found !== null) return;
        const ttl = retries.get(asked.key) ?? FIRST_RETRY_MS;
        types.set(asked.key, answer, { ttl });
        retries.set(asked.key, Math.min(2 * ttl, LONGEST_RETRY_MS));
      },
      () => types.delete(asked.key),
    );
    return answer;
  }

  /** An application with what it requires, and a name for these contents. */
  function askedFor(pack: CatalogPackage, packages: readonly DigestedPackage[]): KeyedSource {
    const all = packages.map((one) => one.pack);
    const needed = byName([...requirementsOf(pack, all)]);
    const digestOf = (wanted: CatalogPackage) => packages.find((one) => one.pack === wanted)?.digest ?? '';
    return {
      key: `${digestOf(pack)} ${digestOfSet(needed.map(digestOf))}`,
      source: applicationSource(pack, needed, brought),
    };
  }

  return {
    serviceTypes: async (packages, further = []) => {
      const found = await Promise.all(
        packages.map(async ({ pack }) => {
          if (pack.classes.length === 0)
            return typesWithMachines(
              pack,
              [...packages, ...further].map((one) => one.pack),
            );
          return (await typesOf(askedFor(pack, [...packages, ...further]))) ?? unread(pack.serviceTypes);
        }),
      );
      return found.flat();
    },
    outcomeOf: async (packages, service, model) => {
      const owner = packages.find(({ pack }) => pack.classes.includes(service.type));
      if (!owner) return NO_OUTCOME;
      const asked = askedFor(owner.pack, packages);
      const type = (await typesOf(asked))?.find((one) => one.type === service.type);
      if (!type) return NO_OUTCOME;
      const key = serviceKey(asked.key, service, model);
      const known = outcomes.get(key);
      if (known) return known;
      const answer = reader.application({ ...asked, about: { service, model } }).then((said): AnswersOutcome => {
        if (said?.kind !== 'outcome') return NO_OUTCOME;
        return { problems: said.problems, machines: type.units.managed ? said.machines : null };
      });
      outcomes.set(key, answer);
      answer.catch(() => outcomes.delete(key));
      return answer;
    },
    ask: (packages, pack, about) =>
      reader.application({ ...(pack ? askedFor(pack, packages) : THE_LIBRARY_ALONE), about }),
  };
}

/** Service types of an application that could not be read in time. */
function unread(types: readonly ServiceType[]): ServiceType[] {
  return types.map((type) => ({ ...type, formUnread: true }));
}

/** Of a service that no form has made. */
const NO_OUTCOME: AnswersOutcome = { machines: null, problems: [] };

/** No application: the packages that MuranoPL brings along, by themselves. */
const THE_LIBRARY_ALONE: KeyedSource = {
  key: 'library',
  source: {
    pack: { name: '', version: '', type: 'Library', title: '', description: '', categories: [], tags: [], classes: [] },
    objects: [],
  },
};

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
