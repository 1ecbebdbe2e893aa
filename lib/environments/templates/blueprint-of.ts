import type { EnvironmentModel } from '@/lib/model/environment';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { ownDomain, typeOf } from '@/lib/model/network-facts';
import { isUnset } from '@/lib/model/property-facts';
import { fingerprintOf, holdsSealed } from '@/lib/model/secret';
import type { Property, ServiceType } from '@/lib/model/service-type';
import { BLUEPRINT_FORMAT, type Blueprint, type BlueprintParameter } from '@/lib/model/templates/blueprint';
import { mapTree, type SecretMarker, type SecretMode } from '@/lib/model/templates/markers';
import { READ_ONLY } from '../services/prepare';

export interface BlueprintOptions {
  name: string;
  summary?: string;
  /** how passwords are marked; other secrets cannot be made up and are always to be asked */
  secrets: SecretMode;
  /** whether the domains it provides become parameters, so that the next environment may have another one */
  domainsAsParameters?: boolean;
}

/**
 * An environment's document as a blueprint: without ids, state and whatever else deployments reached; a marker
 * stands where each secret was. Secrets that were equal share a key, so that they will be equal again.
 */
export function blueprintOf(
  model: EnvironmentModel,
  types: readonly ServiceType[],
  { name, summary = '', secrets, domainsAsParameters = false }: BlueprintOptions,
): Blueprint {
  const own = model.services.map((service) => ownProperties(service as JsonObject, typeOf(service, types)));
  const marked = withMarkers(own, types, secrets);
  const head = { format: BLUEPRINT_FORMAT, name, summary, version: '1.0.0' } as const;
  if (!domainsAsParameters) return { ...head, parameters: [], services: marked };
  const domains = model.services.flatMap((service) => ownDomain(service, types) ?? []);
  const parameters = domains.map((domain, index): BlueprintParameter => {
    const parameter = index === 0 ? 'domain' : `domain${index + 1}`;
    const help = 'The name of the domain that the machines join.';
    return { name: parameter, kind: 'domainName', label: 'Domain name', help, default: domain };
  });
  return { ...head, parameters, services: withParameters(marked, parameters) };
}

/** What a person chose of a service and its units; values that were left empty are left out. */
function ownProperties(service: JsonObject, type: ServiceType | undefined): JsonObject {
  const units = Array.isArray(service.units) ? service.units.filter(isObject) : [];
  return {
    ...chosen(service, type?.properties ?? []),
    units: units.map((unit) => chosen(withoutMadeUpName(unit), type?.unitProperties ?? [])),
  };
}

/** Units that nobody named are named after their service, which may be called otherwise next time. */
function withoutMadeUpName({ name, ...unit }: JsonObject): JsonObject {
  return name === undefined || (typeof name === 'string' && /_instance_\d+$/.test(name)) ? unit : { name, ...unit };
}

function chosen(owner: JsonObject, properties: readonly Property[]): JsonObject {
  const entries = Object.entries(owner)
    .filter(([key, value]) => key !== 'units' && !isReadOnly(key) && !isUnset(value))
    .map(([key, value]): [string, Json] => {
      const image = properties.some((property) => property.name === key && property.kind === 'image');
      // the title of an image is the cloud's to say, perhaps of another cloud by then
      return image && isObject(value) && value.name !== undefined ? [key, { name: value.name }] : [key, value];
    });
  return Object.fromEntries(entries);
}

const isReadOnly = (key: string) => (READ_ONLY as readonly string[]).includes(key);

function withMarkers(services: JsonObject[], types: readonly ServiceType[], mode: SecretMode): JsonObject[] {
  const seen = new Map<string, number>();
  mapTree(
    services,
    (value) => {
      const fingerprint = typeof value === 'string' ? fingerprintOf(value) : null;
      if (fingerprint !== null) seen.set(fingerprint, (seen.get(fingerprint) ?? 0) + 1);
      return null;
    },
    '',
  );
  const several = [...seen].filter(([, times]) => times > 1);
  const shared = new Map(several.map(([fingerprint], index) => [fingerprint, `shared-${index + 1}`]));
  return mapTree(
    services,
    (value, path) => {
      if (typeof value !== 'string' || !holdsSealed(value)) return null;
      const key = shared.get(fingerprintOf(value) ?? '');
      const marker: SecretMarker = {
        $secret: isPassword(services, path, types) ? mode : 'ask',
        ...(key === undefined ? {} : { key }),
      };
      return { value: { ...marker } };
    },
    '',
  ) as JsonObject[];
}

function isPassword(services: JsonObject[], path: string, types: readonly ServiceType[]): boolean {
  const [index, ...rest] = path.split('.');
  const type = typeOf(services[Number(index)] ?? {}, types);
  const properties = (rest[0] === 'units' ? type?.unitProperties : type?.properties) ?? [];
  return properties.some(({ name, kind }) => name === rest.at(-1) && kind === 'password');
}

function withParameters(services: JsonObject[], parameters: readonly BlueprintParameter[]): JsonObject[] {
  const names = new Map([...parameters].reverse().map(({ default: domain, name }) => [domain, name]));
  return mapTree(
    services,
    (value) => {
      const name = typeof value === 'string' ? names.get(value) : undefined;
      return name === undefined ? null : { value: { $parameter: name } };
    },
    '',
  ) as JsonObject[];
}
