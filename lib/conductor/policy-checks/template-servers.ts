import { evaluateOnData } from '@vetro/yaql';
import { errors } from '@/lib/errors';
import { CLASS_FILE, TEMPLATE_FILE, TEMPLATE_PARAMETERS } from '@/lib/formats/hot/application-files';
import { SERVER_TYPE, serversOf, type TemplateServer } from '@/lib/formats/hot/servers';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { classNameIn } from '@/lib/model/object-entry';
import type { ObjectPackage } from '@/lib/ports/conductor';
import type { StackOfRun } from '@/lib/ports/policies';

/*
 * Servers that stack templates make stand in no object model: rules see each below the application that has the
 * template, as instances of MuranoPL stand below theirs.
 */

/** What a server is called as a relationship of its application, and in Vetro's own format. */
const UNITS = 'units';
/** Properties of a server under the names that instances of MuranoPL have. */
const INSTANCE_NAMES: Readonly<Record<string, string>> = {
  key_name: 'keyname',
  availability_zone: 'availabilityZone',
};

/** Templates of applications that are one, by their classes. */
export type Templates = ReadonlyMap<string, { version: string; template: JsonObject }[]>;

/** The templates of packages that are a Heat template (docs/hot-packages.md). */
export function templatesIn(packages: readonly ObjectPackage[]): Templates {
  const found = new Map<string, { version: string; template: JsonObject }[]>();
  for (const { name, version, files } of packages) {
    const text = files[TEMPLATE_FILE];
    if (text === undefined || files[CLASS_FILE] === undefined) continue;
    const template: unknown = JSON.parse(text);
    if (isObject(template as Json))
      found.set(name, [...(found.get(name) ?? []), { version, template: template as JsonObject }]);
  }
  return found;
}

/**
 * Objects with the servers that their templates make, as `units` of each; objects of no template are the same.
 *
 * @param ancestorsOf the classes above a class: a class that extends a template's makes its servers
 * @throws `too_many_servers` (invalid input) for a template with more servers than rules can be asked about
 */
export function withServers(
  value: Json,
  templates: Templates,
  ancestorsOf: (className: string) => readonly string[],
  tenantId: string | null,
): Json {
  if (templates.size === 0) return value;
  const visit = (one: Json): Json => {
    if (Array.isArray(one)) return one.map(visit);
    if (!isObject(one)) return one;
    const inner = Object.fromEntries(Object.entries(one).map(([key, held]) => [key, key === '?' ? held : visit(held)]));
    const header = one['?'];
    if (!isObject(header)) return inner;
    const template = templateOf(header, templates, ancestorsOf);
    return template ? { ...inner, ...unitsOf(one, String(header.id), template, tenantId) } : inner;
  };
  return visit(value);
}

/**
 * An environment with the servers of a stack that no object of it is, as its `servers`: a program can make those by itself.
 * An object is a server where it is called like it and has no other flavor.
 *
 * @param hosts what machines are called in the stack, by the ids of their objects, where that is not their name
 * @throws `too_many_servers` (invalid input) for a stack with more servers than rules can be asked about
 */
export function withStackServers(
  environment: JsonObject,
  hosts: ReadonlyMap<string, string>,
  { template, parameters }: StackOfRun,
  tenantId: string,
): JsonObject {
  const servers = serversIn(template, parameters, `stack-${String((environment['?'] as JsonObject).id)}`, tenantId);
  if (servers.length === 0) return environment;
  const known = machinesUnder(environment, hosts);
  const isKnown = ({ resource, properties: { name = resource, flavor = null } }: TemplateServer) =>
    [resource, name].some((one) => known.get(String(one))?.some((size) => size === null || size === flavor));
  const units = servers.filter((server) => !isKnown(server)).map((server) => unitOf('stack', server));
  return units.length === 0 ? environment : { ...environment, servers: Object.fromEntries(units) };
}

/** Flavors of the objects under a value by what they are called; null where an object has none. */
function machinesUnder(value: Json, hosts: ReadonlyMap<string, string>): Map<string, Json[]> {
  const found = new Map<string, Json[]>();
  const visit = (one: Json): void => {
    if (Array.isArray(one)) for (const inner of one) visit(inner);
    if (!isObject(one)) return;
    const { '?': header, ...properties } = one;
    const id = isObject(header) ? String(header.id) : '';
    for (const name of new Set([one.name, hosts.get(id)]))
      if (isObject(header) && typeof name === 'string')
        found.set(name, [...(found.get(name) ?? []), one.flavor ?? null]);
    for (const inner of Object.values(properties)) visit(inner);
  };
  visit(value);
  return found;
}

function templateOf(
  { type }: JsonObject,
  templates: Templates,
  ancestorsOf: (className: string) => readonly string[],
): JsonObject | null {
  const className = classNameIn(type);
  const known = [className, ...ancestorsOf(className)].flatMap((name) => templates.get(name) ?? []);
  const version = /\/([^@]+)/.exec(String(type))?.[1];
  return (known.find((one) => one.version === version) ?? known[0])?.template ?? null;
}

function unitsOf(object: JsonObject, id: string, template: JsonObject, tenantId: string | null): JsonObject {
  const given = isObject(object[TEMPLATE_PARAMETERS]) ? object[TEMPLATE_PARAMETERS] : {};
  // as the class gives them to the stack: null is the template's own value
  const parameters = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const servers = serversIn(template, parameters, `hot-${id}`, tenantId);
  if (servers.length === 0) return {};
  const own = isObject(object[UNITS]) ? object[UNITS] : {};
  return { [UNITS]: { ...own, ...Object.fromEntries(servers.map((server) => unitOf(id, server))) } };
}

function serversIn(template: JsonObject, parameters: JsonObject, stackName: string, tenantId: string | null) {
  const pseudo = { 'OS::stack_name': stackName, 'OS::stack_id': '', 'OS::project_id': tenantId ?? '' };
  const servers = serversOf(template, parameters, { pseudo, yaql: evaluateOnData });
  if (servers) return servers;
  const sentence = 'A template of this environment makes more servers than rules can be asked about.';
  throw errors.invalidInput(sentence, [], { code: 'too_many_servers' });
}

/** A server as an object of the one that has its template. */
function unitOf(parentId: string, { resource, properties }: TemplateServer): [string, Json] {
  const id = `${parentId}-${resource}`;
  const named = Object.entries(properties).map(([name, value]) => [INSTANCE_NAMES[name] ?? name, value] as const);
  return [id, { '?': { id, type: SERVER_TYPE }, name: resource, ...Object.fromEntries(named) }];
}
