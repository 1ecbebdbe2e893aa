import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { isMadePassword } from '@/lib/model/made-passwords';
import { NOTE_ON_PLACE } from '@/lib/model/own-attributes';
import type { Property, PropertyKind, ServiceType } from '@/lib/model/service-type';
import { PASSWORD_MAX, PASSWORD_MIN } from '@/lib/model/windows-rules';

/** Where services are sent, as a whole. */
const SERVICES = '/v1/environments/{environmentId}/services';
const SERVICE = `${SERVICES}/{path}`;

const text: JsonObject = { type: 'string' };
const texts: JsonObject = { type: 'array', items: text };

/** What values of a kind are, as far as JSON Schema can say. */
const OF_KIND: Readonly<Partial<Record<PropertyKind, JsonObject>>> = {
  boolean: { type: 'boolean' },
  integer: { type: 'integer' },
  port: { type: 'integer', minimum: 1, maximum: 65_535 },
  password: { type: 'string', format: 'password', minLength: PASSWORD_MIN, maxLength: PASSWORD_MAX },
  url: { type: 'string', format: 'uri' },
  ipAddress: { type: 'string', format: 'ipv4' },
  textList: texts,
  table: { oneOf: [{ type: 'array' }, { type: 'object' }] },
  ipAddressList: texts,
  databaseList: texts,
  image: {
    oneOf: [text, { type: 'object', properties: { name: text, type: text, title: text }, required: ['name'] }],
  },
};

/** The name of a service type's schema among those of the API's description. */
const schemaName = (type: string) => `service.${type}`;

/**
 * The description of the API with a schema for each type of service that everybody may use, where services are sent.
 *
 * @param document left as it is
 */
export function withServiceSchemas(document: JsonObject, types: readonly ServiceType[]): JsonObject {
  const described = types.filter(({ form, offered }) => form.length > 0 && offered !== false);
  const made = Object.fromEntries(described.map((type) => [schemaName(type.type), serviceSchema(type)]));
  const references = described.map(({ type }): Json => ({ $ref: `#/components/schemas/${schemaName(type)}` }));
  const one: JsonObject = {
    oneOf: references,
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(described.map(({ type }) => [type, `#/components/schemas/${schemaName(type)}`])),
    },
  };
  const whole: JsonObject = { description: 'An object of a class, by its header; or any value below a service.' };
  const list: JsonObject = { type: 'array', items: { anyOf: [one, whole] } };
  const components = objectIn(document, 'components');
  const paths = objectIn(document, 'paths');
  return {
    ...document,
    components: { ...components, schemas: { ...objectIn(components, 'schemas'), ...made } },
    paths: {
      ...paths,
      [SERVICES]: withBodies(objectIn(paths, SERVICES), { post: { anyOf: [one, list, whole] }, put: list }),
      [SERVICE]: withBodies(objectIn(paths, SERVICE), { put: { anyOf: [one, whole] } }),
    },
  };
}

function withBodies(address: JsonObject, bodies: Readonly<Record<string, JsonObject>>): JsonObject {
  const changed = Object.entries(bodies).map(([method, schema]): [string, Json] => {
    const operation = objectIn(address, method);
    const content: JsonObject = { 'application/json': { schema } };
    return [method, { ...operation, requestBody: { ...objectIn(operation, 'requestBody'), content } }];
  });
  return { ...address, ...Object.fromEntries(changed) };
}

function serviceSchema({ type, title, summary, properties, unitProperties, units, offers }: ServiceType): JsonObject {
  const unit = objectSchema([...unitProperties.filter(({ name }) => name !== NOTE_ON_PLACE.name), NOTE_ON_PLACE]);
  const own = objectSchema(properties);
  return {
    ...own,
    title,
    description: summary,
    properties: {
      type: { const: type },
      ...objectIn(own, 'properties'),
      ...(units.managed ? {} : { units: { type: 'array', items: unit, minItems: units.min, maxItems: units.max } }),
    },
    required: ['type', ...neededOf(properties, offers), ...(units.managed || units.max === 0 ? [] : ['units'])],
  };
}

function objectSchema(properties: readonly Property[]): JsonObject {
  const entries = properties.map((property): [string, Json] => [property.name, propertySchema(property)]);
  return { type: 'object', properties: Object.fromEntries(entries) };
}

/** What a client must send: what has a default, is chosen by the cloud, counts sometimes or is made may be left out. */
function neededOf(properties: readonly Property[], offers: ServiceType['offers']): string[] {
  const mayBeMissing = (one: Property) =>
    !one.required ||
    one.when !== undefined ||
    one.default !== undefined ||
    one.defaultFrom !== undefined ||
    one.kind === 'flavor' ||
    one.kind === 'image' ||
    isMadePassword(one, { offers });
  return properties.filter((one) => !mayBeMissing(one)).map(({ name }) => name);
}

function propertySchema({ kind, label, help, min, max, choices, pattern, default: usual }: Property): JsonObject {
  const base = OF_KIND[kind] ?? text;
  const isNumber = base.type === 'integer';
  const bounds: JsonObject = {
    ...(min === undefined ? {} : { [isNumber ? 'minimum' : 'minLength']: min }),
    ...(max === undefined ? {} : { [isNumber ? 'maximum' : 'maxLength']: max }),
  };
  return {
    ...base,
    ...(isNumber || base === text ? bounds : {}),
    title: label,
    ...(help === '' ? {} : { description: help }),
    ...(choices ? { enum: choices.map(({ value }) => value) } : {}),
    ...(pattern ? { pattern: pattern.expression } : {}),
    ...(usual === undefined ? {} : { default: usual as Json }),
  };
}

function objectIn(holder: JsonObject, key: string): JsonObject {
  const value = holder[key] ?? null;
  return isObject(value) ? value : {};
}
