import { hostNamesOf } from './host-name-pattern';
import { isObject, type UncheckedObject } from './json';
import type { ServiceType } from './service-type';

/** What a service brings to the network it shares with others: its domain, the names of its machines, addresses. */

/** The service type of a service, if a package describes it. */
export function typeOf(service: UncheckedObject, types: readonly ServiceType[]): ServiceType | undefined {
  return types.find((type) => type.type === service.type);
}

/** The domain that a service brings to the network, in small letters, or null. */
export function ownDomain(service: UncheckedObject, types: readonly ServiceType[]): string | null {
  const property = typeOf(service, types)?.properties.find(({ kind }) => kind === 'domainName');
  const value = property ? service[property.name] : null;
  return typeof value === 'string' && value.trim() !== '' ? value.trim().toLowerCase() : null;
}

/** The host names a service's machines have or will get, in small letters; none for names that are made up. */
export function plannedHostNames(service: UncheckedObject, types: readonly ServiceType[]): string[] {
  const property = typeOf(service, types)?.properties.find(({ kind }) => kind === 'hostnamePattern');
  const pattern = property ? service[property.name] : undefined;
  const units = Array.isArray(service.units) ? service.units : [];
  const taken = units.flatMap((unit) => {
    const host = isObject(unit) && isObject(unit.state) ? unit.state.hostname : undefined;
    return typeof host === 'string' ? [host.toLowerCase()] : [];
  });
  if (typeof pattern !== 'string' || taken.length >= units.length) return taken;
  const known = new Set(taken);
  const free = hostNamesOf(pattern.toLowerCase(), units.length + taken.length).filter((host) => !known.has(host));
  return [...taken, ...free.slice(0, units.length - taken.length)];
}

/** The names beside those of machines that a service brings to the network, in small letters: cluster, listener. */
export function networkNames(
  service: UncheckedObject,
  types: readonly ServiceType[],
): { name: string; path: string }[] {
  const properties = typeOf(service, types)?.properties.filter(({ kind }) => kind === 'hostName') ?? [];
  return properties.flatMap(({ name: path }) => {
    const name = service[path];
    return typeof name === 'string' && name !== '' ? [{ name: name.toLowerCase(), path }] : [];
  });
}

/** The accounts that a service makes in the domain that it joins: each with the domain before it, in small letters. */
export function createdAccounts(
  service: UncheckedObject,
  types: readonly ServiceType[],
): { account: string; path: string }[] {
  const properties = typeOf(service, types)?.properties ?? [];
  const joins = properties.find((property) => property.joins !== undefined)?.name;
  const domain = joins === undefined ? undefined : service[joins];
  if (typeof domain !== 'string' || domain === '') return [];
  return properties
    .filter(({ createsAccount }) => createsAccount === true)
    .flatMap(({ name: path }) => {
      const account = service[path];
      return typeof account === 'string' && account !== ''
        ? [{ account: `${domain}\\${account}`.toLowerCase(), path }]
        : [];
    });
}

/** The accounts that services make in domains that are there already: others than the environment's may make them, too. */
export function outsideAccounts(
  services: readonly UncheckedObject[],
  types: readonly ServiceType[],
): { account: string; path: string; service: UncheckedObject }[] {
  const made = services.flatMap((service) => {
    const property = typeOf(service, types)?.properties.find(({ kind }) => kind === 'domainName');
    return property?.existing === false ? (ownDomain(service, types) ?? []) : [];
  });
  const own = new Set(made);
  return services.flatMap((service) =>
    createdAccounts(service, types)
      .filter(({ account }) => !own.has(account.slice(0, account.indexOf('\\'))))
      .map((one) => ({ ...one, service })),
  );
}

/** The addresses that a service's properties name. */
export function chosenAddresses(
  service: UncheckedObject,
  types: readonly ServiceType[],
): { address: string; path: string }[] {
  const properties = typeOf(service, types)?.properties.filter(({ kind }) => kind === 'ipAddress') ?? [];
  return properties.flatMap(({ name: path }) => {
    const address = service[path];
    return typeof address === 'string' && address !== '' ? [{ address, path }] : [];
  });
}

/** The addresses that a service's machines have. */
export function machineAddresses(service: UncheckedObject): string[] {
  const units = Array.isArray(service.units) ? service.units : [];
  return units.flatMap((unit) => {
    const address = isObject(unit) && isObject(unit.state) ? unit.state.address : undefined;
    return typeof address === 'string' ? [address] : [];
  });
}
