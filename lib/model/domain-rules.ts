import type { EnvironmentModel, Service } from './environment';
import type { FieldProblem } from './field-problem';
import { joinedDomain, providedDomain, typeOf } from './network-facts';
import { listOf } from './sentence';
import type { ServiceType } from './service-type';

/** Rules of the domains in an environment: every one that is needed is provided, and none needs itself. */

interface Domains {
  types: readonly ServiceType[];
  /** the document as deployed now */
  deployed?: EnvironmentModel;
}

/**
 * Domains that services need and nobody provides, one problem for each domain: removed by this change, with
 * the names of all who need it, or missing. Paths begin with `services.<index>.`.
 */
export function missingDomains(model: EnvironmentModel, { types, deployed }: Domains): FieldProblem[] {
  const provided = new Set(model.services.map((service) => providedDomain(service, types)));
  const needed = new Map<string, number[]>();
  model.services.forEach((service, index) => {
    const domain = joinedDomain(service, types);
    if (domain && !provided.has(domain)) push(needed, domain, index);
  });
  const before = firstProviders(deployed?.services ?? [], types);
  return [...needed].flatMap(([domain, indexes]) => {
    const removed = deployed?.services[before.get(domain) ?? -1];
    const users = indexes.flatMap((index) => model.services[index] ?? []);
    if (removed) return [removedDomain(domain, removed, users, pathOf(model, indexes[0] ?? 0, types))];
    return indexes.map((index) => missingDomain(domain, index, model, types));
  });
}

function pathOf(model: EnvironmentModel, index: number, types: readonly ServiceType[]): string {
  const service = model.services[index];
  return `services.${index}.${(service && typeOf(service, types)?.joinsDomain) ?? 'domain'}`;
}

function removedDomain(domain: string, removed: Service, users: Service[], path: string): FieldProblem {
  const names = listOf(users.map(({ name }) => `"${name}"`));
  const [verb, whose] = users.length === 1 ? ['is', 'its domain'] : ['are', 'their domains'];
  const sentence = `${names} ${verb} in the domain ${domain}, which this change removes. Keep the service "${removed.name}", or clear ${whose} too.`;
  return { path, code: 'domain_removed', sentence };
}

function missingDomain(
  domain: string,
  index: number,
  model: EnvironmentModel,
  types: readonly ServiceType[],
): FieldProblem {
  const service = model.services[index];
  const type = service && typeOf(service, types);
  const required = type?.properties.find(({ name }) => name === type.joinsDomain)?.required;
  const provider = types.find(({ providesDomain }) => providesDomain !== null)?.title ?? 'domain';
  const otherwise = required ? 'choose another domain' : 'clear the domain';
  return {
    path: pathOf(model, index, types),
    code: 'domain_not_provided',
    sentence: `No service in this environment provides the domain ${domain}. Add ${article(provider)} ${provider} service for it, or ${otherwise}.`,
  };
}

/**
 * Services that need each other's domains in a circle, so that none can come first: one problem for each
 * circle, naming its services in order.
 */
export function circularDomains(model: EnvironmentModel, types: readonly ServiceType[]): FieldProblem[] {
  const providers = firstProviders(model.services, types);
  const next = model.services.map((service) => providers.get(joinedDomain(service, types) ?? '') ?? -1);
  // each service leads to one other: a way that comes back to itself is a circle, and every service is on one way
  const seenFrom = new Map<number, number>();
  return model.services.flatMap((_service, start) => {
    const way: number[] = [];
    let at = start;
    for (; at >= 0 && !seenFrom.has(at); at = next[at] ?? -1) {
      seenFrom.set(at, start);
      way.push(at);
    }
    if (at < 0 || seenFrom.get(at) !== start) return [];
    const circle = way.slice(way.indexOf(at));
    const first = circle.indexOf(circle.reduce((least, one) => Math.min(least, one)));
    return [circleProblem([...circle.slice(first), ...circle.slice(0, first)], model, types)];
  });
}

function circleProblem(circle: number[], model: EnvironmentModel, types: readonly ServiceType[]): FieldProblem {
  const services = circle.flatMap((index) => model.services[index] ?? []);
  const links = services.map((service, at) => {
    const provider = services[(at + 1) % services.length];
    return `"${service.name}" needs the domain ${joinedDomain(service, types)} of "${provider?.name}"`;
  });
  const sentence =
    services.length === 1
      ? `"${services[0]?.name}" needs the domain that it provides itself. Clear the domain that it joins.`
      : `${listOf(links)}: none of them can come first. Clear one of these domains.`;
  return { path: pathOf(model, circle[0] ?? 0, types), code: 'domain_circle', sentence };
}

/** The place of the first service that provides each domain. */
function firstProviders(services: readonly Service[], types: readonly ServiceType[]): Map<string, number> {
  const places = new Map<string, number>();
  services.forEach((service, index) => {
    const domain = providedDomain(service, types);
    if (domain !== null && !places.has(domain)) places.set(domain, index);
  });
  return places;
}

function push<Key>(lists: Map<Key, number[]>, key: Key, value: number): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

const article = (word: string) => (/^[aeiou]/i.test(word) ? 'an' : 'a');
