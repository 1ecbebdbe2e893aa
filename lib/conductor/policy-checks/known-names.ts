import type { KnownNames } from '@vetro/datalog';
import { openPackages } from '@/lib/conductor/muranopl/world';
import type { ObjectPackage } from '@/lib/ports/conductor';
import type { KnownTypes } from '@/lib/ports/policies';
import { describedTypes } from './environment-objects';

/** Relationships of an environment, a service and a machine that no type declares, and what maps of the library hold. */
const MEMBERS = ['name', 'services', 'units', 'roles'];

/**
 * Names that models may have: those of services that a tenant can have, and of the library's classes, which are read once.
 *
 * @param library the packages that MuranoPL brings along
 */
export function createKnownNames(library: readonly ObjectPackage[]): (known: KnownTypes) => KnownNames {
  let ofLibrary: KnownNames | null = null;
  return ({ types, classes }) => {
    ofLibrary ??= libraryNames(library);
    const described = [...describedTypes(types)];
    return {
      types: [
        ...classes,
        ...ofLibrary.types,
        ...described.flatMap(([name, { parents }]) => [name, ...parents]),
        ...types.flatMap(({ className, package: name }) => [name, ...(className === undefined ? [] : [className])]),
      ],
      members: [
        ...MEMBERS,
        ...ofLibrary.members,
        ...described.flatMap(([, { properties }]) => [...properties]),
        ...types.flatMap(({ properties }) => properties.map(({ name }) => name)),
      ],
    };
  };
}

function libraryNames(library: readonly ObjectPackage[]): KnownNames {
  const classes = openPackages(library).flatMap((one) => one.classNames().map((name) => ({ name, one })));
  return {
    types: classes.map(({ name }) => name),
    members: classes.flatMap(({ name, one }) => one.lookAt(name)?.properties.map((property) => property.name) ?? []),
  };
}
