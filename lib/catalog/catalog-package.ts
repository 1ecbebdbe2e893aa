import type { StoredPackage } from '@/lib/db/packages';
import type { PackageGuide } from '@/lib/formats/guide/guide-file';
import type { PackageProblem } from '@/lib/formats/yaml/read-yaml';
import type { MachineDescription } from '@/lib/model/machine-description';
import type { NamingPackage } from '@/lib/model/package-names';
import type { PackageResources } from '@/lib/model/package-resources';
import type { ServiceExtension } from '@/lib/model/service-extension';
import type { ServiceType } from '@/lib/model/service-type';
import type { LoadedPackages, ObjectPackage } from '@/lib/ports/conductor';
import type { SimulationDescription } from '@/lib/simulation';
import type { Icon } from './icon';

/** Which versions of another package will do. */
export interface Requirement {
  /** as the package's manifest has it */
  written: string;
  /** the same for people: `1.0.0 or newer` */
  wanted: string;
  accepts(version: string): boolean;
}

/** A package as the catalog knows it, whatever its format. */
export interface CatalogPackage {
  /** full name: `com.acme.Wiki` */
  name: string;
  version: string;
  /** an application has service types; a library only helps others */
  type: 'Application' | 'Library';
  title: string;
  description: string;
  author: string;
  categories: readonly string[];
  tags: readonly string[];
  /** the packages that it needs, by full name */
  requires: ReadonlyMap<string, Requirement>;
  /** full names of classes that it takes from whichever package has them; absent: what it requires has them all */
  neededClasses?: readonly string[];
  serviceTypes: readonly ServiceType[];
  /** of a package that adds to another's services, once an administrator switches it on; it requires that, too */
  extends?: Extends;
  /**
   * full names of the classes that objects of it may have, the one that services are made of first; none where the
   * format has no classes
   */
  classes: readonly string[];
  /** shown for its service types; null: it has none */
  icon: Icon | null;
  /** what it gives to a run */
  content: Omit<LoadedPackages, 'digest' | 'serviceTypes' | 'workflows' | 'resources'> &
    PackageResources & { workflows: readonly { file: string; xml: string }[] };
  /** what simulated machines do with it; null: it says nothing about them */
  simulation: SimulationDescription | null;
  /** what it says to people about what it does; null: nothing */
  guide: PackageGuide | null;
  /** of a library: the machines that it makes for service types that name it */
  machines?: MachineDescription;
  /** of a package whose service types leave their machines to a library: which one */
  machinesFrom?: MachinesFrom;
}

/** What a package adds to another. */
export interface Extends {
  /** full name of that package */
  package: string;
  /** what its services have besides; null where it adds operations and rules alone */
  form: ServiceExtension | null;
}

/** A place in a package: `file` is its path from the package's root. */
type PlaceInPackage = Pick<PackageProblem, 'file' | 'path' | 'line' | 'column'>;

/** That a library describes the machines of a package's service types. */
export interface MachinesFrom {
  /** full name */
  library: string;
  /** where the package says so */
  at: PlaceInPackage;
  /** what the package asks itself, and where: a library that asks by the same name does not go with it */
  inputs: readonly { name: string; at: PlaceInPackage }[];
}

/** A stored package with what its files say. */
export interface CatalogVersion extends StoredPackage {
  pack: CatalogPackage;
}

/** What a package's files say: the package, or null with every problem as soon as anything is wrong. */
export interface PackageReading {
  package: CatalogPackage | null;
  problems: PackageProblem[];
  /** of a package with problems: what of it could be read, so that it can be held against others all the same */
  partial?: CatalogPackage;
}

/** A way in which packages are written. Adding one more is a folder beside the others and a line in `formats/index.ts`. */
export interface PackageFormat {
  /** what the store keeps beside a package: never changed once packages of it were stored */
  name: string;
  /** whether a package is of this format, told by `Format` of its `manifest.yaml`; null: it says none */
  recognises(format: string | null): boolean;
  /**
   * @param files by path from the package's root
   * @param label begins the file names in problems and in what runs tell: the package's folder
   */
  read(files: ReadonlyMap<string, Uint8Array>, label: string): PackageReading;
  /** What a package requires of another, from the words of its manifest: those of a package that was read before. */
  requirement(written: string): Requirement;
  /**
   * What is wrong with packages that are sound each by itself, and would run together in this order.
   *
   * @param library the packages that MuranoPL brings along
   */
  checkTogether?(packages: readonly CatalogPackage[], library: readonly ObjectPackage[]): PackageProblem[];
}

/** A package as others name what it has. */
export function resourcesOf({ name, requires, content }: CatalogPackage): PackageResources & NamingPackage {
  const { stackTemplates, planTemplates, scripts } = content;
  return { name, requires: [...requires.keys()], stackTemplates, planTemplates, scripts };
}
