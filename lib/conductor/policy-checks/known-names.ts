import { openPackages } from '@/lib/conductor/muranopl/world';
import type { KnownNames } from '@/lib/conductor/policy';
import type { ObjectPackage } from '@/lib/ports/conductor';
import type { KnownTypes } from '@/lib/ports/policies';
import { describedTypes } from './environment-objects';

/** Relationships of an environment, a service and a machine that no type declares, and what maps of the library hold. */
const MEMBERS = ['name', 'services', 'units', 'roles'];

/**
 * Names that models may have: those of services that a tenant can have, and of the library's classes.
 *
 * @param library the packages that MuranoPL brings along
 */
export function knownNames({ types, classes: packaged }: KnownTypes, library: readonly ObjectPackage[]): KnownNames {
  const classes = openPackages(library).flatMap((one) => one.classNames().map((name) => ({ name, one })));
  const described = [...describedTypes(types)];
  return {
    types: [
      ...packaged,
      ...classes.map(({ name }) => name),
      ...described.flatMap(([name, { parents }]) => [name, ...parents]),
      ...types.flatMap(({ className, package: name }) => [name, ...(className === undefined ? [] : [className])]),
    ],
    members: [
      ...MEMBERS,
      ...classes.flatMap(({ name, one }) => one.lookAt(name)?.properties.map((property) => property.name) ?? []),
      ...described.flatMap(([, { properties }]) => [...properties]),
      ...types.flatMap(({ properties }) => properties.map(({ name }) => name)),
    ],
  };
}
