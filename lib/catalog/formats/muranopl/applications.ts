import type { CatalogPackage } from '@/lib/catalog/catalog-package';
import {
  ApplicationForms,
  callStatic,
  classSchemas,
  engineOf,
  type openPackages,
  type PackageConfiguration,
  packageConfiguration,
  type StaticCall,
  type StaticOutcome,
} from '@/lib/conductor/muranopl/world';
import type { ClassConfigs } from '@/lib/model/class-configs';
import type { EnvironmentModel, Service } from '@/lib/model/environment';
import type { FieldProblem } from '@/lib/model/field-problem';
import type { JsonObject } from '@/lib/model/json';
import type { ServiceType } from '@/lib/model/service-type';
import type { ObjectPackage } from '@/lib/ports/conductor';
import { classTypes, type TypedClasses } from './class-types';
import { type DescribedClasses, describeClasses } from './describe-classes';

/** A package of classes with those that it needs: a class is known only together with what it extends. */
export interface ApplicationSource {
  pack: TypedClasses;
  /** the package itself and everything that it requires, without the core library */
  objects: readonly ObjectPackage[];
}

/** A machine that a service will have. */
export type PlannedMachine = {
  /** of the object that it will be */
  id: string;
  name: string;
};

/** What the answers to a form come to. */
export interface AnswersOutcome {
  /** the machines that the service asks for; null when its form makes nothing of these answers */
  machines: PlannedMachine[] | null;
  /** what is wrong with them besides the rules of their kinds */
  problems: FieldProblem[];
}

/** An application in MuranoPL: its service types, and what services of them will have. */
export interface Application {
  /** its classes, the application with its form */
  types: readonly ServiceType[];
  /** what a service with these answers comes to */
  outcomeOf(service: Service, model: EnvironmentModel): AnswersOutcome;
  /** the JSON schemas of a class, or of some of its static methods; null where they are not there */
  schemasOf(className: string, methods: readonly string[]): JsonObject | null;
  /** calls a static method outside of any environment */
  callStatic(call: StaticCall): StaticOutcome;
  /** what its classes are configured by, and what is wrong with such values */
  configuration(values: ClassConfigs): PackageConfiguration;
  /** its classes as people read them, and what will hardly do what was meant */
  documentation(): DescribedClasses;
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
  const engine = engineOf(objects, library);
  const forms = new ApplicationForms(engine);
  return {
    types: classTypes(pack, forms),
    outcomeOf: (service, model) => ({
      machines: forms.machinesOf(service, model),
      problems: forms.problemsOf(service, model),
    }),
    schemasOf: (className, methods) => classSchemas(engine, className, methods),
    callStatic: (call) => callStatic(engine, call),
    configuration: (values) => packageConfiguration(engine, pack.name, values),
    documentation: () => describeClasses(pack.name, objects, engine, library),
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
