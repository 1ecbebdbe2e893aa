import type { CatalogPackage } from '@/lib/catalog/catalog-package';
import { ApplicationForms, engineOf, type openPackages } from '@/lib/conductor/muranopl/world';
import type { EnvironmentModel, Service } from '@/lib/model/environment';
import type { ServiceType } from '@/lib/model/service-type';
import type { ObjectPackage } from '@/lib/ports/conductor';
import { classTypes, type DescribedClasses } from './class-types';

/** A package of classes with those that it needs: a class is known only together with what it extends. */
export interface ApplicationSource {
  pack: DescribedClasses;
  /** the package itself and everything that it requires, without the core library */
  objects: readonly ObjectPackage[];
}

/** A machine that a service will have. */
export type PlannedMachine = {
  /** of the object that it will be */
  id: string;
  name: string;
};

/** An application in MuranoPL: its service types, and what services of them will have. */
export interface Application {
  /** its classes, the application with its form */
  types: readonly ServiceType[];
  /** the machines that a service asks for; null when its form makes nothing of these answers */
  machinesOf(service: Service, model: EnvironmentModel): PlannedMachine[] | null;
}

/**
 * Reads the classes of a package together with those that they extend: that runs what authors wrote in forms, and takes
 * as long as they make it.
 *
 * @param library the packages that MuranoPL brings along, open
 * @throws VetroError (language) `package_invalid` when a manifest cannot be used
 */
export function applicationOf(
  { pack, objects }: ApplicationSource,
  library: ReturnType<typeof openPackages>,
): Application {
  const forms = new ApplicationForms(engineOf(objects, library));
  return {
    types: classTypes(pack, forms),
    machinesOf: (service, model) => forms.machinesOf(service, model),
  };
}

/**
 * What an application is read from.
 *
 * @param needed the packages that it requires, directly or by way of others
 * @param brought names of the packages that MuranoPL brings along
 */
export function applicationSource(
  pack: CatalogPackage,
  needed: readonly CatalogPackage[],
  brought: ReadonlySet<string>,
): ApplicationSource {
  const { name, version, type, title, description, categories, tags, classes } = pack;
  const objects = [pack, ...needed].flatMap(({ content }) => content.objects ?? []);
  return {
    pack: { name, version, type, title, description, categories, tags, classes },
    objects: objects.filter((one) => !brought.has(one.name)),
  };
}
