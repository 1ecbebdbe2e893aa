import type { Problem, Problems } from '../diagnostics';
import { readYaml } from '../source/read-yaml';
import type { Place, Template } from '../source/value';
import type { MetaDeclaration } from '../syntax/declarations';
import { Fields, isNothing, listed, wordOf } from '../syntax/fields';
import { NO_NAMESPACES } from '../syntax/namespaces';
import { readMeta } from '../syntax/read-meta';
import { nameOfKind, written } from '../syntax/written';
import { parseVersion, type Version, VersionSpec } from '../types/versions';

/** A text of a manifest with the place where it stands. */
export interface Placed {
  readonly text: string;
  readonly place: Place;
}

/** Who a package is: `manifest.yaml`. */
export interface Manifest {
  readonly type: 'Application' | 'Library';
  /** `com.acme.Wiki` */
  readonly fullName: string;
  readonly title: string;
  readonly description: string;
  readonly author: string;
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  readonly version: Version;
  /** the version of the language, `1.0` to `1.6`, that the format of the package asks for */
  readonly runtimeVersion: string;
  /** other packages and which versions of them will do */
  readonly requirements: ReadonlyMap<string, VersionSpec>;
  /**
   * whether classes are looked for in all packages: those of format 1.0 named none that they require before Murano 1.0
   * (Liberty), and have no Require
   */
  readonly searchesAllPackages: boolean;
  /** where the manifest names each of them */
  readonly requirementPlaces: ReadonlyMap<string, Place>;
  /** full names with the file below `Classes/` that holds each */
  readonly classes: ReadonlyMap<string, Placed>;
  readonly meta: readonly MetaDeclaration[];
  /** the form, a file below `UI/`; undefined when the manifest does not name it */
  readonly ui: Placed | undefined;
  /** the picture; undefined when the manifest does not name it */
  readonly logo: Placed | undefined;
}

const KEYS = [
  ...['Format', 'Type', 'FullName', 'Name', 'Description', 'Author', 'Tags', 'Categories', 'Version', 'Require'],
  ...['Classes', 'Meta', 'UI', 'Logo', 'Supplier'],
];
const FORMAT = /^(?:MuranoPL\/)?1(?:\.([0-6])(?:\.\d+)?)?$/;
/** As many characters as Murano takes. */
const LONGEST_FULL_NAME = 128;
const LONGEST_TITLE = 80;
const FULL_NAME = /^[\p{L}\p{N}_]+(?:\.[\p{L}\p{N}_]+)*$/u;

/**
 * Reads a manifest. Undefined when the package cannot be used; `problems` says everything that is wrong, and
 * warns of what is passed over. Rules: Murano's manifest, formats 1.0 to 1.6 of MuranoPL.
 */
export function readManifest(
  file: string,
  text: string,
): { manifest: Manifest | undefined; problems: readonly Problem[] } {
  const { documents, problems } = readYaml(file, text, undefined);
  const [document] = documents;
  if (!document) {
    if (problems.found.length === 0) problems.error('empty', 'The manifest is empty.', { file, line: 1, column: 1 });
    return { manifest: undefined, problems: problems.found };
  }
  const fields = Fields.of(document, 'The manifest', problems);
  const manifest = fields && readFields(fields, problems);
  return { manifest: problems.errors.length === 0 ? manifest : undefined, problems: problems.found };
}

function readFields(fields: Fields, problems: Problems): Manifest {
  fields.allow(KEYS, 'The manifest', problems);
  const fullName = textOf(fields, 'FullName', problems);
  if (fullName === undefined) {
    problems.error('missing_key', 'The manifest needs FullName.', fields.place, { hint: 'FullName: com.acme.Wiki' });
  } else if (!FULL_NAME.test(fullName.text)) {
    problems.error('bad_name', 'FullName must be words with dots between them.', fullName.place, {
      text: fullName.text,
      hint: 'For example com.acme.Wiki.',
    });
  }
  if (fullName) refuseLong(fullName, 'FullName', LONGEST_FULL_NAME, problems);
  const title = textOf(fields, 'Name', problems);
  if (title) refuseLong(title, 'Name', LONGEST_TITLE, problems);
  const type = fields.get('Type');
  if (isNothing(type)) {
    problems.error('missing_key', 'The manifest needs Type.', fields.place, { hint: 'Application or Library.' });
  }
  return {
    type: wordOf(type, ['Application', 'Library'] as const, 'Library', 'Type', problems),
    fullName: fullName?.text ?? '',
    title: title?.text ?? fullName?.text ?? '',
    description: textOf(fields, 'Description', problems)?.text ?? '',
    author: textOf(fields, 'Author', problems)?.text ?? '',
    categories: listed(fields.get('Categories')).flatMap((one) => textIn(one, 'A category', problems)?.text ?? []),
    tags: listed(fields.get('Tags')).flatMap((tag) => textIn(tag, 'A tag', problems)?.text ?? []),
    version: readVersion(fields, problems),
    ...readRuntime(fields, problems),
    ...readRequirements(fields.get('Require'), problems),
    classes: readClassFiles(fields.get('Classes'), problems),
    meta: readMeta(fields.get('Meta'), { namespaces: NO_NAMESPACES, problems }),
    ui: textOf(fields, 'UI', problems),
    logo: textOf(fields, 'Logo', problems),
  };
}

