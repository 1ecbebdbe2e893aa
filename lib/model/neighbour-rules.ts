import type { FieldProblem } from './field-problem';
import { isObject } from './json';
import type { ServiceType } from './service-type';
import { hostNamesOf, netbiosNameOf } from './windows-rules';

/** Rules between the services of one environment: names and domains that must not meet. */

type Loose = Record<string, unknown>;

/** The service type of a service, if a package describes it. */
export function typeOf(service: Loose, types: readonly ServiceType[]): ServiceType | undefined {
  return types.find((type) => type.type === service.type);
}

/** The domain that a service provides to others, in small letters, or null. */
export function providedDomain(service: Loose, types: readonly ServiceType[]): string | null {
  return domainAt(service, typeOf(service, types)?.providesDomain);
}

/** The domain that a service's machines join, in small letters, or null. */
export function joinedDomain(service: Loose, types: readonly ServiceType[]): string | null {
  return domainAt(service, typeOf(service, types)?.joinsDomain);
}

function domainAt(service: Loose, property: string | null | undefined): string | null {
  const value = property ? service[property] : null;
  return typeof value === 'string' && value.trim() !== '' ? value.trim().toLowerCase() : null;
}

/** The host names a service's machines have or will get, in small letters; none for names that are made up. */
export function plannedHostNames(service: Loose, types: readonly ServiceType[]): string[] {
  const property = typeOf(service, types)?.properties.find(({ kind }) => kind === 'hostnamePattern');
  const pattern = property ? service[property.name] : undefined;
  const units = Array.isArray(service.units) ? service.units : [];
  const taken = units.flatMap((unit) => {
    const host = isObject(unit) && isObject(unit.state) ? unit.state.hostname : undefined;
    return typeof host === 'string' ? [host.toLowerCase()] : [];
  });
  if (typeof pattern !== 'string' || taken.length >= units.length) return taken;
  const free = hostNamesOf(pattern.toLowerCase(), units.length + taken.length).filter((host) => !taken.includes(host));
  return [...taken, ...free.slice(0, units.length - taken.length)];
}

/** The names beside those of machines that a service brings to the network, in small letters: cluster, listener. */
export function networkNames(service: Loose, types: readonly ServiceType[]): { name: string; path: string }[] {
  const properties = typeOf(service, types)?.properties.filter(({ kind }) => kind === 'hostName') ?? [];
  return properties.flatMap(({ name: path }) => {
    const name = service[path];
    return typeof name === 'string' && name !== '' ? [{ name: name.toLowerCase(), path }] : [];
  });
}

/** A domain that another service provides already. */
export function sameDomainProblems(
  service: Loose,
  others: readonly Loose[],
  types: readonly ServiceType[],
): FieldProblem[] {
  const domain = providedDomain(service, types);
  const property = typeOf(service, types)?.providesDomain;
  const rival = domain ? others.find((other) => providedDomain(other, types) === domain) : undefined;
  if (!rival || !property) return [];
  return [
    {
      path: property,
      code: 'domain_taken',
      sentence: `The service "${String(rival.name)}" provides the domain ${domain} already. Choose another name, or add controllers to that service.`,
    },
  ];
}

/** Host names that machines of other services bear, or that are the short name of a domain. */
export function hostNameProblems(
  service: Loose,
  others: readonly Loose[],
  types: readonly ServiceType[],
): FieldProblem[] {
  const path = typeOf(service, types)?.properties.find(({ kind }) => kind === 'hostnamePattern')?.name;
  if (!path) return [];
  const hosts = plannedHostNames(service, types);
  for (const other of others) {
    const clash = plannedHostNames(other, types).find((host) => hosts.includes(host));
    if (clash) {
      const sentence = `A machine of "${String(other.name)}" is called ${clash} already. Choose another pattern.`;
      return [{ path, code: 'host_name_taken', sentence }];
    }
    const named = networkNames(other, types).find(({ name }) => hosts.includes(name));
    if (named) {
      const sentence = `"${String(other.name)}" uses the name ${named.name} already. Choose another pattern.`;
      return [{ path, code: 'host_name_taken', sentence }];
    }
  }
  for (const provider of [service, ...others]) {
    const domain = providedDomain(provider, types);
    const clash = domain ? hosts.find((host) => host.toUpperCase() === netbiosNameOf(domain)) : undefined;
    if (clash) {
      const sentence = `${clash} is also the short name of the domain ${domain}; Windows refuses a machine of that name. Choose another pattern.`;
      return [{ path, code: 'host_name_is_domain', sentence }];
    }
  }
  return [];
}
