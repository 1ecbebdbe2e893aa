import { byId } from './by-id';
import { differs, isBuiltUnit } from './change-rules';
import type { EnvironmentModel, Service, Unit } from './environment';
import { hostOf } from './installed';
import { isObject, type Json } from './json';
import { typeOf } from './network-facts';
import { NOTE_ON_PLACE, ownProperties } from './own-attributes';
import { type ExtensionMove, extensionMoves, type PackageMove, packageMoves } from './package-lock';
import { isSecret, isUnset } from './property-facts';
import { MASK } from './secret';
import { listOf } from './sentence';
import type { Property, ServiceType } from './service-type';

/** Begins the `property` of a change that moves a package; its full name follows. */
export const PACKAGE_PREFIX = 'package:';

/** What a change means for machines: nothing but settings, new ones, others instead, or fewer. */
export type ChangeImpact = 'settings' | 'create' | 'replace' | 'remove';

/** One difference between two documents. Secrets appear as the mask only. */
export interface ModelChange {
  kind: 'packageMoved' | 'serviceAdded' | 'serviceRemoved' | 'unitAdded' | 'unitRemoved' | 'propertyChanged';
  impact: ChangeImpact;
  serviceId: string;
  serviceName: string;
  serviceType: string;
  unitId?: string;
  unitName?: string;
  /** what the machine of the unit is called */
  machine?: string;
  /** of a service that comes: so many machines it has */
  machines?: number;
  /**
   * of a changed property: its name, the words for it, and both values; of a package: `package:` and its full name, with
   * the version before and after. What extends a package comes from null and goes to null
   */
  property?: string;
  label?: string;
  before?: Json;
  after?: Json;
  /** machines that exist now and by this lose what is on them */
  hosts?: string[];
  /** what happens, for people */
  sentence: string;
}

/**
 * What changes between two documents of one environment, in the order a person would tell it: packages that move to
 * another version, what extends them, services removed, services added, then each other service's properties and units. `types` supply words and say what
 * counts as a property; what Vetro itself writes (`state`, addresses) never counts. Secrets are compared by
 * fingerprint and shown masked.
 */
export function diffModels(
  before: EnvironmentModel,
  after: EnvironmentModel,
  types: readonly ServiceType[],
): ModelChange[] {
  const [was, is] = [byId(before.services), byId(after.services)];
  const removed = before.services.filter(({ id }) => !is.has(id));
  const added = after.services.filter(({ id }) => !was.has(id));
  const kept = after.services.flatMap((service) => {
    const old = was.get(service.id);
    return old ? [[old, service] as const] : [];
  });
  return [
    ...packageMoves(before.packages, after.packages).map((move) => packageMoved(move, after, types)),
    ...extensionMoves(before.packages, after.packages).map((move) => extensionMoved(move, after, types)),
    ...removed.map((service) => serviceRemoved(service, types)),
    ...added.map((service) => serviceAdded(service, types)),
    ...kept.flatMap(([old, service]) => [
      ...propertiesChanged(old, service, types),
      ...unitsChanged(old, service, types),
    ]),
  ];
}

/** The machines that lose what is on them; nothing where there are none. */
const losing = (hosts: string[]) => (hosts.length > 0 ? { hosts } : {});

const of = (service: Service) => ({ serviceId: service.id, serviceName: service.name, serviceType: service.type });

/** A package works for all services that need it: its move belongs to the environment. */
function packageMoved(
  { name, from, to }: PackageMove,
  model: EnvironmentModel,
  types: readonly ServiceType[],
): ModelChange {
  const title = types.find((type) => type.package === name)?.title ?? name;
  const moves =
    from.version === to.version
      ? `other content of version ${to.version} is used`
      : `version ${to.version} is used instead of ${from.version}`;
  return {
    kind: 'packageMoved',
    impact: 'settings',
    serviceId: model.id,
    serviceName: title,
    serviceType: types.find((type) => type.package === name)?.type ?? name,
    property: `${PACKAGE_PREFIX}${name}`,
    label: title,
    before: from.version,
    after: to.version,
    sentence: `${title}: ${moves}.`,
  };
}

/** What is extended is extended for all services of it. */
function extensionMoved(
  { name, extends: extended, from, to }: ExtensionMove,
  model: EnvironmentModel,
  types: readonly ServiceType[],
): ModelChange {
  const type = types.find((one) => one.package === extended);
  const title = type?.title ?? extended;
  const moves = to ? `extended by ${name} ${to.version}` : `no longer extended by ${name}`;
  return {
    kind: 'packageMoved',
    impact: 'settings',
    serviceId: model.id,
    serviceName: title,
    serviceType: type?.type ?? extended,
    property: `${PACKAGE_PREFIX}${name}`,
    label: title,
    before: from?.version ?? null,
    after: to?.version ?? null,
    sentence: `${title}: ${moves}.`,
  };
}

function serviceAdded(service: Service, types: readonly ServiceType[]): ModelChange {
  const type = typeOf(service, types);
  const sentence = `Add ${titleOf(service, type)} "${service.name}"${withMachines(service, type)}.`;
  return { kind: 'serviceAdded', impact: 'create', ...of(service), machines: service.units.length, sentence };
}

