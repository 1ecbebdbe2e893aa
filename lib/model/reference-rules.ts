import type { EnvironmentModel, Service } from './environment';
import type { FieldProblem } from './field-problem';
import { typeOf } from './network-facts';
import { isOrdering, membershipOf, type Need, needsOf, Offers } from './relations';
import { listOf } from './sentence';
import type { ServiceType } from './service-type';
import { stronglyConnectedComponents } from './strongly-connected';

/** Rules of services that name others: whoever is named is there, offers what is needed, and needs no way back. */

interface References {
  types: readonly ServiceType[];
  /** the document as deployed now */
  deployed?: EnvironmentModel;
}

/** The other services that a service names, by the properties that count at present; what machines join is told elsewhere. */
function referencesOf(service: Service, types: readonly ServiceType[]): Need[] {
  return needsOf(service, typeOf(service, types)).filter(({ property }) => property.joins === undefined);
}

/**
 * References that lead nowhere (removed by this change, or never there), to several services of one name, or to a
 * service of another domain where one is shared. Paths begin with `services.<index>.`.
 */
export function referenceProblems(model: EnvironmentModel, { types, deployed }: References): FieldProblem[] {
  const offered = new Offers(model.services, types);
  const before = new Offers(deployed?.services ?? [], types);
  return model.services.flatMap((service, index) =>
    referencesOf(service, types).flatMap((reference): FieldProblem[] => {
      const { property, name } = reference;
      const problem = (code: string, sentence: string) => [
        { path: `services.${index}.${property.name}`, code, sentence },
      ];
      const named = offered.of(reference);
      const found = named[0]?.service;
      if (!found) {
        const removed = before.of(reference).length > 0;
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
      if (named.length > 1) {
        return problem(
          'service_ambiguous',
          `${named.length} services are called "${name}". Give them different names, so that it is clear which one "${service.name}" needs.`,
        );
      }
      const { sharing } = property;
      const [own, other] = [service, found].map((one) => nameOf(one, sharing, types));
      if (sharing !== undefined && (own === null || own !== other)) {
        return problem(
          `other_${sharing}`,
          `"${service.name}" signs in to "${name}" with the accounts of its machines. Put both into the same ${sharing}.`,
        );
      }
      return [];
    }),
  );
}

/**
 * Services that need each other in a circle in which at least one names another; circles of memberships alone are
 * told elsewhere, and so is a name that several services have. A reference that allows circles closes none, unless its
 * service names itself. One problem for each component of services that all need
 * each other: its shortest circle from its first service that names another, in order.
 */
export function circularReferences(model: EnvironmentModel, types: readonly ServiceType[]): FieldProblem[] {
  const { services } = model;
  const offered = new Offers(services, types);
  const named = services.map((service, index) =>
    referencesOf(service, types).flatMap((reference) => {
      const [found, ...more] = offered.of(reference);
      if (!found || more.length > 0 || (!isOrdering(reference) && found.place !== index)) return [];
      return [{ to: found.place, property: reference.property.name }];
    }),
  );
  const needs = services.map((service, index) => {
    const membership = membershipOf(service, typeOf(service, types));
    const provider = membership && offered.of({ capabilities: [membership.capability], name: membership.name })[0];
    return [...(named[index] ?? []).map(({ to }) => to), ...(provider ? [provider.place] : [])];
  });
  const components = stronglyConnectedComponents(needs);
  const reported = new Set<number>();
  return services.flatMap((_service, start) =>
    (named[start] ?? []).flatMap(({ to, property }): FieldProblem[] => {
      const component = components[start] ?? -1;
      if (components[to] !== component || reported.has(component)) return [];
      const way = wayBetween(to, start, needs);
      if (way === null) return [];
      reported.add(component);
      const circle = [start, ...way.slice(0, -1)];
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

/** The name that a service gives what it needs of a capability, in small letters. */
function nameOf(service: Service, capability: string | undefined, types: readonly ServiceType[]): string | null {
  const need = needsOf(service, typeOf(service, types)).find(({ capabilities }) =>
    capabilities.includes(capability ?? ''),
  );
  return need?.name.toLowerCase() ?? null;
}

/** The shortest way from one service to another, both included; null when there is none. */
function wayBetween(from: number, to: number, needs: readonly number[][]): number[] | null {
  const before = new Map<number, number | null>([[from, null]]);
  for (const at of before.keys()) {
    if (at === to) {
      const way: number[] = [];
      for (let step: number | null = at; step !== null; step = before.get(step) ?? null) way.push(step);
      return way.reverse();
    }
    for (const next of needs[at] ?? []) if (!before.has(next)) before.set(next, at);
  }
  return null;
}
