import type { Service } from '@/lib/model/environment';
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

/** A name under which something secret is kept, judging by the name. */
export const SECRET_NAME = /pass(word|phrase)?$|secret|token|(private|api|access).?key/i;
