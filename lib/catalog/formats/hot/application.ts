import { machineOutput, STACK_MACHINES, TEMPLATE_PARAMETERS } from '@/lib/formats/hot/application-files';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import type { MachineSource } from './machines';

/** A Heat template as an application. */
export interface HotApplication {
  /** full name of package and class */
  name: string;
  /** by name, as the template has them */
  parameters: Readonly<Record<string, JsonObject>>;
  /** their names */
  outputs: readonly string[];
  /** what makes machines of the service */
  machines: readonly MachineSource[];
}

const MANIFEST_KEYS = [
  'Type',
  'FullName',
  'Version',
  'Name',
  'Description',
  'Author',
  'Tags',
  'Categories',
  'Logo',
  'Require',
];
/** Kinds of field by what Heat holds a parameter against. */
const CHOSEN: Readonly<Record<string, string>> = {
  'nova.flavor': 'flavor',
  'glance.image': 'image',
  'nova.keypair': 'keypair',
};

/** The manifest of the package in MuranoPL, in YAML. */
export function applicationManifest(manifest: JsonObject, name: string): string {
  const entries = MANIFEST_KEYS.flatMap((key) => (manifest[key] === undefined ? [] : [[key, manifest[key]] as const]));
  return JSON.stringify({ Format: '1.4', ...Object.fromEntries(entries), Classes: { [name]: 'HotApplication.yaml' } });
}

/**
 * The class: it pushes the template as a stack of its own, and has the stack's outputs as properties. The id of a machine is
 * the first 24 digits of the object's id and the number of the server, so that it stays the same; of a member of a group
 * "a", three digits for the group and four for the member. Inboxes are named as `agentQueue` and `inboxOfServer` say.
 */
export function applicationClass({ name, outputs, machines }: HotApplication): string {
  const quoted = JSON.stringify;
  const properties = outputs.map((output) => `  ${propertyOf(output)}:\n    Contract: $\n    Usage: Out\n`);
  const results = outputs.map((output) => `      - $.${propertyOf(output)}: $outputs.get(${quoted(output)})\n`);
  const servers = machines.filter(({ indexVariable }) => indexVariable === null);
  const groups = machines.filter(({ indexVariable }) => indexVariable !== null);
  const listOf = (...texts: string[]) => `list(${texts.map((text) => quoted(text)).join(', ')})`;
  const numberedServers = servers.map(({ resource }, at) =>
    listOf(resource, machineOutput(resource), String(at).padStart(8, '0')),
  );
  const numberedGroups = groups.map(({ resource, indexVariable }, at) =>
    listOf(resource, machineOutput(resource), `a${String(at).padStart(3, '0')}`, `.${indexVariable}`),
  );
  return `Namespaces:
  std: io.murano
  sys: io.murano.system
Name: ${quoted(name)}
Extends: std:Application
Properties:
  ${TEMPLATE_PARAMETERS}:
    Contract: {}
    Default: {}
  ${STACK_MACHINES}:
    Contract: [{}]
    Default: []
    Usage: Runtime
${properties.join('')}Methods:
  getStack:
    Body:
      - Return: new(sys:HeatStack, name => format('hot-{0}', id($this)))
  deploy:
    Body:
      - $resources: new(sys:Resources)
      - $stack: $.getStack()
      - $servers: list(${numberedServers.join(', ')})
      - $groups: list(${numberedGroups.join(', ')})
      - $first: id($this).substring(0, 24)
      - $inbox: format('e{0}-{1}-{2}', id($.find(std:Environment)), id($this), $first).toLower()
      - $ofServers: $servers.toDict($[0], dict(properties => dict(metadata => dict(agent_queue => $inbox + $[2]))))
      - $ofGroups: $groups.toDict($[0], dict(properties => dict(resource_def => dict(properties => dict(metadata => dict(agent_queue => $inbox + $[2] + $[3]))))))
      - $stack.setTemplate($resources.json('template.json').mergeWith(dict(resources => $ofServers.mergeWith($ofGroups))))
      - $stack.setParameters($.${TEMPLATE_PARAMETERS}.items().where($[1] != null).toDict($[0], $[1]))
      - $stack.push()
      - $outputs: $stack.output()
${results.join('')}      - $single: $servers.select(dict(id => $first + $[2], name => $[0], made => $outputs.get($[1]))).where($.made != null)
      - $made: $groups.select(list($[0], $first + $[2], $outputs.get($[1]))).where($[2] != null)
      - $members: $made.selectMany(let(group => $) -> $group[2].ids.keys().orderBy(int($)).select(dict(id => $group[1] + ('000' + $).substring(-4), name => $group[0] + '.' + $, made => dict(name => $group[2].names.get($), id => $group[2].ids.get($), address => $group[2].addresses.get($)))))
      - $.${STACK_MACHINES}: $single + $members
  .destroy:
    Body:
      - $.getStack().delete()
`;
}

