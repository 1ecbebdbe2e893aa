import type { ActionArgument } from '../action-arguments';
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
  'lifecycle.update',
  'lifecycle.suspend',
  'lifecycle.resume',
] as const;
export type UnitOperation = (typeof UNIT_OPERATIONS)[number];

/**
 * Where a value for a plan comes from: a path in the unit, in its service, a parameter that whoever starts the operation
 * gives, or the value itself.
 */
export type MappingSource = ({ unit: string } | { service: string } | { parameter: string } | { value: Json }) & {
  /** taken where nothing is found */
  default?: Json;
};

/** An operation of a unit: a plan on its machine. */
export interface PlanBinding {
  /** name of a plan template of the package, or of one that it requires */
  plan: string;
  /** how long the machine may take for the answer, in seconds */
  timeout: number;
  /** how often it is tried again when a command of it fails; -1 for as often as it takes; as the installation is set when left out */
  maxRetries?: number | undefined;
  /** seconds before it is; likewise */
  retryInterval?: number | undefined;
  /** types of exceptions after which it is not */
  nonRecoverable?: readonly string[] | undefined;
  /** values for the `$names` of the plan */
  mappings: Readonly<Record<string, MappingSource>>;
}

/**
 * An operation of a package's own, `interface.name`: no workflow asks for it, people run it when they want
 * (`execute_operation`).
 */
export interface CustomOperation extends PlanBinding {
  /** what people call it */
  title: string;
  /** what it does, in a sentence or two */
  summary: string;
  /** what whoever runs it is asked for */
  parameters: readonly ActionArgument[];
}

/** The same without its plan: what people see of it. */
export type OfferedOperation = Pick<CustomOperation, 'title' | 'summary' | 'parameters'> & { name: string };

/** What a package declares of the units of its service: a node type of the lifecycle. */
export interface UnitType {
  /** the package, or the built-in node type, whose operations count where it declares none itself */
  derivedFrom: string;
  operations: Readonly<Partial<Record<UnitOperation, PlanBinding & Partial<DeclaredBy>>>>;
  /** by `interface.name`; absent: none */
  customOperations?: Readonly<Record<string, CustomOperation & Partial<DeclaredBy>>>;
  /** what extensions look at besides, in this order, where `validation.check_status` finds nothing; absent: nothing */
  furtherChecks?: readonly (PlanBinding & DeclaredBy)[];
}

/** Whose a plan's name is. */
export interface DeclaredBy {
  /** full name of the package that declares the operation, where it is not the one of the type: an extension's */
  package: string;
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
export function operationsOf(types: UnitTypes, name: string): Partial<Record<UnitOperation, PlanBinding & DeclaredBy>> {
  return Object.assign({}, ...lineOf(types, name).map((type) => declaredBy(type.name, type.operations)));
}

/** The operations of its own that a package offers, by their names, in the same way. */
export function customOperationsOf(types: UnitTypes, name: string): Record<string, CustomOperation & DeclaredBy> {
  return Object.assign({}, ...lineOf(types, name).map((type) => declaredBy(type.name, type.customOperations ?? {})));
}

/** What is looked at besides on the units of a service, by extensions of its package and of those it derives from. */
export function furtherChecksOf(types: UnitTypes, name: string): readonly (PlanBinding & DeclaredBy)[] {
  return lineOf(types, name).flatMap(({ furtherChecks = [] }) => furtherChecks);
}

function declaredBy<T>(name: string, operations: Readonly<Record<string, T>>): Record<string, T & DeclaredBy> {
  return Object.fromEntries(Object.entries(operations).map(([key, one]) => [key, { package: name, ...one }]));
}

/** Names of the node types that the units of a service are of: its package, and what that derives from; the nearest first. */
export function nodeTypesOf(types: UnitTypes, name: string): string[] {
  const line = lineOf(types, name);
  const [root] = line;
  return root ? [...line.map((type) => type.name).reverse(), root.derivedFrom] : [];
}

/** A package and those that it derives from, the furthest first. */
function lineOf(types: UnitTypes, name: string): (UnitType & { name: string })[] {
  const line: (UnitType & { name: string })[] = [];
  for (let at = name; Object.hasOwn(types, at) && line.every((known) => known.name !== at); ) {
    const type = types[at] as UnitType;
    line.push({ ...type, name: at });
    at = type.derivedFrom;
  }
  return line.reverse();
}
