import { SERVER_TYPE } from '@/lib/formats/hot/servers';
import type { EnvironmentModel, Service, Unit } from '@/lib/model/environment';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { ENTRY_KEYS, isObjectEntry } from '@/lib/model/object-entry';
import { holdsSealed, MASK } from '@/lib/model/secret';
import type { Property, ServiceType } from '@/lib/model/service-type';

/*
 * An environment as one object model, whatever formats its packages are written in: services of Vetro's own format become
 * objects with machines and roles below them, as MuranoPL has instances below applications. Rules then speak of every
 * format alike. A map holds machines by their ids, so that each is related to its service, where a list would not.
 */

export const ENVIRONMENT_TYPE = 'io.murano.Environment';
const APPLICATION = 'io.murano.Application';
const OBJECT = 'io.murano.Object';
const INSTANCE = 'io.murano.resources.Instance';
const WINDOWS_INSTANCE = 'io.murano.resources.WindowsInstance';
const MACHINE = 'Machine';

/** What a machine has of its service, under the names that instances of MuranoPL have: by the kind of property. */
const MACHINE_PROPERTIES = {
  flavor: 'flavor',
  image: 'image',
  keyPair: 'keyname',
  availabilityZone: 'availabilityZone',
};
type MachineKind = keyof typeof MACHINE_PROPERTIES;

/** What types of services that are no classes are in an object model: what each extends, and has. */
export interface DescribedType {
  parents: readonly string[];
  properties: ReadonlySet<string>;
}

/** The types of services, machines and roles of Vetro's own format, by the names that they have in an object model. */
export function describedTypes(types: readonly ServiceType[]): Map<string, DescribedType> {
  const described = new Map<string, DescribedType>();
  described.set(ENVIRONMENT_TYPE, { parents: [OBJECT], properties: new Set(['name', 'region', 'network', 'subnet']) });
  described.set(SERVER_TYPE, { parents: [INSTANCE, OBJECT], properties: new Set() });
  for (const type of types.filter(({ className }) => className === undefined)) {
    const properties = new Set(type.properties.map(({ name }) => name));
    described.set(typeName(type), {
      parents: [type.type, type.package, 'io.vetro.Service', APPLICATION, OBJECT],
      properties,
    });
    const isWindows = type.properties.some(({ imageType }) => imageType?.startsWith('windows'));
    described.set(machineType(type), {
      parents: ['io.vetro.Machine', ...(isWindows ? [WINDOWS_INSTANCE] : []), INSTANCE, OBJECT],
      properties: new Set([...type.unitProperties.map(({ name }) => name), ...derived(type).keys()]),
    });
    for (const { id, kind } of type.roles)
      described.set(roleType(type, id), {
        parents: [kind === 'role' ? 'io.vetro.Role' : 'io.vetro.InstalledApplication', OBJECT],
        properties: new Set(),
      });
  }
  return described;
}

/**
 * The package's own name, or one below it where the type is called otherwise: a package may describe several. A type of a
 * blueprint is called as its package is.
 */
function typeName({ package: name, type }: ServiceType): string {
  const isPackage = type === name || name.split('.').at(-1)?.toLowerCase() === type.toLowerCase();
  return isPackage ? name : `${name}.${type}`;
}
const machineType = (type: ServiceType) => `${typeName(type)}.${MACHINE}`;
const roleType = (type: ServiceType, role: string) => `${typeName(type)}.${role.replace(/\W/g, '_')}`;

/** Properties of the service that its machines have under a common name. */
function derived(type: ServiceType): Map<string, string> {
  return new Map(
    type.properties.flatMap(({ name, kind }) =>
      kind in MACHINE_PROPERTIES ? [[MACHINE_PROPERTIES[kind as MachineKind], name] as const] : [],
    ),
  );
}

/** How the engine loads the objects of an environment: the environment with them as applications; null where it has none. */
export type ObjectLoader = (model: EnvironmentModel) => JsonObject | null;

