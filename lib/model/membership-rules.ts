import type { EnvironmentModel, Service } from './environment';
import type { FieldProblem } from './field-problem';
import { typeOf } from './network-facts';
import { type Membership, membershipOf, Offers } from './relations';
import { listOf } from './sentence';
import type { ServiceType } from './service-type';

/** Rules of what machines join, a domain for example: whatever is needed is there, and none needs itself. */

interface MembershipContext {
  types: readonly ServiceType[];
  /** the document as deployed now */
  deployed?: EnvironmentModel;
}

/** What the machines of a service join, as it is looked up among offers. */
function joinedBy(service: Service, types: readonly ServiceType[]): Membership | null {
  const found = membershipOf(service, typeOf(service, types));
  return found && { ...found, name: found.name.toLowerCase() };
}

function lookUp(offers: Offers, { capability, name }: Membership) {
  return offers.of({ capabilities: [capability], name });
}

/**
 * What machines are to join and nobody offers, one problem for each: removed by this change, with the names of all who
 * need it, or missing. Paths begin with `services.<index>.`.
 */
export function missingMemberships(model: EnvironmentModel, { types, deployed }: MembershipContext): FieldProblem[] {
  const offers = new Offers(model.services, types);
  const before = new Offers(deployed?.services ?? [], types);
  const needed = new Map<string, { membership: Membership; indexes: number[] }>();
  model.services.forEach((service, index) => {
    const membership = joinedBy(service, types);
    if (!membership || lookUp(offers, membership).length > 0) return;
    const key = JSON.stringify([membership.capability, membership.name]);
    const known = needed.get(key);
    if (known) known.indexes.push(index);
    else needed.set(key, { membership, indexes: [index] });
  });
  return [...needed.values()].flatMap(({ membership, indexes }) => {
    const removed = lookUp(before, membership)[0]?.service;
    const users = indexes.flatMap((index) => model.services[index] ?? []);
    if (removed) return [removedProblem(membership, removed, users, pathOf(model, indexes[0] ?? 0, types))];
    return indexes.map((index) => missingProblem(membership, index, model, types));
  });
}

function joiningProperty(service: Service | undefined, types: readonly ServiceType[]) {
  return service && typeOf(service, types)?.properties.find(({ joins }) => joins !== undefined);
}

function pathOf(model: EnvironmentModel, index: number, types: readonly ServiceType[]): string {
  return `services.${index}.${joiningProperty(model.services[index], types)?.name ?? ''}`;
}

function removedProblem(
  { capability, name }: Membership,
  removed: Service,
  users: Service[],
  path: string,
): FieldProblem {
  const names = listOf(users.map((user) => `"${user.name}"`));
  const [verb, whose] = users.length === 1 ? ['is', `its ${capability}`] : ['are', `their ${capability}s`];
  const sentence = `${names} ${verb} in the ${capability} ${name}, which this change removes. Keep the service "${removed.name}", or clear ${whose} too.`;
  return { path, code: `${capability}_removed`, sentence };
}

function missingProblem(
  { capability, name }: Membership,
  index: number,
  model: EnvironmentModel,
  types: readonly ServiceType[],
): FieldProblem {
  const { required } = joiningProperty(model.services[index], types) ?? {};
  const provider = types.find(({ offers }) => offers.some((offer) => offer.capability === capability))?.title;
  const otherwise = required ? `choose another ${capability}` : `clear the ${capability}`;
  const what = provider ?? capability;
  return {
    path: pathOf(model, index, types),
    code: `${capability}_not_provided`,
    sentence: `No service in this environment provides the ${capability} ${name}. Add ${article(what)} ${what} service for it, or ${otherwise}.`,
  };
}

/**
 * Services whose machines join what the others offer in a circle, so that none can come first: one problem for each
 * circle, naming its services in order.
 */
export function circularMemberships(model: EnvironmentModel, types: readonly ServiceType[]): FieldProblem[] {
  const offers = new Offers(model.services, types);
  const next = model.services.map((service) => {
    const membership = joinedBy(service, types);
    return (membership && lookUp(offers, membership)[0]?.place) ?? -1;
  });
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
  const joined = services.map((service) => joinedBy(service, types));
  const capability = joined[0]?.capability ?? '';
  const links = services.map((service, at) => {
    const provider = services[(at + 1) % services.length];
    return `"${service.name}" needs the ${joined[at]?.capability} ${joined[at]?.name} of "${provider?.name}"`;
  });
  const sentence =
    services.length === 1
      ? `"${services[0]?.name}" needs the ${capability} that it provides itself. Clear the ${capability} that it joins.`
      : `${listOf(links)}: none of them can come first. Clear one of these ${capability}s.`;
  return { path: pathOf(model, circle[0] ?? 0, types), code: `${capability}_circle`, sentence };
}

const article = (word: string) => (/^[aeiou]/i.test(word) ? 'an' : 'a');
