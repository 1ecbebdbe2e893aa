import { isVetroError } from '@/lib/errors';
import type { Json, JsonObject } from '@/lib/model/json';
import { attributePhrase } from './attribute-phrases';
import { referencedResources, resolve } from './functions';
import { prepareTemplate } from './prepare';
import type { Scope } from './scope';
import type { Template } from './template';

/** The type of a server in Heat. */
export const SERVER_TYPE = 'OS::Nova::Server';
const READ_PROPERTIES = ['name', 'flavor', 'image', 'key_name', 'availability_zone'] as const;
/** So many servers of a template are read; groups of groups could have a million. */
const MAX_SERVERS = 2_000;

/** A server that a template makes. */
export interface TemplateServer {
  /** of its resource; a member of a group is called `web.0` */
  resource: string;
  /** those of {@link READ_PROPERTIES} that are given; what only the cloud can tell is a phrase in ‹ › */
  properties: JsonObject;
}

/**
 * The servers that a template makes with values of its parameters: each member of a group is one, and those whose
 * condition does not hold are none. An attribute of another resource that is called like one of its properties is the
 * property's value (`value` of OS::Heat::Value).
 *
 * @param given values of parameters by name
 * @param more `pseudo`: values such as `OS::stack_name`
 * @returns null where there are more than anybody looks at
 */
export function serversOf(
  source: JsonObject,
  given: JsonObject,
  more: { pseudo?: JsonObject; yaql?: Scope['yaql'] },
): TemplateServer[] | null {
  const { template, values } = prepareTemplate(source, given, more);
  if (!template) return [];
  const servers = Object.keys(template.resources).filter((name) => template.resources[name]?.type === SERVER_TYPE);
  if (servers.length > MAX_SERVERS) return null;
  const scope = scopeBefore(template, { ...more.pseudo, ...values }, more.yaql);
  return servers.map((resource) => ({ resource, properties: propertiesOf(resource, template, scope) }));
}

function propertiesOf(resource: string, template: Template, scope: Scope): JsonObject {
  const { properties = {} } = template.resources[resource] ?? {};
  return Object.fromEntries(
    READ_PROPERTIES.flatMap((name): [string, Json][] => {
      const value = properties[name];
      if (value === undefined || value === null) return [];
      const phrase = attributePhrase([resource, name]);
      const isOfOthers = referencedResources(value, template.version).length > 0;
      const resolved = resolvedOr(phrase, value, scope) ?? (isOfOthers ? phrase : null);
      return resolved === null || typeof resolved === 'object' ? [] : [[name, resolved]];
    }),
  );
}

/** What expressions see before anything of a stack is made. */
function scopeBefore(template: Template, parameters: JsonObject, yaql: Scope['yaql']): Scope {
  const asking = new Set<string>();
  const scope: Scope = {
    version: template.version,
    ...(yaql ? { yaql } : {}),
    parameter: (name) => parameters[name] ?? null,
    resource: (name) => `‹${name}›`,
    attribute: (name, attribute) => {
      const phrase = attributePhrase([name, attribute]);
      const value = template.resources[name]?.properties[attribute];
      const key = JSON.stringify([name, attribute]);
      if (value === undefined || asking.has(key)) return phrase;
      asking.add(key);
      try {
        return resolvedOr(phrase, value, scope);
      } finally {
        asking.delete(key);
      }
    },
  };
  return scope;
}

function resolvedOr(phrase: Json, value: Json, scope: Scope): Json {
  try {
    return resolve(value, scope);
  } catch (error) {
    if (isVetroError(error)) return phrase;
    throw error;
  }
}
