import type { ServiceType } from './service-type';

/** What a package adds to the service type of another, which it extends (`UI/extension.yaml`). */
export type ServiceExtension = Pick<ServiceType, 'properties' | 'form' | 'roles' | 'facts'>;

/** A service type with what an extension adds: its steps come last, and what the type has already stays as it is. */
export function extendedType(type: ServiceType, { properties, form, roles, facts }: ServiceExtension): ServiceType {
  return {
    ...type,
    properties: [...type.properties, ...lacking(properties, type.properties, ({ name }) => name)],
    form: [...type.form, ...form],
    roles: [...type.roles, ...lacking(roles, type.roles, ({ id }) => id)],
    facts: [...type.facts, ...facts],
  };
}

function lacking<T>(added: readonly T[], there: readonly T[], nameOf: (one: T) => string): T[] {
  return added.filter((one) => !there.some((other) => nameOf(other) === nameOf(one)));
}
