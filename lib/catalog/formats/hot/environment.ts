import type { FieldProblem } from '@/lib/errors';
import { withFileTexts } from '@/lib/formats/hot/files';
import { type PackageProblem, readYaml } from '@/lib/formats/yaml/read-yaml';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';

const ENVIRONMENTS = /^Resources\/HotEnvironments\/.*\.(?:ya?ml|env)$/;
const FILES = 'Resources/HotFiles/';

/** What the environment files of a package say, the later in the order of their names before the earlier. */
export interface HotEnvironment {
  /** values of parameters by their names */
  defaults: JsonObject;
  /** types of resources that stand for others */
  types: Readonly<Record<string, string>>;
  problems: PackageProblem[];
}

/** Reads a package's Heat environments: `parameters`, `parameter_defaults`, `resource_registry`. */
export function readEnvironment(files: ReadonlyMap<string, Uint8Array>, label: string): HotEnvironment {
  const found: HotEnvironment = { defaults: {}, types: {}, problems: [] };
  for (const file of [...files.keys()].filter((path) => ENVIRONMENTS.test(path)).sort()) {
    const { value, problems } = readYaml(`${label}/${file}`, new TextDecoder().decode(files.get(file)));
    found.problems.push(...problems);
    const content = isObject(value) ? value : {};
    const part = (key: string) => (isObject(content[key]) ? content[key] : {});
    found.defaults = { ...found.defaults, ...part('parameter_defaults'), ...part('parameters') };
    const types = Object.entries(part('resource_registry')).flatMap(([name, type]): [string, string][] =>
      typeof type === 'string' ? [[name, type]] : [],
    );
    found.types = { ...found.types, ...Object.fromEntries(types) };
  }
  return found;
}

/**
 * A template that needs no files beside it: `get_file` is the text of the file, types of the registry are what they stand
 * for.
 */
export function withFiles(
  template: JsonObject,
  files: ReadonlyMap<string, Uint8Array>,
  types: HotEnvironment['types'],
): { template: JsonObject; problems: FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const fileOf = (name: string, path: string): string => {
    const bytes = files.get(`${FILES}${name}`);
    if (bytes) return new TextDecoder().decode(bytes);
    problems.push({ path, code: 'file_not_found', sentence: `There is no file ${FILES}${name}.` });
    return '';
  };
  const typeOf = (written: string, path: string): string => {
    const type = Object.hasOwn(types, written) ? (types[written] ?? written) : written;
    if (/\.(?:ya?ml|template)$/.test(type)) {
      const sentence = `The template ${type} within the template cannot be a resource here. Put its resources into this one.`;
      problems.push({ path, code: 'nested_template', sentence });
    }
    return type;
  };
  const complete = withFileTexts(template, fileOf);
  const { resources } = complete;
  if (!isObject(resources)) return { template: complete, problems };
  const typed = Object.entries(resources).map(([name, resource]): [string, Json] => {
    if (!isObject(resource) || typeof resource.type !== 'string') return [name, resource as Json];
    return [name, { ...resource, type: typeOf(resource.type, `resources.${name}.type`) }];
  });
  return { template: { ...complete, resources: Object.fromEntries(typed) }, problems };
}
