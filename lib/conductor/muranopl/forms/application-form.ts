import type { Service } from '@/lib/model/environment';
import type { FieldProblem } from '@/lib/model/field-problem';
import type { JsonObject } from '@/lib/model/json';
import { property } from '@/lib/model/property';
import type { FormStep, Property, ServiceType } from '@/lib/model/service-type';

/** What a form speaks of beside the service itself. */
export interface FormContext {
  /** the id of the service of the environment that a service names; null for a name that nobody has */
  idOf(serviceName: string): string | null;
}

/** The form of an application: what is asked, and the object that the answers make. */
export interface ApplicationForm {
  readonly properties: readonly Property[];
  readonly units: ServiceType['units'];
  /** what the first and the further units begin with */
  readonly unitTemplates: readonly JsonObject[];
  readonly unitProperties: readonly Property[];
  /** the wizard's steps */
  readonly steps: readonly FormStep[];
  /** what the class tells of its objects, by the path in the service where it is kept */
  readonly facts: ServiceType['facts'];
  /**
   * The object that a service with these answers is: the same one for the same service. Its machines have the ids of
   * the service's units.
   */
  objectOf(service: Service, context: FormContext): JsonObject;
  /** What the form's own rules do not let pass, each at the property that was answered. */
  problemsOf?(service: Service, context: FormContext): FieldProblem[];
  /** The property of the service that a property of the object comes from, as far as that can be told; absent: of the same name. */
  fieldOf?(property: string): string | null;
  /** Answers that an object as programs have left it has in their place; a form of expressions cannot tell any. */
  answersIn?(object: JsonObject): JsonObject;
}

/** What a service is called, which every form asks. */
export const SERVICE_NAME = property({
  name: 'name',
  kind: 'name',
  label: 'Service name',
  help: 'What this service is called here.',
  required: true,
});

/** `databasePort` as people read it: "Database port". */
export function labelOf(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