function serviceRemoved(service: Service, types: readonly ServiceType[]): ModelChange {
  const type = typeOf(service, types);
  const built = service.units.filter(isBuiltUnit).map(hostOf);
  const sentence = `Remove ${titleOf(service, type)} "${service.name}"${lossOf(built)}.`;
  return { kind: 'serviceRemoved', impact: 'remove', ...of(service), ...losing(built), sentence };
}

function lossOf(hosts: readonly string[]): string {
  if (hosts.length === 0) return '';
  if (hosts.length === 1) return `, its machine ${hosts[0]} and all that is on it`;
  return `, its machines (${hosts.join(', ')}) and all that is on them`;
}

function propertiesChanged(old: Service, service: Service, types: readonly ServiceType[]): ModelChange[] {
  const properties = [...(typeOf(service, types)?.properties ?? []), ...ownProperties(old, service)];
  const hosts = service.units.filter(isBuiltUnit).map(hostOf);
  return properties
    .filter((property) => differs(property, old[property.name], service[property.name]))
    .map((property) => {
      const replaces = hosts.length > 0 && property.change === 'replace';
      const loss = replaces ? ` Set up again from nothing: ${hosts.join(', ')}.` : '';
      return {
        kind: 'propertyChanged',
        impact: replaces ? 'replace' : 'settings',
        ...of(service),
        ...losing(replaces ? hosts : []),
        ...valuesOf(property, old[property.name], service[property.name]),
        sentence: `${service.name}: ${valueWords(property, old[property.name], service[property.name])}.${loss}`,
      };
    });
}

function unitsChanged(old: Service, service: Service, types: readonly ServiceType[]): ModelChange[] {
  const type = typeOf(service, types);
  const noun = type?.units.noun ?? 'machine';
  const unitOf = (unit: Unit) => ({ ...of(service), unitId: unit.id, unitName: unit.name, machine: hostOf(unit) });
  const [was, is] = [byId(old.units), byId(service.units)];
  const gone = old.units
    .filter(({ id }) => !is.has(id))
    .map((unit): ModelChange => {
      const hosts = isBuiltUnit(unit) ? [hostOf(unit)] : [];
      const loss = hosts.length > 0 ? ' and all that is on it' : '';
      const sentence = `${service.name}: remove the ${noun} ${hostOf(unit)}${loss}.`;
      return { kind: 'unitRemoved', impact: 'remove', ...unitOf(unit), ...losing(hosts), sentence };
    });
  const fresh = service.units
    .filter(({ id }) => !was.has(id))
    .map((unit): ModelChange => {
      const sentence = `${service.name}: add one more ${noun}.`;
      return { kind: 'unitAdded', impact: 'create', ...unitOf(unit), sentence };
    });
  const changed = service.units.flatMap((unit) => {
    const earlier = was.get(unit.id);
    if (!earlier) return [];
    const known = type?.unitProperties ?? [];
    const note = known.some(({ name }) => name === NOTE_ON_PLACE.name) ? [] : [NOTE_ON_PLACE];
    return [...known, ...note, ...ownProperties(earlier, unit)]
      .filter((property) => differs(property, earlier[property.name], unit[property.name]))
      .map((property): ModelChange => {
        const replaces = isBuiltUnit(earlier) && property.change === 'replace';
        const what = valueWords(property, earlier[property.name], unit[property.name]);
        const sentence = `${service.name}, ${hostOf(unit)}: ${what}.`;
        return {
          kind: 'propertyChanged',
          impact: replaces ? 'replace' : 'settings',
          ...unitOf(unit),
          ...losing(replaces ? [hostOf(earlier)] : []),
          ...valuesOf(property, earlier[property.name], unit[property.name]),
          sentence,
        };
      });
  });
  return [...gone, ...fresh, ...changed];
}

function valuesOf(property: Property, before: unknown, after: unknown) {
  const shown = (value: unknown): Json => {
    if (isUnset(value)) return null;
    if (isSecret(property)) return MASK;
    return (property.kind === 'image' && isObject(value) ? (value.title ?? value.name ?? null) : value) as Json;
  };
  return { property: property.name, label: property.label, before: shown(before), after: shown(after) };
}

/** What happens to a property, as the middle of a sentence. */
function valueWords(property: Property, before: unknown, after: unknown): string {
  const label = property.label.toLowerCase();
  if (isSecret(property)) return isUnset(after) ? `${label} is cleared` : `${label} is changed`;
  const { before: from, after: to } = valuesOf(property, before, after);
  if (to === null) return `${label} is cleared (was ${word(from)})`;
  if (from === null) return `${label} becomes ${word(to)}`;
  return `${label} changes from ${word(from)} to ${word(to)}`;
}

function word(value: Json): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : listOf(value.map(part));
  if (isObject(value)) {
    const known = Object.entries(value).filter(([, inner]) => inner !== null);
    return known.length === 0 ? 'nothing' : known.map(([key, inner]) => `${key}: ${part(inner)}`).join(', ');
  }
  return String(value);
}

/** A value within another one: what has parts of its own is held together. */
function part(value: Json): string {
  return typeof value === 'object' && value !== null ? `(${word(value)})` : word(value);
}

const titleOf = (service: Service, type?: ServiceType) => type?.title ?? service.type;

/** Nothing for what has no machines of its own, or does not say yet how many. */
function withMachines({ units }: Service, type?: ServiceType): string {
  const noun = type?.units.noun ?? 'machine';
  if (units.length === 0) return '';
  return units.length === 1 ? ` with one ${noun}` : ` with ${units.length} ${noun}s`;
}
