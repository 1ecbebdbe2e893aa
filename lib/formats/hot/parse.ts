import type { FieldProblem } from '@/lib/errors';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { parseYaml } from '../yaml/nesting';
import { checkCalls } from './functions';
import { dependencies, sortGraph } from './graph';
import { readParameters } from './parameters';
import { checkGroups } from './resource-groups';
import type { Known } from './scope';
import type { DeletionPolicy, OutputDefinition, ResourceDefinition, Template } from './template';
import { hasSince, VERSION_WORDS } from './versions';

const SECTIONS = ['heat_template_version', 'description', 'parameter_groups', 'parameters', 'resources', 'outputs'];
const RESOURCE_KEYS = [
  'type',
  'properties',
  'metadata',
  'depends_on',
  'update_policy',
  'deletion_policy',
  'external_id',
];
/** Conditions came with this version: the section, and the key of a resource. */
const WITH_CONDITIONS = '2016-10-14';

export interface ReadTemplate {
  /** null when its shape is beyond reading */
  template: Template | null;
  /** each with its path, like `resources.dc1.properties.image` */
  problems: FieldProblem[];
}

/**
 * Reads a template and names everything that is wrong with it at once.
 *
 * @param source YAML or JSON text, or the parsed object
 * @returns a template without problems can be resolved, once its conditions are settled
 */
export function inspectTemplate(source: string | JsonObject): ReadTemplate {
  const read = readTemplate(source);
  if (read.template) {
    checkReferences(read.template, read.problems);
    checkGroups(read.template, read.problems);
  }
  return read;
}

/**
 * Reads a template; what it refers to is not looked at.
 *
 * @param source YAML or JSON text, or the parsed object
 */
export function readTemplate(source: string | JsonObject): ReadTemplate {
  const problems: FieldProblem[] = [];
  const note = (path: string, code: string, sentence: string) => problems.push({ path, code, sentence });
  const raw = typeof source === 'string' ? readText(source, note) : source;
  if (raw === null) return { template: null, problems };

  const version = raw.heat_template_version;
  if (typeof version !== 'string' || version === '') {
    note('heat_template_version', 'required', 'The template must say its heat_template_version, as a text.');
  }
  if (typeof version === 'string' && version !== '' && !VERSION_WORDS.includes(version)) {
    const sentence = `The template version is invalid: "heat_template_version: ${version}". It should be one of: ${VERSION_WORDS.join(', ')}.`;
    note('heat_template_version', 'unknown_version', sentence);
  }
  const conditional = typeof version !== 'string' || hasSince(version, WITH_CONDITIONS);
  for (const key of Object.keys(raw)) {
    if (key === 'conditions' && conditional) continue;
    if (!SECTIONS.includes(key)) note(key, 'unknown_section', `"${key}" is not a section of a template.`);
  }
  const template: Template = {
    version: typeof version === 'string' ? version : '',
    description: typeof raw.description === 'string' ? raw.description : '',
    parameters: readParameters(section(raw, 'parameters', note), problems),
    conditions: section(raw, 'conditions', note),
    resources: readResources(section(raw, 'resources', note), conditional, note),
    outputs: readOutputs(section(raw, 'outputs', note), conditional, note),
  };
  return { template, problems };
}

type Note = (path: string, code: string, sentence: string) => void;

function readText(text: string, note: Note): JsonObject | null {
  try {
    const value = parseYaml(text, 100);
    if (isObject(value)) return value;
    note('', 'not_an_object', 'The template is not a mapping.');
  } catch (error) {
    note('', 'not_yaml', `The template is not valid YAML: ${(error as Error).message.split('\n')[0]}`);
  }
  return null;
}

function section(raw: JsonObject, name: string, note: Note): JsonObject {
  const value = raw[name];
  if (value === undefined || value === null) return {};
  if (isObject(value)) return value;
  note(name, 'not_an_object', `"${name}" must be a mapping from names to definitions.`);
  return {};
}

