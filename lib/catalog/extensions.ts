import { USUAL_PARENT } from '@/lib/formats/lifecycle/read-operations';
import type { PackageProblem } from '@/lib/formats/yaml/read-yaml';
import { customOperationsOf, operationsOf, type UnitType, type UnitTypes } from '@/lib/model/operations/declared';
import { extendedType } from '@/lib/model/service-extension';
import type { CatalogPackage } from './catalog-package';

/** The operation of which a machine may have several: what each finds wrong is wrong. */
const CHECK = 'validation.check_status';

/**
 * Packages as they are used together: to each is added what those among them give that extend it, by full name. What two
 * give is given by the first, see {@link extensionConflicts}.
 */
export function withExtensions(packages: readonly CatalogPackage[]): readonly CatalogPackage[] {
  if (packages.every((one) => one.extends === undefined)) return packages;
  const types = unitTypesOf(packages);
  return packages.map((pack) => extensionsOf(pack, packages).reduce((at, one) => extended(at, one, types), pack));
}

/** What extends a package, by full name. */
function extensionsOf({ name }: CatalogPackage, packages: readonly CatalogPackage[]): CatalogPackage[] {
  return packages.filter((one) => one.extends?.package === name).sort((a, b) => (a.name < b.name ? -1 : 1));
}

function unitTypesOf(packages: readonly CatalogPackage[]): UnitTypes {
  return Object.assign({}, ...packages.map(({ content }) => content.unitTypes));
}

/** Its own operations, whoever declares operations for the machines of the package that it extends. */
function operationsIn({ name, content }: CatalogPackage): Pick<UnitType, 'operations' | 'customOperations'> {
  return content.unitTypes?.[name] ?? { operations: {} };
}

function extended(pack: CatalogPackage, extension: CatalogPackage, all: UnitTypes): CatalogPackage {
  const form = extension.extends?.form;
  const types: UnitTypes = { ...all, ...pack.content.unitTypes };
  const own = pack.content.unitTypes?.[pack.name] ?? { derivedFrom: USUAL_PARENT, operations: {} };
  const { operations, customOperations } = operationsIn(extension);
  const declares = <T extends object>(given: Readonly<Record<string, T>> = {}, there: object = {}) =>
    Object.fromEntries(
      Object.entries(given)
        .filter(([name]) => !Object.hasOwn(there, name))
        .map(([name, one]) => [name, { ...one, package: extension.name }]),
    );
  const check = operations[CHECK];
  const isFurther = check !== undefined && Object.hasOwn(operationsOf(types, pack.name), CHECK);
  const unitType: UnitType = {
    ...own,
    operations: { ...declares(operations, operationsOf(types, pack.name)), ...own.operations },
    customOperations: { ...declares(customOperations, customOperationsOf(types, pack.name)), ...own.customOperations },
    furtherChecks: [...(own.furtherChecks ?? []), ...(isFurther ? [{ ...check, package: extension.name }] : [])],
  };
  return {
    ...pack,
    serviceTypes: form ? pack.serviceTypes.map((type) => extendedType(type, form)) : pack.serviceTypes,
    content: { ...pack.content, unitTypes: { ...pack.content.unitTypes, [pack.name]: unitType } },
  };
}

/** Something that an extension gives, and its package or another extension gives already. */
export interface ExtensionConflict {
  /** full name of the extension */
  extension: string;
  /** full name of the other */
  owner: string;
  /** where the extension gives it: its file, and the path there */
  file: string;
  path: string;
  sentence: string;
}

/** What extensions of a package give twice, among themselves or with the package and what that derives from. */
export function extensionConflicts(
  pack: CatalogPackage,
  packages: readonly CatalogPackage[],
): readonly ExtensionConflict[] {
  const owners = new Map(givenBy(pack, unitTypesOf(packages)).map(({ key }) => [key, pack.name]));
  return extensionsOf(pack, packages).flatMap((extension) =>
    givenBy(extension).flatMap(({ key, file, path, given }) => {
      const owner = owners.get(key);
      if (owner === undefined) {
        owners.set(key, extension.name);
        return [];
      }
      const sentence = given({ extension: extension.name, pack: pack.name, owner });
      return [{ extension: extension.name, owner, file, path, sentence }];
    }),
  );
}

interface Given {
  key: string;
  file: string;
  path: string;
  /** says that it is given twice */
  given(names: Names): string;
}

interface Names {
  extension: string;
  pack: string;
  owner: string;
}

const PROPERTY = (name: string) => (names: Names) =>
  `${names.extension} gives ${names.pack} the property "${name}", which ${names.owner} gives already.`;
const BOX = (name: string) => (names: Names) =>
  `${names.extension} gives ${names.pack} the box "${name}", which ${names.owner} gives already.`;
const OPERATION = (name: string) => (names: Names) =>
  `${names.extension} gives ${names.pack} the operation "${name}", which ${names.owner} gives already.`;

/** What services and their machines have by a package, as far as only one may give it. */
function givenBy(pack: CatalogPackage, all?: UnitTypes): Given[] {
  const { properties = [], roles = [] } = pack.extends ? (pack.extends.form ?? {}) : (pack.serviceTypes[0] ?? {});
  const { operations, customOperations = {} } = all
    ? { operations: operationsOf(all, pack.name), customOperations: customOperationsOf(all, pack.name) }
    : operationsIn(pack);
  const [form, declared] = ['UI/extension.yaml', 'Lifecycle/operations.yaml'];
  const operation = (place: string) => (name: string) =>
    ({ key: `operation ${name}`, file: declared, path: `${place}.${name}`, given: OPERATION(name) }) as const;
  return [
    ...properties.map(({ name }, at) => ({
      ...{ key: `property ${name}`, file: form, path: `properties.${at}.name`, given: PROPERTY(name) },
    })),
    ...roles.map(({ id }, at) => ({ key: `box ${id}`, file: form, path: `roles.${at}.id`, given: BOX(id) })),
    ...Object.keys(operations)
      .filter((name) => name !== CHECK)
      .map(operation('operations')),
    ...Object.keys(customOperations).map(operation('customOperations')),
  ];
}

/** What keeps a package from extending the one that it names; that this is missing is told with requirements. */
export function extensionProblems(pack: CatalogPackage, packages: readonly CatalogPackage[]): PackageProblem[] {
  if (!pack.extends) return [];
  const { package: name } = pack.extends;
  const target = packages.find((one) => one.name === name);
  if (!target) return [];
  if (!isExtensible(target)) {
    const sentence = `${name} cannot be extended: only applications of the format Vetro/1.0 are.`;
    return [{ file: `${pack.name}/manifest.yaml`, path: `Extends.${name}`, code: 'not_extensible', sentence }];
  }
  const beside = packages.filter((one) => one.extends === undefined || one === pack);
  return extensionConflicts(target, beside).map(({ file, path, sentence }) => ({
    ...{ file: `${pack.name}/${file}`, path, code: 'name_taken', sentence },
  }));
}

function isExtensible({ serviceTypes, classes, content }: CatalogPackage): boolean {
  return serviceTypes.length > 0 && classes.length === 0 && content.blueprints === undefined;
}

/** That one extension cannot work beside another; null where it can. */
export function conflictBetween(
  pack: CatalogPackage,
  extension: CatalogPackage,
  others: readonly CatalogPackage[],
): ExtensionConflict | null {
  const involved = (one: ExtensionConflict) => [one.extension, one.owner].includes(extension.name);
  return extensionConflicts(pack, [...others, extension]).find(involved) ?? null;
}
