import path from 'node:path';
import type { LoadedPackages, ObjectPackage, PackageSource } from '@/lib/conductor/ports';
import { errors } from '@/lib/errors';
import { type Package, readPackage } from '@/lib/formats/package/package';
import { describeProblem, type PackageProblem } from '@/lib/formats/yaml/read-yaml';
import type { EnvironmentModel } from '@/lib/model/environment';
import { isObjectEntry } from '@/lib/model/object-entry';
import type { ServiceType } from '@/lib/model/service-type';
import type { Icon } from './icon';
import {
  classTypes,
  isObjectManifest,
  type ObjectPackageReader,
  objectPackagesFor,
  type ReadObjectPackage,
} from './object-packages';
import { packageFolders, readFiles, textsOf } from './read-folder';
import { inOrder, linkProblems } from './requirements';
import { loadTemplates, type ShippedTemplate } from './templates';

/** The packages a tenant may use. */
export interface Catalog extends PackageSource {
  /** every service type, by title */
  serviceTypes(tenantId: string): Promise<ServiceType[]>;
  serviceType(tenantId: string, type: string): Promise<ServiceType | null>;
  /** the icon of a service type or a class; null for an unknown one */
  logo(type: string): Promise<Icon | null>;
  /** the templates of environments that ship with the packages and fit them */
  templates: readonly ShippedTemplate[];
  /** why other templates are left out: the service type that is missing, the property that is wrong */
  unfitTemplates: readonly PackageProblem[];
  /**
   * What the service types of a model need: workflows of required libraries first, then by package name;
   * templates and scripts by name. Libraries are always there: one that set machines up must also be able
   * to clean up once the last service is gone.
   *
   * @throws not_found `service_type_not_found` for a service whose type no package describes
   */
  forModel(tenantId: string, model: EnvironmentModel): Promise<LoadedPackages>;
}

export interface CatalogOptions {
  /** asks the language whether workflows mean something; its problems count like others */
  checkWorkflows?: (workflows: LoadedPackages['workflows']) => PackageProblem[];
  /** reads packages written in MuranoPL; without it a catalog may have none */
  readObjects?: ObjectPackageReader;
  /** folder of the packages that MuranoPL brings along */
  libraryDirectory?: string;
}

/**
 * Reads every package folder of a directory once; the catalog answers from memory.
 *
 * @throws invalid_input `packages_invalid` with one field per problem (`file:line path`), when anything in
 *   any package is wrong
 */
export async function loadCatalog(directory: string, options: CatalogOptions = {}): Promise<Catalog> {
  const packages: Package[] = [];
  const problems: PackageProblem[] = [];
  const objects: ReadObjectPackage[] = [];
  const { readObjects, libraryDirectory } = options;
  const library = readObjects && libraryDirectory ? await readLibrary(libraryDirectory, readObjects, problems) : [];
  for (const folder of await packageFolders(directory)) {
    const files = await readFiles(path.join(directory, folder));
    const manifest = files.get('manifest.yaml');
    if (readObjects && manifest && isObjectManifest(new TextDecoder().decode(manifest))) {
      const found = readObjects(files, folder);
      problems.push(...found.problems);
      if (found.package) objects.push(found.package);
      continue;
    }
    const read = readPackage(textsOf(files), folder);
    problems.push(...read.problems);
    if (read.package) packages.push(read.package);
  }
  // a package that could not be read would look missing to those that require it
  if (problems.length === 0) problems.push(...linkProblems(packages));
  if (problems.length === 0) {
    problems.push(...(options.checkWorkflows?.(inOrder(packages).flatMap(({ workflows }) => workflows)) ?? []));
  }
  if (problems.length > 0) throw invalidPackages(problems);
  const loaded = await loadTemplates(
    directory,
    packages.flatMap(({ serviceType }) => serviceType ?? []),
  );
  if (loaded.problems.length > 0) throw invalidPackages(loaded.problems);
  return { ...catalogOf(packages, objects, library), templates: loaded.templates, unfitTemplates: loaded.unfit };
}

/** A catalog of packages that are known to fit together. */
function catalogOf(
  packages: Package[],
  objects: readonly ReadObjectPackage[],
  library: readonly ObjectPackage[],
): Omit<Catalog, 'templates' | 'unfitTemplates'> {
  const types = packages
    .flatMap(({ serviceType }) => serviceType ?? [])
    .concat(classTypes(objects))
    .sort((a, b) => a.title.localeCompare(b.title, 'en'));
  const owner = (type: string) => packages.find(({ serviceType }) => serviceType?.type === type);
  const libraries = packages.filter(({ manifest }) => manifest.Type === 'Library');
  return {
    library: async () => library,
    serviceTypes: async () => types,
    serviceType: async (_tenantId, type) => types.find((known) => known.type === type) ?? null,
    logo: async (type) => {
      const body = owner(type)?.logo;
      if (body) return { contentType: 'image/svg+xml; charset=utf-8', body };
      return objects.find(({ classes }) => classes.includes(type))?.icon ?? null;
    },
    forModel: async (_tenantId, model) => {
      const used = model.services
        .filter((service) => !isObjectEntry(service))
        .map((service) => {
          const found = owner(service.type);
          if (found) return found;
          throw errors.notFound(
            'service_type_not_found',
            `The catalog has no package for the type "${service.type}" of the service "${service.name}".`,
          );
        });
      const needObjects = objectPackagesFor(
        model,
        objects,
        library.map(({ name }) => name),
      );
      const hasObjects = model.services.some(isObjectEntry) || model.state?.objects !== undefined;
      const needed = inOrder(packages).filter((candidate) => used.includes(candidate) || libraries.includes(candidate));
      return {
        workflows: needed.flatMap(({ workflows }) => workflows),
        stackTemplates: Object.assign({}, ...needed.map(({ stackTemplates }) => stackTemplates)),
        planTemplates: Object.assign({}, ...needed.map(({ planTemplates }) => planTemplates)),
        scripts: Object.assign({}, ...needed.map(({ scripts }) => scripts)),
        ...(hasObjects ? { objects: needObjects } : {}),
      };
    },
  };
}

async function readLibrary(
  directory: string,
  read: ObjectPackageReader,
  problems: PackageProblem[],
): Promise<ObjectPackage[]> {
  const found: ObjectPackage[] = [];
  for (const folder of await packageFolders(directory)) {
    const one = read(await readFiles(path.join(directory, folder)), folder);
    problems.push(...one.problems);
    if (one.package) found.push(one.package);
  }
  return found;
}

function invalidPackages(problems: PackageProblem[]) {
  const count = problems.length === 1 ? 'One problem' : `${problems.length} problems`;
  const list = problems.map((problem) => `\n  ${describeProblem(problem)}`).join('');
  return errors.invalidInput(
    `${count} in the catalog:${list}`,
    problems.map(({ file, line, path: at, code, sentence }) => ({
      path: [line === undefined ? file : `${file}:${line}`, at].filter(Boolean).join(' '),
      code,
      sentence,
    })),
    { code: 'packages_invalid' },
  );
}
