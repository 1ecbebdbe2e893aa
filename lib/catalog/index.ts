import { LRUCache } from 'lru-cache';
import type { PackageStore, StoredPackage } from '@/lib/db/packages';
import type { PackageGuide } from '@/lib/formats/guide/guide-file';
import type { PackageProblem } from '@/lib/formats/yaml/read-yaml';
import { type ClassConfigs, mergedConfigs, type PackageConfiguration } from '@/lib/model/class-configs';
import type { EnvironmentModel, Service } from '@/lib/model/environment';
import { isFormEntry } from '@/lib/model/object-entry';
import {
  customOperationsOf,
  nodeTypesOf,
  operationsOf,
  UNIT_OPERATIONS,
  type UnitTypes,
} from '@/lib/model/operations/declared';
import { catalogPackages, type LockedPackage, type PackageLock } from '@/lib/model/package-lock';
import type { ServiceType } from '@/lib/model/service-type';
import type { LoadedPackages, PackageSource } from '@/lib/ports/conductor';
import { createCatalogApplications, type DigestedPackage } from './applications';
import { type AvailablePackages, availablePackages } from './available-packages';
import { type CatalogPackage, type CatalogVersion, resourcesOf } from './catalog-package';
import { askClass, type ClassAddress, type ClassAnswer, type QuestionAboutClass } from './classes';
import { withExtensions } from './extensions';
import type { AnswersOutcome } from './formats/muranopl/applications';
import type { DescribedClasses } from './formats/muranopl/describe-classes';
import type { Icon } from './icon';
import type { BuiltInPackage } from './library';
import { completeLock } from './lock';
import { typesWithMachines, withoutMachines } from './machines';
import { packageByDigest, readContent } from './package-cache';
import { type DigestedFiles, digestOfSet } from './package-digest';
import { createInPlaceReader, type PackageReader, type ReadPackage } from './reading/package-readers';
import { inOrder } from './requirements';
import type { ShippedTemplate } from './templates';

/** The packages that a tenant may use. */
export interface Catalog extends PackageSource {
  /**
   * Every service type, by title.
   *
   * @param lock of an environment: its packages in the versions that it works with, all others in their newest
   */
  serviceTypes(tenantId: string, lock?: PackageLock): Promise<ServiceType[]>;
  serviceType(tenantId: string, type: string, lock?: PackageLock): Promise<ServiceType | null>;
  /**
   * what the answers of a service come to: the machines that it will have, known by their ids, null when its units are
   * those that it lists itself; and what its form and its class refuse
   */
  outcomeOf(tenantId: string, service: Service, model: EnvironmentModel): Promise<AnswersOutcome>;
  /**
   * What packages say to people about what they do, those of a lock in its versions, all others in their newest;
   * required ones before those that require them.
   */
  guides(tenantId: string, lock?: PackageLock): Promise<PackageGuide[]>;
  /** the icon of a service type or a class, in the version of a lock or the newest; null for an unknown one */
  logo(tenantId: string, type: string, lock?: PackageLock): Promise<Icon | null>;
  /**
   * Asks about a class: its JSON schemas, or what a static method of it answers.
   *
   * @returns null when no package that the tenant may use has the class; `exceeded` when the answer took too long
   */
  askClass(tenantId: string, which: ClassAddress, about: QuestionAboutClass): Promise<ClassAnswer | null>;
  /**
   * The classes of a package as people read them, and what will hardly do what was meant.
   *
   * @param lock with the version of the package that is meant
   * @returns null when it took more time or memory than it may
   */
  documentation(tenantId: string, name: string, lock: PackageLock): Promise<DescribedClasses | null>;
  /** What operators give to properties of classes, for the runs of a tenant, secrets sealed. */
  classConfigs(tenantId: string): Promise<ClassConfigs>;
  /** the part of it that comes from files */
  configFiles: ClassConfigs;
  /**
   * What the classes of a package, in its newest version, are configured by, and what is wrong with such values.
   *
   * @returns null when it took more time or memory than it may
   */
  configuration(tenantId: string, pack: CatalogPackage, values: ClassConfigs): Promise<PackageConfiguration | null>;
  /** every version of every package, by name, the newest first */
  versions(tenantId: string): Promise<StoredPackage[]>;
  /** the version of each package that new services take, with what it says */
  newest(tenantId: string): Promise<CatalogVersion[]>;
  /** versions of the packages that are there without being asked for, by name: the core library of MuranoPL */
  brought: ReadonlyMap<string, string>;
  /**
   * Versions of required packages that are none of the given ones, where those that are given do not fit.
   *
   * @param tenantId whose packages may be taken beside everybody's; empty for those alone
   */
  furtherVersions(tenantId: string, packages: readonly CatalogPackage[]): Promise<CatalogPackage[]>;
  /** the files of a content by path; null for one that is not stored */
  files(digest: string): Promise<ReadonlyMap<string, Uint8Array> | null>;
  /** a content, by its digest */
  read(digest: string, name: string): Promise<CatalogPackage>;
  /** @see PackageReader.unpack */
  unpack: PackageReader['unpack'];
  /**
   * A package from its files, checked.
   *
   * @param label begins the file names in problems
   * @returns null with everything that is wrong
   */
  check(
    files: Pick<DigestedFiles, 'digest' | 'files'>,
    label: string,
  ): Promise<{ content: ReadPackage | null; problems: PackageProblem[] }>;
  /** What is wrong with packages that are sound each by itself, and would run together in this order. */
  checkTogether(packages: readonly CatalogPackage[]): Promise<PackageProblem[]>;
  /**
   * The lock with everything that the services of a model need, and libraries that it had: one that set machines up
   * must also be able to clean up once the last service is gone.
   *
   * @param before the document that the model comes from: what it worked with goes on
   * @throws not_found `service_type_not_found`, `class_not_found` for a service whose type no package describes;
   *   state_forbids `package_version_conflict` when a package needs another version of one that is locked
   */
  lock(tenantId: string, model: EnvironmentModel, before?: EnvironmentModel): Promise<PackageLock>;
  /** the templates of environments that ship with the packages and fit them */
  templates: readonly ShippedTemplate[];
  /** why other templates are left out: the service type that is missing, the property that is wrong */
  unfitTemplates: readonly PackageProblem[];
  /** reads anew what is stored the next time: called when that changed, in this process or another */
  forget(): void;
}

