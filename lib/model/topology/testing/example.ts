import type { EnvironmentModel, Service, Unit } from '../../environment';
import { PropertySchema, type ServiceType, ServiceTypeSchema } from '../../service-type';

/** A small environment for tests: a domain with two controllers and a web server that joins it. */
export const EXAMPLE_TYPES: ServiceType[] = [
  ServiceTypeSchema.parse({
    type: 'activeDirectory',
    package: 'x.ActiveDirectory',
    version: '1.0.0',
    title: 'Active Directory',
    summary: 'A Windows domain.',
    properties: [PropertySchema.parse({ name: 'domain', kind: 'domainName', label: 'Domain' })],
    unitProperties: [],
    units: { min: 1, max: 10, default: 1, noun: 'domain controller' },
    exactlyOne: 'isMaster',
    offers: [{ capability: 'domain', name: 'domain', includesMachines: true }],
    roles: [
      {
        id: 'primary',
        title: 'Primary domain controller',
        kind: 'role',
        when: { property: 'isMaster', equals: true },
        installedWhen: ':primaryDc',
      },
      {
        id: 'secondary',
        title: 'Domain controller',
        kind: 'role',
        when: { property: 'isMaster', equals: false },
        installedWhen: 'installed',
      },
    ],
    form: [],
  }),
  ServiceTypeSchema.parse({
    type: 'webServer',
    package: 'x.WebServer',
    version: '1.0.0',
    title: 'Web Server',
    summary: 'A web server.',
    properties: [
      PropertySchema.parse({
        name: 'domain',
        kind: 'membershipRef',
        label: 'Domain',
        needs: 'domain',
        joins: 'domain',
      }),
    ],
    unitProperties: [],
    units: { min: 1, max: 1, default: 1, noun: 'web server' },
    roles: [
      { id: 'iis', title: 'Internet Information Services', kind: 'role', installedWhen: 'iisInstalled' },
      { id: 'site', title: 'Web site', kind: 'application', installedWhen: 'siteInstalled' },
    ],
    form: [],
  }),
];

/** A unit with an id of one repeated digit. */
export function exampleUnit(digit: string, more: Partial<Unit> = {}): Unit {
  return { id: digit.repeat(32), name: `unit_${digit}`, ...more };
}

/** The domain service, with two controllers. */
export function exampleDomain(more: Partial<Service> = {}): Service {
  return {
    id: 'a'.repeat(32),
    type: 'activeDirectory',
    name: 'acme.local',
    domain: 'acme.local',
    units: [exampleUnit('1', { isMaster: true }), exampleUnit('2', { isMaster: false })],
    ...more,
  };
}

/** The web service, with one unit, in the domain. */
export function exampleWeb(more: Partial<Service> = {}): Service {
  return {
    id: 'b'.repeat(32),
    type: 'webServer',
    name: 'shop',
    domain: 'acme.local',
    units: [exampleUnit('3')],
    ...more,
  };
}

/** An environment of the given services. */
export function exampleEnvironment(...services: Service[]): EnvironmentModel {
  return { id: 'e'.repeat(32), name: 'demo', services };
}
