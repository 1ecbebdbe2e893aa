import type { PackageStore, StoredPackage } from '@/lib/db/packages';
import type { PackageGuide } from '@/lib/formats/guide/guide-file';
import type { PackageProblem } from '@/lib/formats/yaml/read-yaml';
import { type ClassConfigs, mergedConfigs, type PackageConfiguration } from '@/lib/model/class-configs';
import type { EnvironmentModel, Service } from '@/lib/model/environment';
import { isFormEntry } from '@/lib/model/object-entry';
import type { LockedPackage, PackageLock } from '@/lib/model/package-lock';
import type { ServiceType } from '@/lib/model/service-type';
import type { PackageSource } from '@/lib/ports/conductor';
import { createCatalogApplications } from './applications';
import type { CatalogPackage, CatalogVersion } from './catalog-package';
import { askClass, type ClassAddress, type ClassAnswer, type QuestionAboutClass } from './classes';
import type { AnswersOutcome } from './formats/muranopl/applications';
import type { DescribedClasses } from './formats/muranopl/describe-classes';
import type { Icon } from './icon';
import type { BuiltInPackage } from './library';
import { completeLock } from './lock';
import { readContent } from './package-cache';
import type { DigestedFiles } from './package-digest';
import { createInPlaceReader, type PackageReader, type ReadPackage } from './reading/package-readers';
import { inOrder } from './requirements';
import { createResolver } from './resolve';
import { createServiceTypes } from './service-types';
import type { ShippedTemplate } from './templates';
import { createTenantPackages, packsOf } from './tenant-packages';

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
  const brought = new Map(library.map(({ name, version }) => [name, version]));
  const builtIn = new Map(
    library.map(({ name, version, digest }): [string, LockedPackage] => [name, { version, digest, builtIn: true }]),
  );
  const applications = createCatalogApplications(reader, new Set(brought.keys()));
  const packages = createTenantPackages({ store, reader, extensionsOn });
  const { all, newest, further, read } = packages;
  const serviceTypes = createServiceTypes(packages, applications);

  return {
    templates,
    unfitTemplates,
    brought,
    serviceTypes,
    serviceType: async (tenantId, type, lock) =>
      (await serviceTypes(tenantId, lock)).find((known) => known.type === type) ?? null,
    outcomeOf: async (tenantId, service, model) =>
      isFormEntry(service)
        ? applications.outcomeOf(await packages.complete(tenantId, model.packages), service, model)
        : { machines: null, problems: [] },
    guides: async (tenantId, lock) =>
      inOrder(packsOf(await packages.versionsBy(tenantId, lock))).flatMap(({ guide }) => guide ?? []),
    logo: async (tenantId, type, lock) => {
      const owner = packsOf(await packages.versionsBy(tenantId, lock)).find(({ serviceTypes: own, classes }) =>
        [...own.map((one) => one.type), ...classes].includes(type),
      );
      return owner?.icon ?? null;
    },
    askClass: async (tenantId, which, about) =>
      askClass({ newest: await newest(tenantId), applications, brought }, which, about),
    documentation: async (tenantId, name, lock) => {
      const found = await packages.complete(tenantId, lock);
      const pack = found.find(({ digest }) => digest === lock[name]?.digest)?.pack;
      if (!pack || pack.classes.length === 0) return NO_CLASSES;
      const answer = await applications.ask(found, pack, { documentation: true });
      return answer?.kind === 'documentation' ? answer : null;
    },
    classConfigs: async (tenantId) => mergedConfigs(classConfigs.files, ...(await classConfigs.stored(tenantId))),
    configFiles: classConfigs.files,
    configuration: async (tenantId, pack, values) => {
      if (pack.classes.length === 0) return { classes: [], problems: [] };
      const answer = await applications.ask(await packages.complete(tenantId), pack, { configuration: values });
      return answer?.kind === 'configuration' ? answer : null;
    },
    versions: packages.versions,
    newest,
    files: (digest) => store.files(digest),
    read,
    unpack: reader.unpack,
    furtherVersions: async (tenantId, packs) => packsOf(await further(tenantId, packs)),
    check: (files, label) => readContent(reader, files, label),
    checkTogether: reader.checkTogether,
    lock: async (tenantId, model, before) => {
      const [found, stored, isOn] = await Promise.all([newest(tenantId), all(), extensionsOn(tenantId)]);
      const beside = await further(tenantId, packsOf(found));
      return completeLock({ model, before, newest: found, further: beside, stored, builtIn, read, isOn });
    },
    resolve: createResolver(packages, brought),
    forget: packages.forget,
  };
}