/**
 * An environment as rules see it: references beside their values, secrets masked, and objects as a run loads them, whatever
 * they were sent as.
 */
export function environmentFacts(
  model: EnvironmentModel,
  types: readonly ServiceType[],
  load: ObjectLoader,
): JsonObject {
  const object = environmentObjects(model, types);
  const loaded = load(model);
  const byId = new Map(objectsUnder(loaded?.applications).map((one) => [(one['?'] as JsonObject).id, one]));
  const applications = model.services.map((service, at) => {
    const editable = (object.applications as JsonObject[])[at] as JsonObject;
    if (isObjectEntry(service)) return masked(byId.get(service['?'].id as Json) ?? editable) as JsonObject;
    const type = types.find((one) => one.type === service.type);
    return type ? withReferences(masked(editable) as JsonObject, type, service, model, types) : editable;
  });
  return { ...(masked(loaded ?? {}) as JsonObject), ...object, applications };
}

const objectsUnder = (value: Json | undefined) => (Array.isArray(value) ? value.filter(isObjectEntry) : []);

/** An environment as an object model that modifications are made in: {@link fromObjects} reads it back. */
export function environmentObjects(model: EnvironmentModel, types: readonly ServiceType[]): JsonObject {
  return {
    '?': { id: model.id, type: ENVIRONMENT_TYPE },
    name: model.name,
    ...(model.region === undefined ? {} : { region: model.region }),
    ...(model.network
      ? { network: model.network.name, ...(model.network.subnet ? { subnet: model.network.subnet.name } : {}) }
      : {}),
    applications: model.services.map((service) => serviceObject(service, types)),
  };
}

function serviceObject(service: Service, types: readonly ServiceType[]): JsonObject {
  if (isObjectEntry(service)) return withoutEntryKeys(service);
  const type = types.find((one) => one.type === service.type);
  if (!type) return { '?': { id: service.id, type: 'io.vetro.Service' }, name: service.name };
  const own = valuesOf(type.properties, service);
  const ofMachines = Object.fromEntries(
    [...derived(type)].map(([name, from]) => {
      const value = (service as JsonObject)[from] ?? null;
      return [name, name === 'image' && isObject(value) ? (value.name ?? null) : value];
    }),
  );
  const units = service.units.map((unit): [string, Json] => [
    unit.id,
    {
      '?': { id: unit.id, type: machineType(type) },
      ...ofMachines,
      ...valuesOf(type.unitProperties, unit),
      name: unit.name,
      roles: rolesOf(type, unit),
    },
  ]);
  return {
    '?': { id: service.id, type: typeName(type) },
    ...own,
    name: service.name,
    units: Object.fromEntries(units),
  };
}

function rolesOf(type: ServiceType, unit: Unit): JsonObject {
  const carried = type.roles.filter(({ when }) => !when || (unit as JsonObject)[when.property] === when.equals);
  return Object.fromEntries(
    carried.map(({ id }) => [id, { '?': { id: `${unit.id}-${id}`, type: roleType(type, id) } }]),
  );
}

/** The values of properties that are there; an empty text says nothing. */
function valuesOf(properties: readonly Property[], holder: Service | Unit): JsonObject {
  const given = holder as JsonObject;
  return Object.fromEntries(
    properties.flatMap(({ name }) => {
      const value = given[name];
      return value === undefined || value === null || value === '' ? [] : [[name, value]];
    }),
  );
}

function withoutEntryKeys(entry: JsonObject): JsonObject {
  const own: readonly string[] = ENTRY_KEYS;
  return Object.fromEntries(Object.entries(entry).filter(([key]) => !own.includes(key)));
}

