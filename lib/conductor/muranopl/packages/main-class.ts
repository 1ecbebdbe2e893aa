import { Problems } from '../diagnostics';
import { readYaml } from '../source/read-yaml';
import type { Template } from '../source/value';
import { Fields, isNothing } from '../syntax/fields';
import { written } from '../syntax/written';

/** What is known of a package before any of its classes is read. */
interface OpenPackage {
  readonly name: string;
  readonly parts: {
    readonly classNames?: ReadonlyMap<string, string>;
    readonly form?: { readonly file: string; readonly text: string } | undefined;
  };
}

/**
 * The class that a package is for, of which services are made: the one that its form's `Application` makes objects of,
 * else the one of the package's name, else the first that the manifest lists.
 *
 * @returns undefined for a package without classes
 */
export function mainClassOf({ name, parts }: OpenPackage): string | undefined {
  const names = [...(parts.classNames?.keys() ?? [])];
  const ofForm = parts.form && applicationOf(parts.form.file, parts.form.text);
  return [ofForm, name].find((one) => one !== undefined && names.includes(one)) ?? names[0];
}

/** The class of `Application: {'?': {type: a.b.Name/1.0@package}}`. */
function applicationOf(file: string, text: string): string | undefined {
  const type = under(under(under(documentOf(file, text), 'Application'), '?'), 'type');
  return type === undefined ? undefined : /^[^/@]+/.exec(written(type))?.[0];
}

/**
 * What a manifest says of its format.
 *
 * @returns null when it says nothing, undefined when it is no manifest at all
 */
export function formatOf(file: string, text: string): { text: string; line: number } | null | undefined {
  const document = documentOf(file, text);
  const fields = document && Fields.of(document, 'The manifest', new Problems());
  const format = fields?.get('Format');
  if (!fields) return undefined;
  return format === undefined || isNothing(format) ? null : { text: written(format), line: format.place.line };
}

function documentOf(file: string, text: string): Template | undefined {
  return readYaml(file, text, undefined).documents[0];
}

function under(template: Template | undefined, key: string): Template | undefined {
  if (template?.kind !== 'map') return undefined;
  return template.entries.find((entry) => entry.key.kind === 'constant' && entry.key.value === key)?.value;
}
