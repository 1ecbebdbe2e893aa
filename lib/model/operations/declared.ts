import type { Json } from '../json';

/** The operations that packages may declare for the machines of their services (docs/packages.md, "Operations"). */
export const UNIT_OPERATIONS = [
  'validation.check_status',
  'lifecycle.start',
  'lifecycle.stop',
  'lifecycle.preheal',
  'lifecycle.heal',
  'lifecycle.postheal',
  'lifecycle.check_drift',
] as const;
export type UnitOperation = (typeof UNIT_OPERATIONS)[number];

/** Where a value for a plan comes from: a path in the unit, in its service, or the value itself. */
export type MappingSource = ({ unit: string } | { service: string } | { value: Json }) & {
  /** taken where the path leads to nothing */
  default?: Json;
};

/** An operation of a unit: a plan on its machine. */
export interface PlanBinding {
  /** name of a plan template of the package, or of one that it requires */
  plan: string;
  /** how long the machine may take for the answer, in seconds */
  timeout: number;
  /** values for the `$names` of the plan */
  mappings: Readonly<Record<string, MappingSource>>;
}

/** What a package declares of the units of its service: a node type of the lifecycle. */
export interface UnitType {
  /** the package, or the built-in node type, whose operations count where it declares none itself */
  derivedFrom: string;
  operations: Readonly<Partial<Record<UnitOperation, PlanBinding>>>;
}

/** By full name of their package. */
export type UnitTypes = Readonly<Record<string, UnitType>>;

/**
 * The operations of the units of a service, a package's own before those that it derives from.
 *
 * @param types of the packages that an environment works with
 * @param name full name of the package of the service
 * @returns none for a package that declares nothing
 */
export function operationsOf(types: UnitTypes, name: string): Partial<Record<UnitOperation, PlanBinding>> {
  const line: UnitType[] = [];
  for (let at: string | undefined = name; at !== undefined; ) {
    const type: UnitType | undefined = Object.hasOwn(types, at) ? types[at] : undefined;
    if (type === undefined || line.includes(type)) break;
    line.push(type);
    at = type.derivedFrom;
  }
  return Object.assign({}, ...line.reverse().map(({ operations }) => operations));
}