/** What names another service stands beside the id of that service: a property and a relationship of one name. */
function withReferences(
  object: JsonObject,
  type: ServiceType,
  service: Service,
  { services }: EnvironmentModel,
  types: readonly ServiceType[],
): JsonObject {
  const references = type.properties.flatMap(({ name, kind, needs }) => {
    const value = object[name];
    if ((kind !== 'membershipRef' && kind !== 'serviceRef') || typeof value !== 'string') return [];
    const wanted = needs?.split('|') ?? [];
    const target = services.find((other) => other.id !== service.id && isNamed(other, value, wanted, types));
    return target ? [[name, [value, target.id]] satisfies [string, Json]] : [];
  });
  return { ...object, ...Object.fromEntries(references) };
}

function isNamed(service: Service, name: string, wanted: readonly string[], types: readonly ServiceType[]): boolean {
  if (wanted.length === 0) return service.name === name;
  const offers = types.find((one) => one.type === service.type)?.offers ?? [];
  return offers.some((offer) => wanted.includes(offer.capability) && (service as JsonObject)[offer.name] === name);
}

/** Secrets are told as there, not as what they are. */
function masked(value: Json): Json {
  if (typeof value === 'string') return holdsSealed(value) ? MASK : value;
  if (Array.isArray(value)) return value.map(masked);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, masked(inner)]));
}

/**
 * The environment that changed objects stand for.
 *
 * @param before the environment that {@link environmentObjects} made objects of
 * @throws Error with a sentence for a change that Vetro's own format has no place for
 */
export function fromObjects(
  object: JsonObject,
  before: EnvironmentModel,
  types: readonly ServiceType[],
): EnvironmentModel {
  const objects = new Map((object.applications as JsonObject[]).map((one) => [(one['?'] as JsonObject).id, one]));
  const services = before.services.flatMap((service): Service[] => {
    const changed = objects.get(service.id);
    return changed ? [changedService(service, changed, types)] : [];
  });
  return { ...before, services };
}

function changedService(service: Service, changed: JsonObject, types: readonly ServiceType[]): Service {
  const was = serviceObject(service, types);
  if (JSON.stringify(was) === JSON.stringify(changed)) return service;
  if (isObjectEntry(service)) {
    const kept = Object.fromEntries(ENTRY_KEYS.flatMap((key) => (key in service ? [[key, service[key] as Json]] : [])));
    return { ...changed, ...kept } as unknown as Service;
  }
  const type = types.find((one) => one.type === service.type) as ServiceType;
  const result: JsonObject = { ...(service as JsonObject), ...differences(was, changed, type.properties) };
  const machines = isObject(changed.units) ? changed.units : {};
  result.units = service.units.flatMap((unit): Json[] => {
    const machine = machines[unit.id];
    if (!isObject(machine)) return [];
    const old = (was.units as JsonObject)[unit.id] as JsonObject;
    for (const [name, from] of derived(type)) {
      if (type.unitProperties.some((one) => one.name === name) || same(old[name], machine[name])) continue;
      const value = machine[name] ?? null;
      const isImage = type.properties.find((one) => one.name === from)?.kind === 'image';
      result[from] = isImage && typeof value === 'string' ? { name: value } : value;
    }
    return [{ ...(unit as JsonObject), ...differences(old, machine, type.unitProperties) }];
  });
  return result as unknown as Service;
}

const same = (a: Json | undefined, b: Json | undefined) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

function differences(was: JsonObject, now: JsonObject, properties: readonly Property[]): JsonObject {
  return Object.fromEntries(
    properties.flatMap((property) => {
      const { name } = property;
      return same(was[name], now[name]) ? [] : [[name, asKind(property, now[name] ?? null)]];
    }),
  );
}

/** A value as the kind of a property has it: rules compute texts. */
function asKind({ kind }: Property, value: Json): Json {
  if (value === null) return '';
  if ((kind === 'integer' || kind === 'port') && typeof value === 'string' && /^-?\d+$/.test(value))
    return Number(value);
  if (kind === 'boolean' && typeof value === 'string' && /^(true|false)$/i.test(value))
    return value.toLowerCase() === 'true';
  if (kind === 'image' && typeof value === 'string') return { name: value };
  if (kind !== 'integer' && kind !== 'port' && typeof value === 'number') return String(value);
  return value;
}