function readRuntime(fields: Fields, problems: Problems): Pick<Manifest, 'runtimeVersion' | 'searchesAllPackages'> {
  const runtimeVersion = readFormat(fields, problems);
  return { runtimeVersion, searchesAllPackages: runtimeVersion === '1.0' && fields.get('Require') === undefined };
}

function readFormat(fields: Fields, problems: Problems): string {
  const format = textOf(fields, 'Format', problems);
  if (!format) {
    problems.warn('missing_key', 'The manifest has no Format, so the package is read as one of 1.0.', fields.place, {
      hint: 'Format: 1.4',
    });
    return '1.0';
  }
  const minor = FORMAT.exec(format.text);
  if (minor) return `1.${minor[1] ?? 0}`;
  problems.error('bad_format', 'Packages of this format cannot be read.', format.place, {
    text: format.text,
    hint: 'MuranoPL packages have a Format from 1.0 to 1.6.',
  });
  return '1.0';
}

function readVersion(fields: Fields, problems: Problems): Version {
  const written = textOf(fields, 'Version', problems);
  const version = parseVersion(written?.text ?? '');
  if (version) return version;
  if (written) {
    problems.error('bad_version', 'A version has up to three numbers.', written.place, {
      text: written.text,
      hint: 'For example 1.2.0.',
    });
  }
  return { major: 0, minor: 0, patch: 0, prerelease: [] };
}

function readRequirements(
  template: Template | undefined,
  problems: Problems,
): Pick<Manifest, 'requirements' | 'requirementPlaces'> {
  const requirements = new Map<string, VersionSpec>();
  const requirementPlaces = new Map<string, Place>();
  for (const { name, place, value } of (template && Fields.of(template, 'Require', problems)) ?? []) {
    const text = isNothing(value) ? '' : textIn(value, 'A range of versions', problems)?.text;
    const spec = text === undefined ? undefined : VersionSpec.parse(text);
    requirementPlaces.set(name, place);
    if (spec) requirements.set(name, spec);
    else if (text !== undefined) {
      problems.error('bad_version', `This says not which versions of ${name} will do.`, value.place, {
        text,
        hint: 'For example 1, 1.2, =1.2.0 or ">=1.2, <3".',
      });
    }
  }
  return { requirements, requirementPlaces };
}

function readClassFiles(template: Template | undefined, problems: Problems): Map<string, Placed> {
  const classes = new Map<string, Placed>();
  for (const { name, value } of (template && Fields.of(template, 'Classes', problems)) ?? []) {
    const file = textIn(value, `The file of ${name}`, problems);
    if (file) classes.set(name, file);
  }
  return classes;
}

function textOf(fields: Fields, name: string, problems: Problems): Placed | undefined {
  const template = fields.get(name);
  return template === undefined || isNothing(template) ? undefined : textIn(template, name, problems);
}

/** Pages and lists show it: it cannot be as long as a file. */
function refuseLong({ text, place }: Placed, key: string, most: number, problems: Problems): void {
  if (text.length <= most) return;
  problems.error('too_long', `${key} has at most ${most} characters, and this has ${text.length}.`, place, {
    text: `${text.slice(0, 40)} …`,
  });
}

/** A scalar of any kind as a text: YAML reads 1.2 as a number. */
function textIn(template: Template, what: string, problems: Problems): Placed | undefined {
  if (template.kind === 'constant' && template.value !== null)
    return { text: written(template), place: template.place };
  problems.error('bad_text', `${what} must be a text, and this is ${nameOfKind(template)}.`, template.place, {
    text: written(template),
  });
  return undefined;
}
