import type { PackageProblem } from '@/lib/formats/yaml/read-yaml';
import { withMachines } from '@/lib/model/machine-description';
import type { ServiceType } from '@/lib/model/service-type';
import type { CatalogPackage } from './catalog-package';

/** The package that describes the machines of another; undefined where none of these does. */
function makerOf({ machinesFrom }: CatalogPackage, packages: readonly CatalogPackage[]): CatalogPackage | undefined {
  return packages.find(({ name, machines }) => machines !== undefined && name === machinesFrom?.library);
}

/**
 * The service types of a package, with what the library of their machines asks about them.
 *
 * @param packages those that it is used with; where none describes its machines, its types are as it has them itself
 */
export function typesWithMachines(pack: CatalogPackage, packages: readonly CatalogPackage[]): readonly ServiceType[] {
  const machines = makerOf(pack, packages)?.machines;
  return machines ? pack.serviceTypes.map((type) => withMachines(type, machines)) : pack.serviceTypes;
}

/** Full names of the libraries that packages leave their machines to, and that none of these packages is with a description. */
export function withoutMachines(packages: readonly CatalogPackage[]): string[] {
  const names = packages.flatMap((pack) =>
    pack.machinesFrom && !makerOf(pack, packages) ? [pack.machinesFrom.library] : [],
  );
  return [...new Set(names)];
}

/**
 * What keeps a package from getting its machines of the library that it names: the library describes none, or asks about
 * them by a name that the package asks by, too. A library that is missing is told elsewhere.
 */
export function machineProblems(pack: CatalogPackage, packages: readonly CatalogPackage[]): PackageProblem[] {
  const { machinesFrom } = pack;
  if (!machinesFrom || !packages.some(({ name }) => name === machinesFrom.library)) return [];
  const { library, at, inputs } = machinesFrom;
  const inPackage = (place: typeof at) => ({ ...place, file: `${pack.name}/${place.file}` });
  const machines = makerOf(pack, packages)?.machines;
  if (!machines) {
    const sentence = `${library} describes no machines: it has no Machines/machines.yaml.`;
    return [{ ...inPackage(at), code: 'no_machines', sentence }];
  }
  return inputs
    .filter(({ name }) => machines.properties.some((property) => property.name === name))
    .map(({ name, at: place }) => ({
      ...inPackage(place),
      code: 'name_reserved',
      sentence: `"${name}" is asked about the machines by ${library} already; choose another name.`,
    }));
}