function readResources(raw: JsonObject, conditional: boolean, note: Note): Record<string, ResourceDefinition> {
  const resources: Record<string, ResourceDefinition> = {};
  for (const [name, definition] of Object.entries(raw)) {
    const path = `resources.${name}`;
    if (!isObject(definition)) {
      note(path, 'not_an_object', `The resource "${name}" must be a mapping with a type.`);
      continue;
    }
    for (const key of Object.keys(definition)) {
      if (key === 'condition' && conditional) continue;
      if (!RESOURCE_KEYS.includes(key)) note(`${path}.${key}`, 'unknown_key', `"${key}" is not part of a resource.`);
    }
    const { type } = definition;
    if (typeof type !== 'string' || type === '') {
      note(`${path}.type`, 'required', `The resource "${name}" has no type.`);
    }
    resources[name] = {
      type: typeof type === 'string' ? type : '',
      properties: part(definition, 'properties', path, note),
      metadata: part(definition, 'metadata', path, note),
      dependsOn: readDependsOn(definition.depends_on, `${path}.depends_on`, note),
      deletionPolicy: readDeletionPolicy(definition.deletion_policy, `${path}.deletion_policy`, note),
      ...conditionOf(definition, conditional),
    };
  }
  return resources;
}

function part(definition: JsonObject, key: string, path: string, note: Note): JsonObject {
  const value = definition[key];
  if (value === undefined || value === null) return {};
  if (isObject(value)) return value;
  note(`${path}.${key}`, 'not_an_object', `"${key}" must be a mapping.`);
  return {};
}

function readDependsOn(value: Json | undefined, path: string, note: Note): string[] {
  if (value === undefined || value === null) return [];
  const names = Array.isArray(value) ? value : [value];
  const texts = names.filter((name) => typeof name === 'string');
  if (texts.length !== names.length) note(path, 'not_text', 'depends_on takes a resource name or a list of names.');
  return texts;
}

/** The policy may be written in any case (Heat, `engine/rsrc_defn.py`). */
function readDeletionPolicy(value: Json | undefined, path: string, note: Note): DeletionPolicy {
  if (value === undefined || value === null) return 'Delete';
  const known = DELETION_POLICIES.find((policy) => policy.toLowerCase() === String(value).toLowerCase());
  if (!known) note(path, 'unknown_policy', `Invalid deletion policy "${String(value)}".`);
  return known ?? 'Delete';
}

const DELETION_POLICIES: readonly DeletionPolicy[] = ['Delete', 'Retain', 'Snapshot'];

function conditionOf({ condition }: JsonObject, conditional: boolean): { condition?: Json } {
  return conditional && condition !== undefined && condition !== null ? { condition } : {};
}

function readOutputs(raw: JsonObject, conditional: boolean, note: Note): Record<string, OutputDefinition> {
  const outputs: Record<string, OutputDefinition> = {};
  for (const [name, definition] of Object.entries(raw)) {
    if (!isObject(definition) || definition.value === undefined) {
      note(`outputs.${name}`, 'required', `The output "${name}" needs a value.`);
      continue;
    }
    const { description, value } = definition;
    outputs[name] = {
      description: typeof description === 'string' ? description : '',
      value,
      ...conditionOf(definition, conditional),
    };
  }
  return outputs;
}

/**
 * Checks what a template refers to: calls of functions with their arguments, names of parameters, resources and files,
 * and that nothing needs itself.
 *
 * @param files that came with the template; absent where none can
 * @param problems gets what is wrong
 */
export function checkReferences(template: Template, problems: FieldProblem[], files?: Iterable<string>): void {
  const known: Known = {
    parameters: new Set(Object.keys(template.parameters)),
    resources: new Set(Object.keys(template.resources)),
    version: template.version === '' ? undefined : template.version,
    files: files && new Set(files),
  };
  for (const [name, resource] of Object.entries(template.resources)) {
    const path = `resources.${name}`;
    checkCalls(resource.properties, `${path}.properties`, known, problems);
    checkCalls(resource.metadata, `${path}.metadata`, known, problems);
    for (const target of resource.dependsOn) {
      if (known.resources.has(target)) continue;
      const sentence = `"${name}" depends on "${target}", which is not a resource of this template.`;
      problems.push({ path: `${path}.depends_on`, code: 'unknown_resource', sentence });
    }
  }
  for (const [name, output] of Object.entries(template.outputs)) {
    checkCalls(output.value, `outputs.${name}.value`, known, problems);
  }
  const sorted = sortGraph(dependencies(template));
  if ('cycle' in sorted) {
    const sentence = `Circular dependency: ${sorted.cycle.join(' → ')}.`;
    problems.push({ path: `resources.${sorted.cycle[0]}`, code: 'circular_dependency', sentence });
  }
}
