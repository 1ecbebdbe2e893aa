import type { Service, Unit } from './environment';
import { hostNameOf } from './installed';
import type { ServiceType } from './service-type';

/**
 * What a unit is called in front of people, the same before and after it is there: its host name, or the one that the
 * service's pattern will give it; without a pattern what it will be, numbered where there are several: "Domain
 * controller 2".
 */
export function unitTitle(type: ServiceType | null, service: Service, unit: Unit): string {
  const host = hostNameOf(unit) ?? (type && expectedHost(patternOf(type, service), service, unit));
  if (host !== null) return host;
  if (!type) return unit.name;
  const { noun } = type.units;
  const title = noun.charAt(0).toUpperCase() + noun.slice(1);
  const index = service.units.findIndex((one) => one.id === unit.id);
  return service.units.length > 1 && index >= 0 ? `${title} ${index + 1}` : title;
}

function patternOf(type: ServiceType, service: Service): unknown {
  const property = type.properties.find(({ kind }) => kind === 'hostnamePattern');
  return property && service[property.name];
}

/**
 * The host name that a deployment gives a unit by the pattern of its service: a number above all that the service has
 * (Murano v0.2 guide, "Hostname assignment"). Null without a pattern.
 */
export function expectedHost(pattern: unknown, service: Service, unit: Unit): string | null {
  if (typeof pattern !== 'string' || pattern === '') return null;
  const place = pattern.indexOf('#');
  if (place < 0) return pattern;
  const [before, after] = [pattern.slice(0, place), pattern.slice(place + 1)];
  const hosts = service.units.map(hostNameOf);
  const numbers = hosts.map((host) => {
    if (host === null || !host.startsWith(before) || !host.endsWith(after)) return 0;
    const digits = host.slice(before.length, host.length - after.length);
    return /^\d{1,9}$/.test(digits) ? Number(digits) : 0;
  });
  const waiting = service.units.filter((_, index) => hosts[index] === null);
  const turn = waiting.findIndex(({ id }) => id === unit.id);
  return turn < 0 ? null : `${before}${Math.max(0, ...numbers) + 1 + turn}${after}`;
}
