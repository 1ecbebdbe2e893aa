import type { FormStep, Property, ServiceType } from './service-type';

/** What a library of machines says of those that it makes: which system they have, what is asked, how one signs in. */
export interface MachineDescription {
  /** type of the images that they start from: `windows`, `linux`, or a longer one such as `windows.2022` */
  system: string;
  /** what a service asks about its machines, besides what it asks itself */
  properties: readonly Property[];
  /** names of the properties that the first step of a form asks; every other one stands in the step of the machines */
  first: readonly string[];
  /** as of a service type; absent: nobody signs in */
  signIn?: ServiceType['signIn'];
}

/**
 * A service type with what the library of its machines adds: properties behind its own, in two steps of its form, and how
 * one signs in.
 *
 * @param type its form has two steps: the service, and its machines
 */
export function withMachines(type: ServiceType, { properties, first, signIn }: MachineDescription): ServiceType {
  const later = properties.map(({ name }) => name).filter((name) => !first.includes(name));
  const [service, machines] = type.form as [FormStep, FormStep];
  const [named, ...others] = service.fields;
  return {
    ...type,
    properties: [...type.properties, ...properties],
    form: [
      { ...service, fields: [...(named === undefined ? [] : [named]), ...first, ...others] },
      { ...machines, fields: [...machines.fields, ...later] },
    ],
    ...(signIn && { signIn }),
  };
}
