import type { EnvironmentModel, Service } from './environment';
import type { FieldProblem } from './field-problem';
import { joinedDomain, providedDomain, typeOf } from './neighbour-rules';
import { applies } from './property-facts';
import { listOf } from './sentence';
import type { Property, ServiceType } from './service-type';

/** Rules of services that name others: whoever is named is there, offers what is needed, and needs no way back. */

interface References {
  types: readonly ServiceType[];
  /** the document as deployed now */
  deployed?: EnvironmentModel;
}

/** What a service says of another: the property, and the name it gives. */
interface Reference {
  property: Property;
  name: string;
}

/** The other services that a service names, by the properties that count at present. */
export function referencesOf(service: Service, types: readonly ServiceType[]): Reference[] {
  const properties = typeOf(service, types)?.properties ?? [];
  return properties.flatMap((property) => {
    const name = service[property.name];
    const named = property.kind === 'serviceRef' && typeof name === 'string' && name !== '';
    return named && applies(property, service) ? [{ property, name }] : [];
  });
}

const offering = ({ property, name }: Reference, services: readonly Service[], types: readonly ServiceType[]) =>
  services.filter(
    (service) => service.name === name && typeOf(service, types)?.offers.includes(property.needs ?? '') === true,
  );

/**
 * References that lead nowhere (removed by this change, or never there), to several services of one name, or to a
 * service of another domain where one is shared. Paths begin with `services.<index>.`.
 */
export function referenceProblems(model: EnvironmentModel, { types, deployed }: References): FieldProblem[] {
  return model.services.flatMap((service, index) =>
    referencesOf(service, types).flatMap((reference): FieldProblem[] => {
      const { property, name } = reference;
      const problem = (code: string, sentence: string) => [
        { path: `services.${index}.${property.name}`, code, sentence },
      ];
      const [found, ...more] = offering(reference, model.services, types);
      if (!found) {
        const removed = deployed ? offering(reference, deployed.services, types).length > 0 : false;
        return removed
          ? problem(
              'service_removed',
              `"${service.name}" needs the service "${name}", which this change removes or renames. Keep it, or choose another "${property.label}".`,
            )
          : problem(
              'service_not_there',
              `No service "${name}" in this environment can be the "${property.label}" of "${service.name}". Add it, or choose another one.`,
            );
      }
      if (more.length > 0) {
        return problem(
          'service_ambiguous',
          `${more.length + 1} services are called "${name}". Give them different names, so that it is clear which one "${service.name}" needs.`,
        );
      }
      const [own, other] = [service, found].map((one) => joinedDomain(one, types));
      if (property.sameDomain && (own === null || own !== other)) {
        return problem(
          'other_domain',
          `"${service.name}" signs in to "${name}" with the accounts of its machines. Put both into the same domain.`,
        );
      }
      return [];
    }),
  );
}

/**
 * Services that need each other in a circle in which at least one names another; circles of domains alone are
 * told elsewhere. One problem for each circle, naming its services in order.
 */
export function circularReferences(model: EnvironmentModel, types: readonly ServiceType[]): FieldProblem[] {
  const { services } = model;
  const named = services.map((service) =>
    referencesOf(service, types).flatMap((reference) =>
      offering(reference, services, types).map((other) => ({
        to: services.indexOf(other),
        property: reference.property.name,
      })),
    ),
  );
  const needs = services.map((service, index) => {
    const domain = joinedDomain(service, types);
    const provider = domain === null ? -1 : services.findIndex((other) => providedDomain(other, types) === domain);
    return [...(named[index] ?? []).map(({ to }) => to), ...(provider < 0 ? [] : [provider])];
  });
  const told = new Set<number>();
  return services.flatMap((_service, start) =>
    (named[start] ?? []).flatMap(({ to, property }): FieldProblem[] => {
      const way = wayBetween(to, start, needs);
      if (way === null || [start, ...way].some((index) => told.has(index))) return [];
      const circle = [start, ...way.slice(0, -1)];
      for (const index of circle) told.add(index);
      const links = circle.map((index, at) => {
        const next = circle[(at + 1) % circle.length] ?? start;
        return `"${services[index]?.name}" needs "${services[next]?.name}"`;
      });
      const sentence =
        circle.length === 1
          ? `"${services[start]?.name}" needs itself. Choose another service.`
          : `${listOf(links)}: none of them can come first. Clear one of these.`;
      return [{ path: `services.${start}.${property}`, code: 'service_circle', sentence }];
    }),
  );
}

/** The shortest way from one service to another, both included; null when there is none. */
function wayBetween(from: number, to: number, needs: readonly number[][]): number[] | null {
  const before = new Map<number, number | null>([[from, null]]);
  for (const at of before.keys()) {
    if (at === to) {
      const way: number[] = [];
      for (let step: number | null = at; step !== null; step = before.get(step) ?? null) way.unshift(step);
      return way;
    }
    for (const next of needs[at] ?? []) if (!before.has(next)) before.set(next, at);
  }
  return null;
}