export interface CatalogOptions {
  store: PackageStore;
  /** where files of packages are read; where it is called, when left out */
  reader?: PackageReader;
  /** the packages that MuranoPL brings along */
  library?: readonly BuiltInPackage[];
  /** values for properties of classes: from files, and as they are stored; none when left out */
  classConfigs?: { files: ClassConfigs; stored(tenantId: string): Promise<readonly ClassConfigs[]> };
  /** which packages that extend others are switched on for a tenant; none when left out */
  extensionsOn?(tenantId: string): Promise<(name: string) => boolean>;
  templates?: readonly ShippedTemplate[];
  unfitTemplates?: readonly PackageProblem[];
}

const NO_CONFIGS = { files: {}, stored: async () => [] };
const NONE_ON = async () => () => false;
/** Of packages whose format has none. */
const NO_CLASSES: DescribedClasses = { classes: [], hierarchy: {}, warnings: [] };
/** Sets of packages kept loaded, and their service types: environments use few different ones. */
const MOST_LOADED = 64;
/** How long service types are kept, in milliseconds: an application that took more than it may is asked again. */
const TYPES_KEPT_MS = 5_000;

/** A catalog of what is stored; it answers from memory until it is told to forget. */
export function createCatalog({
  store,
  library = [],
  reader = createInPlaceReader(library),
  classConfigs = NO_CONFIGS,
  extensionsOn = NONE_ON,
  templates = [],
  unfitTemplates = [],
}: CatalogOptions): Catalog {
  let stored: Promise<StoredPackage[]> | null = null;
  let offers = new Map<string, Promise<CatalogVersion[]>>();
  const loaded = new LRUCache<string, Promise<LoadedPackages>>({ max: MOST_LOADED });
  const typed = new LRUCache<string, readonly ServiceType[]>({ max: MOST_LOADED, ttl: TYPES_KEPT_MS });
  const brought = new Map(library.map(({ name, version }) => [name, version]));
  const builtIn = new Map(
    library.map(({ name, version, digest }): [string, LockedPackage] => [name, { version, digest, builtIn: true }]),
  );
  const applications = createCatalogApplications(reader, new Set(brought.keys()));

  const all = () => {
    const asked = stored ?? store.list();
    stored = asked;
    asked.catch(() => {
      if (stored === asked) stored = null;
    });
    return asked;
  };
  const shelf = async (tenantId: string): Promise<AvailablePackages> => availablePackages(await all(), tenantId);
  const read = (digest: string, name: string) => packageByDigest(store, reader, digest, name);
  const readAll = (versions: readonly StoredPackage[]) =>
    Promise.all(versions.map(async (one) => ({ ...one, pack: await read(one.digest, one.name) })));

  function newest(tenantId: string): Promise<CatalogVersion[]> {
    const known = offers.get(tenantId);
    if (known) return known;
    const asked = shelf(tenantId).then((found) => readAll(found.newest));
    offers.set(tenantId, asked);
    asked.catch(() => offers.delete(tenantId));
    return asked;
  }

  /** What packages require, as far as only other versions than those among them fit; the newest of them. */
  async function further(tenantId: string, packages: readonly CatalogPackage[]): Promise<DigestedPackage[]> {
    const visible = await shelf(tenantId);
    const all = [...packages];
    const found: DigestedPackage[] = [];
    for (const pack of all) {
      for (const [name, { accepts }] of pack.requires) {
        if (all.some((one) => one.name === name && accepts(one.version))) continue;
        const fitting = visible.versions(name).find(({ version, current }) => current && accepts(version));
        if (!fitting) continue;
        const one = { digest: fitting.digest, pack: await read(fitting.digest, name) };
        found.push(one);
        all.push(one.pack);
      }
    }
    return found;
  }

  /**
   * The packages of a tenant, those that a lock names in its versions; extended by what the lock has for those that it
   * names, and for others by what is switched on.
   */
  async function versionsBy(tenantId: string, lock: PackageLock = {}): Promise<DigestedPackage[]> {
    const found = await newest(tenantId);
    const others = found.filter(({ name, digest }) => (lock[name]?.digest ?? digest) === digest);
    const locked = catalogPackages(lock).filter(
      ([name, { digest }]) => !others.some((one) => one.name === name && one.digest === digest),
    );
    const moved = await Promise.all(
      locked.map(async ([name, { digest }]) => ({ digest, pack: await read(digest, name) })),
    );
    return withWhatApplies(tenantId, [...others, ...moved], lock);
  }

  async function withWhatApplies(
    tenantId: string,
    versions: readonly DigestedPackage[],
    lock: PackageLock,
  ): Promise<DigestedPackage[]> {
    if (versions.every(({ pack }) => pack.extends === undefined)) return [...versions];
    const isOn = await extensionsOn(tenantId);
    const found = versions.filter(({ pack }) => {
      if (!pack.extends) return true;
      const { package: name } = pack.extends;
      if (lock[name]) return lock[pack.name] !== undefined;
      const target = versions.find((one) => one.pack.name === name)?.pack;
      return target !== undefined && isOn(pack.name) && pack.requires.get(name)?.accepts(target.version) === true;
    });
    const packs = withExtensions(found.map(({ pack }) => pack));
    return found.map(({ digest }, at) => ({ digest, pack: packs[at] as CatalogPackage }));
  }

  /** The same with the further versions that they require. */
  async function allBy(tenantId: string, lock?: PackageLock): Promise<DigestedPackage[]> {
    const versions = await versionsBy(tenantId, lock);
    const packages = versions.map(({ pack }) => pack);
    return [...versions, ...(await further(tenantId, packages))];
  }

  /** Libraries as they are now, where those among the packages are of a time that did not describe machines. */
  async function machineLibraries(packages: readonly CatalogPackage[]): Promise<DigestedPackage[]> {
    const names = withoutMachines(packages);
    if (names.length === 0) return [];
    const found = (await all()).filter(
      ({ name, tenantId, current }) => tenantId === '' && current && names.includes(name),
    );
    return Promise.all(found.map(async ({ digest, name }) => ({ digest, pack: await read(digest, name) })));
  }

  const packagesBy = async (tenantId: string, lock?: PackageLock) =>
    (await versionsBy(tenantId, lock)).map(({ pack }) => pack);

  async function serviceTypes(tenantId: string, lock?: PackageLock): Promise<ServiceType[]> {
    const versions = await versionsBy(tenantId, lock);
    const packages = versions.map(({ pack }) => pack);
    const makers = await machineLibraries(packages);
    const key = [...versions, ...makers].map(({ digest }) => digest).join(' ');
    const kept = typed.get(key);
    if (kept) return [...kept];
    const known = new Map<string, ServiceType>();
    const unitTypes: UnitTypes = Object.assign({}, ...packages.map((pack) => pack.content.unitTypes));
    const beside = [...(await further(tenantId, packages)), ...makers];
    for (const type of await applications.serviceTypes(versions, beside))
      if (!known.has(type.type)) known.set(type.type, withOperations(type, unitTypes));
    const types = [...known.values()].sort((a, b) => a.title.localeCompare(b.title, 'en'));
    typed.set(key, types);
    return [...types];
  }

  return {
    templates,
    unfitTemplates,
    brought,
    serviceTypes,
    serviceType: async (tenantId, type, lock) =>
      (await serviceTypes(tenantId, lock)).find((known) => known.type === type) ?? null,
    outcomeOf: async (tenantId, service, model) =>
      isFormEntry(service)
        ? applications.outcomeOf(await allBy(tenantId, model.packages), service, model)
        : { machines: null, problems: [] },
    guides: async (tenantId, lock) => inOrder(await packagesBy(tenantId, lock)).flatMap(({ guide }) => guide ?? []),
    logo: async (tenantId, type, lock) => {
      const packages = await packagesBy(tenantId, lock);
      const owner = packages.find(({ serviceTypes: own, classes }) =>
        [...own.map((one) => one.type), ...classes].includes(type),
      );
      return owner?.icon ?? null;
    },
    askClass: async (tenantId, which, about) =>
      askClass({ newest: await newest(tenantId), applications, brought }, which, about),
    documentation: async (tenantId, name, lock) => {
      const packages = await allBy(tenantId, lock);
      const pack = packages.find(({ digest }) => digest === lock[name]?.digest)?.pack;
      if (!pack || pack.classes.length === 0) return NO_CLASSES;
      const answer = await applications.ask(packages, pack, { documentation: true });
      return answer?.kind === 'documentation' ? answer : null;
    },
    classConfigs: async (tenantId) => mergedConfigs(classConfigs.files, ...(await classConfigs.stored(tenantId))),
    configFiles: classConfigs.files,
    configuration: async (tenantId, pack, values) => {
      if (pack.classes.length === 0) return { classes: [], problems: [] };
      const answer = await applications.ask(await allBy(tenantId), pack, { configuration: values });
      return answer?.kind === 'configuration' ? answer : null;
    },
    versions: async (tenantId) => {
      const visible = await shelf(tenantId);
      const names = new Set((await all()).map(({ name }) => name));
      return [...names].sort().flatMap((name) => visible.versions(name));
    },
    newest,
    files: (digest) => store.files(digest),
    read,
    unpack: reader.unpack,
    furtherVersions: async (tenantId, packages) => (await further(tenantId, packages)).map(({ pack }) => pack),
    check: (files, label) => readContent(reader, files, label),
    checkTogether: reader.checkTogether,
    lock: async (tenantId, model, before) => {
      const [packages, visible, isOn] = await Promise.all([newest(tenantId), all(), extensionsOn(tenantId)]);
      const beside = await further(
        tenantId,
        packages.map(({ pack }) => pack),
      );
      return completeLock({ model, before, newest: packages, further: beside, stored: visible, builtIn, read, isOn });
    },
    resolve: (lock) => {
      const key = digestOfSet(catalogPackages(lock).map(([, { digest }]) => digest));
      const known = loaded.get(key);
      if (known) return known;
      const asked = load(key, lock);
      loaded.set(key, asked);
      asked.catch(() => loaded.delete(key));
      return asked;
    },
    forget: () => {
      stored = null;
      offers = new Map();
    },
  };

  async function load(digest: string, lock: PackageLock): Promise<LoadedPackages> {
    const locked = await Promise.all(catalogPackages(lock).map(([name, one]) => read(one.digest, name)));
    const packages = withExtensions(locked);
    const ordered = inOrder(packages);
    const contents = ordered.map(({ content }) => content);
    const makers = (await machineLibraries(packages)).map(({ pack }) => pack);
    return {
      digest,
      workflows: ordered.flatMap(({ name, content }) => content.workflows.map((one) => ({ ...one, package: name }))),
      resources: ordered.map(resourcesOf),
      objects: contents.flatMap(({ objects }) => objects ?? []).filter(({ name }) => !brought.has(name)),
      steps: Object.assign({}, ...contents.map(({ steps }) => steps)),
      unitTypes: Object.assign({}, ...contents.map(({ unitTypes }) => unitTypes)),
      blueprints: Object.assign({}, ...contents.map(({ blueprints }) => blueprints)),
      serviceTypes: ordered.flatMap((pack) => typesWithMachines(pack, [...packages, ...makers])),
    };
  }
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