/** The form: a field for each parameter. */
export function applicationForm({ name, parameters }: HotApplication, defaults: JsonObject): string {
  const quoted = JSON.stringify;
  const names = Object.keys(parameters);
  const given = names.map((one) => `    ${quoted(one)}: $.parameters.${propertyOf(one)}\n`);
  const fields = Object.entries(parameters).map(
    ([one, definition]) => `        - ${quoted(fieldOf(one, definition, defaults[one]))}\n`,
  );
  const forms = fields.length === 0 ? 'Forms: []\n' : `Forms:\n  - parameters:\n      fields:\n${fields.join('')}`;
  return `Version: 2
Application:
  '?':
    type: ${quoted(name)}
  ${TEMPLATE_PARAMETERS}:${given.length === 0 ? ' {}\n' : `\n${given.join('')}`}${forms}`;
}

/** A parameter as a field of Murano's dynamic forms. */
function fieldOf(name: string, definition: JsonObject, preset: Json | undefined): JsonObject {
  const standard = preset ?? definition.default;
  const rules = (Array.isArray(definition.constraints) ? definition.constraints : []).filter(isObject);
  const rule = (key: string) => rules.find((one) => one[key] !== undefined)?.[key];
  const [length, range] = ['length', 'range'].map((key) => rule(key)).map((one) => (isObject(one) ? one : {}));
  const [allowed, pattern, custom] = ['allowed_values', 'allowed_pattern', 'custom_constraint'].map(rule);
  const wording = rules.find((one) => one.allowed_pattern !== undefined)?.description;
  const number = (key: string, value: Json | undefined) => (typeof value === 'number' ? { [key]: value } : {});
  return {
    name: propertyOf(name),
    type: typeOf(definition, standard, { allowed, custom }),
    label: typeof definition.label === 'string' ? definition.label : name,
    ...(typeof definition.description === 'string' ? { description: definition.description } : {}),
    required: standard === undefined && definition.type !== 'boolean',
    ...(standard === undefined || standard === null
      ? {}
      : { initial: isFlat(standard) ? standard : JSON.stringify(standard) }),
    ...(Array.isArray(allowed) ? { choices: allowed.map((value) => [String(value), String(value)]) } : {}),
    ...(custom === 'glance.image' ? { imageType: '' } : {}),
    ...(typeof pattern === 'string' ? { regexpValidator: `^(?:${pattern})$` } : {}),
    ...(typeof wording === 'string' ? { errorMessages: { invalid: wording } } : {}),
    ...number('minLength', length?.min),
    ...number('maxLength', length?.max),
    ...number('minValue', range?.min),
    ...number('maxValue', range?.max),
  };
}

function typeOf(
  definition: JsonObject,
  standard: Json | undefined,
  { allowed, custom }: { allowed: Json | undefined; custom: Json | undefined },
): string {
  if (definition.hidden === true || definition.hidden === 'true') return 'password';
  if (Array.isArray(allowed)) return 'choice';
  if (typeof custom === 'string' && Object.hasOwn(CHOSEN, custom)) return CHOSEN[custom] ?? 'string';
  if (definition.type === 'boolean') return 'boolean';
  const isWhole = standard === undefined || Number.isInteger(standard);
  return definition.type === 'number' && isWhole ? 'integer' : 'string';
}

function isFlat(value: Json): boolean {
  return typeof value !== 'object';
}

/** A name as properties have them: letters, digits and `_`. */
function propertyOf(name: string): string {
  const word = name.replace(/\W/g, '_');
  return /^[A-Za-z_]/.test(word) ? word : `_${word}`;
}
