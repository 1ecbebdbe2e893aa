import type { ClassDeclaration, MetaDeclaration } from '../syntax/declarations';

/** A package as the runtime sees it: its classes by name, and what stands in its manifest. */
export interface Package {
  readonly name: string;
  /** `1.2.0` */
  readonly version: string;
  /** `1.0` to `1.6`: below 1.2 the library of YAQL is the legacy one */
  readonly runtimeVersion: string;
  readonly meta: readonly MetaDeclaration[];
  /** the text of its dynamic form (`UI/ui.yaml`); undefined when it has none */
  readonly form?: { readonly file: string; readonly text: string } | undefined;
  /** full name of the class that the package is for; undefined when it has none */
  readonly mainClass?: string | undefined;
  classNames(): readonly string[];
  /** The class of that full name; undefined when the package has none. Throws when its text cannot be read. */
  classDeclaration(name: string): ClassDeclaration | undefined;
  /** A file below `Resources/`; undefined when there is none. */
  resource(path: string): Uint8Array | undefined;
}

/** How a class is named together with its version and package: `Name/version@package`. */
export interface ClassQualifier {
  readonly versionSpec?: string | undefined;
  readonly packageName?: string | undefined;
}

/** Which package a class name means, seen from another package. */
export interface ClassFinder {
  /**
   * The package that holds the class: the one asking, those it requires in the version it requires, the core
   * library. `versionSpec` and `packageName` narrow the choice, as in `Name/version@package`. Undefined when
   * there is none.
   */
  packageOf(className: string, from: Package | undefined, qualifier?: ClassQualifier): Package | undefined;
  /** The packages where a class is looked for from there: for messages. */
  searched(from: Package | undefined): readonly Package[];
  /** The name of a required package of which no version at hand will do; undefined when all are there. */
  missing(from: Package): string | undefined;
  /** Whether a version of a package is one that the asking package accepts. */
  accepts(from: Package, held: Package, versionSpec?: string): boolean;
}
