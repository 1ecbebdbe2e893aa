import { SaxesParser } from 'saxes';
import type { FieldProblem } from '@/lib/errors';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import type { ServiceExtension } from '@/lib/model/service-extension';
import type { ServiceType } from '@/lib/model/service-type';
import { accountFields } from '../execution-plan/account';
import { checkPlan } from '../execution-plan/check';
import { EXTENSION_FILE, readExtension } from '../form/extension';
import { readServiceForm } from '../form/service-form';
import { GUIDE_FILE } from '../guide/read-guide';
import { OPERATIONS_FILE } from '../lifecycle/read-operations';
import { MACHINES_FILE } from '../machines/read-machines';
import { keysOfPath, type PackageProblem, readYaml } from '../yaml/read-yaml';
import { fromCloudFormation, isCloudFormation } from './cloudformation';
import { type Manifest, readManifest } from './manifest';
import { STACK_FILES, withStackFiles } from './stack-files';

/** A package as the rest of Vetro uses it. Names of templates and scripts are those that workflows use. */
export interface Package {
  manifest: Omit<Manifest, 'Format'>;
  /** null for a library */
  serviceType: ServiceType | null;
  /** what it adds to the service type of the package that it extends; null: nothing */
  extension: ServiceExtension | null;
  /** in the order of their file names */
  workflows: { file: string; xml: string }[];
  stackTemplates: Record<string, JsonObject>;
  planTemplates: Record<string, JsonObject>;
  scripts: Record<string, string>;
  /** an SVG */
  logo: string | null;
}

/** A package's files, paths with `/` from its root to their texts. */
export type PackageFiles = ReadonlyMap<string, string>;

/**
 * Reads a package from its files, a folder's or an archive's:
 *
 *     manifest.yaml            who it is (`ManifestSchema`)
 *     UI/service.yaml          the service type; an application has one, a library has none
 *     UI/extension.yaml        what it adds to the service type of the package that it extends
 *     Workflows/*.xml          workflows of the XML DSL, run in the order of their names
 *     Resources/stacks/*.yaml  stack templates: HOT fragments with $keys; also .json, and CloudFormation's sections
 *     Resources/files/…        files that they name by get_file
 *     Resources/plans/*.json   execution plans with $keys
 *     Resources/scripts/*.ps1  PowerShell that the plans name
 *     Simulation/*.yaml        what simulated machines do with its commands
 *     Guide/*.yaml             what it says to people about its steps, failures and words
 *     Lifecycle/operations.yaml  what may be done with the machines of its service
 *     Machines/machines.yaml   which machines a library makes for blueprints
 *     logo.svg                 the icon of an application
 *
 * Reports everything that is wrong at once; the package is null as soon as anything is, and `partial` what could be read. Whether workflows
 * mean anything is the language's to say; here they must be XML with the right root.
 */
export function readPackage(
  files: PackageFiles,
  name = '',
): { package: Package | null; partial: Package | null; problems: PackageProblem[] } {
  const at = (file: string) => (name === '' ? file : `${name}/${file}`);
  const problems: PackageProblem[] = [];
  const note = (file: string, code: string, sentence: string, path = '', line?: number) =>
    problems.push({ file: at(file), path, ...(line === undefined ? {} : { line }), code, sentence });

  const manifestText = files.get('manifest.yaml');
  if (manifestText === undefined) {
    note('manifest.yaml', 'missing', 'A package needs a manifest.yaml.');
    return { package: null, partial: null, problems };
  }
  const { manifest, problems: manifestProblems } = readManifest(at('manifest.yaml'), manifestText);
  problems.push(...manifestProblems);

  const content: Omit<Package, 'manifest'> = {
    serviceType: null,
    extension: null,
    workflows: [],
    stackTemplates: {},
    planTemplates: {},
    scripts: {},
    logo: files.get('logo.svg') ?? null,
  };
  readFiles(files, { content, at, note, problems }, (file) => KNOWN.find(({ pattern }) => pattern.test(file)), PLACES);

  const form = files.get('UI/service.yaml');
  if (manifest?.Type === 'Library' && form !== undefined) {
    note('UI/service.yaml', 'library_with_form', 'A library has no service type; make the package an Application.');
  }
  if (manifest?.Type === 'Application') {
    if (form === undefined) note('UI/service.yaml', 'missing', 'An application needs a service type.');
    if (content.logo === null) note('logo.svg', 'missing', 'An application needs an icon.');
    const pack = {
      name: manifest.FullName,
      version: manifest.Version,
      categories: manifest.Categories,
      tags: manifest.Tags,
    };
    const read = form === undefined ? null : readServiceForm(at('UI/service.yaml'), form, pack);
    problems.push(...(read?.problems ?? []));
    content.serviceType = read?.serviceType ?? null;
  }
  const extension = files.get(EXTENSION_FILE);
  if (extension !== undefined) {
    if (manifest && Object.keys(manifest.Extends).length === 0) {
      note(EXTENSION_FILE, 'extends_nothing', 'Name the package that this extends under Extends of manifest.yaml.');
    }
    const read = readExtension(at(EXTENSION_FILE), extension);
    problems.push(...read.problems);
    content.extension = read.extension;
  }
  inlineFiles(content, files, note);
  checkScripts(content, note);
  const partial = manifest && { manifest, ...content };
  return { package: problems.length === 0 ? partial : null, partial, problems };
}

/** Puts the texts of files into the stack templates that name them. */
function inlineFiles({ stackTemplates }: Pick<Package, 'stackTemplates'>, files: PackageFiles, note: Note): void {
  for (const [name, template] of Object.entries(stackTemplates)) {
    const file = [...files.keys()].find((one) => one.startsWith(`Resources/stacks/${name}.`)) ?? '';
    stackTemplates[name] = withStackFiles(template, files, (path, words) => note(file, 'file_not_found', words, path));
  }
}

/** Every file by what has a place for it. */
function readFiles(
  files: PackageFiles,
  into: Omit<Reading, 'file' | 'text'>,
  placeOf: (file: string) => (typeof KNOWN)[number] | undefined,
  places: string,
): void {
  for (const [file, text] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const place = placeOf(file);
    if (!place) into.note(file, 'unknown_file', `A package has no place for this file. It has: ${places}.`);
    place?.read({ file, text, ...into });
  }
}

/** What packages of every format with plans have in common: see {@link readResources}. */
export type PackageResources = Pick<Package, 'stackTemplates' | 'planTemplates' | 'scripts' | 'logo'>;

/**
 * Reads what a package of another format than Vetro's has in common with it: plans, scripts, stack templates, icon.
 *
 * @param own where its other files stand; `Workflows` have no place in it
 * @param places those files as people write them, for the sentence about one without a place
 */
export function readResources(
  files: PackageFiles,
  name: string,
  { own, places }: { own: RegExp; places: string },
): { resources: PackageResources; problems: PackageProblem[] } {
  const at = (file: string) => `${name}/${file}`;
  const problems: PackageProblem[] = [];
  const note: Note = (file, code, sentence, path = '', line = undefined) =>
    problems.push({ file: at(file), path, ...(line === undefined ? {} : { line }), code, sentence });
  const content: Omit<Package, 'manifest'> = {
    ...{ serviceType: null, extension: null, workflows: [], stackTemplates: {}, planTemplates: {}, scripts: {} },
    logo: files.get('logo.svg') ?? null,
  };
  const ownPlace = { pattern: own, read: () => undefined };
  const placeOf = (file: string) =>
    own.test(file) ? ownPlace : KNOWN.find(({ pattern, isVetros }) => isVetros !== true && pattern.test(file));
  readFiles(files, { content, at, note, problems }, placeOf, places);
  checkScripts(content, note);
  inlineFiles(content, files, note);
  const { stackTemplates, planTemplates, scripts, logo } = content;
  return { resources: { stackTemplates, planTemplates, scripts, logo }, problems };
}

type Note = (file: string, code: string, sentence: string, path?: string, line?: number) => void;

interface Reading {
  file: string;
  text: string;
  content: Omit<Package, 'manifest'>;
  at(file: string): string;
  note: Note;
  problems: PackageProblem[];
}

/** Where files may stand in a package, and how each is taken in. */
const KNOWN: { pattern: RegExp; isVetros?: true; read(reading: Reading): void }[] = [
  { pattern: /^(manifest\.yaml|README\.md|LICENSE)$/, read: () => undefined },
  { pattern: /^UI\/(?:service|extension)\.yaml$/, isVetros: true, read: () => undefined },
  { pattern: /^logo\.svg$/, read: checkLogo },
  // what simulated machines do: `lib/simulation` reads it
  { pattern: /^Simulation\/[\w-]+\.yaml$/, read: () => undefined },
  // what it says to people: `lib/formats/guide` reads it, once everything else is known
  { pattern: GUIDE_FILE, read: () => undefined },
  // what may be done with its machines: `lib/formats/lifecycle` reads it, once its plans are known
  { pattern: new RegExp(`^${OPERATIONS_FILE}$`), isVetros: true, read: () => undefined },
  // which machines a library makes: `lib/formats/machines` reads it
  { pattern: new RegExp(`^${MACHINES_FILE}$`), isVetros: true, read: () => undefined },
  {
    pattern: /^Workflows\/[\w-]+\.xml$/,
    isVetros: true,
    read: (reading) => {
      checkXml(reading, 'workflow');
      reading.content.workflows.push({ file: reading.at(reading.file), xml: reading.text });
    },
  },
  {
    pattern: /^Resources\/stacks\/[\w-]+\.(yaml|json)$/,
    read: (reading) => readTemplate(reading, 'stackTemplates', STACK_KEYS),
  },
  { pattern: /^Resources\/plans\/[\w-]+\.json$/, read: (reading) => readTemplate(reading, 'planTemplates', PLAN_KEYS) },
  // what stack templates name by `get_file`: they are put into them, once all are read
  { pattern: STACK_FILES, read: () => undefined },
  {
    pattern: /^Resources\/scripts\/[\w-]+\.ps1$/,
    read: ({ file, text, content }) => {
      content.scripts[nameOf(file)] = text;
    },
  },
];
const PLACES =
  'manifest.yaml, UI/service.yaml, UI/extension.yaml, Workflows/*.xml, Resources/stacks/*.yaml, Resources/stacks/*.json, Resources/files/…, Resources/plans/*.json, Resources/scripts/*.ps1, Simulation/*.yaml, Guide/*.yaml, Lifecycle/operations.yaml, Machines/machines.yaml, logo.svg';
const STACK_KEYS = ['heat_template_version', 'description', 'parameters', 'resources', 'outputs'];
const PLAN_KEYS = ['Scripts', 'Commands', 'RebootOnCompletion', 'RunAs', 'RunAsReason'];

const nameOf = (file: string) => file.slice(file.lastIndexOf('/') + 1);

function readTemplate(
  { file, text, content, at, note, problems }: Reading,
  into: 'stackTemplates' | 'planTemplates',
  keys: string[],
): void {
  const yaml = readYaml(at(file), text);
  problems.push(...yaml.problems);
  if (yaml.problems.length > 0) return;
  if (!isObject(yaml.value)) return void note(file, 'not_object', `This must be an object with: ${keys.join(', ')}.`);
  const name = nameOf(file).replace(/\.\w+$/, '');
  if (Object.hasOwn(content[into], name))
    return void note(file, 'name_taken', `The package has another template called "${name}".`);
  if (into === 'stackTemplates' && isCloudFormation(yaml.value)) {
    const { template, unconverted } = fromCloudFormation(yaml.value);
    for (const { path, sentence } of unconverted)
      note(file, 'not_converted', sentence, path.join('.'), yaml.lineOf(path));
    content[into][name] = template;
    return;
  }
  for (const key of Object.keys(yaml.value)) {
    if (keys.includes(key)) continue;
    note(
      file,
      'unknown_key',
      `There is nothing called "${key}" here; known are ${keys.join(', ')}.`,
      key,
      yaml.lineOf([key]),
    );
  }
  if (into === 'planTemplates') {
    for (const { path, code, sentence } of planProblems(yaml.value)) {
      note(file, code, sentence, path, yaml.lineOf(keysOfPath(path)));
    }
  }
  content[into][name] = yaml.value;
}

/** What is wrong with a plan, whatever its `$names` become; `checkScripts` looks at its scripts. */
function planProblems(template: JsonObject): FieldProblem[] {
  const { Commands: commands = [], RebootOnCompletion: reboot = 0 } = template;
  const isOpen = (value: Json | undefined) => typeof value === 'string' && value.startsWith('$');
  const completed = (command: Json): Json => {
    if (!isObject(command)) return command;
    const { Name: name, Arguments: given = {}, ...more } = command;
    return { ...more, Name: isOpen(name) ? 'Any' : (name ?? null), Arguments: isOpen(given) ? {} : given };
  };
  return checkPlan({
    Scripts: [],
    Commands: isOpen(commands) ? [] : Array.isArray(commands) ? commands.map(completed) : commands,
    RebootOnCompletion: isOpen(reboot) ? 0 : reboot,
    ...accountFields(template),
  });
}

function checkXml({ file, text, note }: Pick<Reading, 'file' | 'text' | 'note'>, root: string): void {
  const parser = new SaxesParser({ position: true });
  let first: string | null = null;
  parser.on('opentag', ({ name }) => {
    first ??= name;
  });
  parser.on('doctype', () => parser.fail('a document type is not allowed'));
  try {
    // saxes throws at the first error unless it has an error handler
    parser.write(text).close();
  } catch (error) {
    const message = (error instanceof Error ? error.message : String(error)).replace(/^[\d:]+ */, '');
    note(file, 'not_xml', `This is not well-formed XML: ${message}`, '', parser.line);
    return;
  }
  if (first !== root) note(file, 'wrong_root', `The first element must be <${root}>.`, '', 1);
}

/** An icon is shown to everyone: it must be an SVG that runs and loads nothing. */
function checkLogo(reading: Reading): void {
  checkXml(reading, 'svg');
  if (/<script|\son\w+\s*=|<foreignObject|javascript:|(href|src)\s*=\s*["'](?!#)/i.test(reading.text)) {
    reading.note(reading.file, 'unsafe_logo', 'An icon may hold no scripts, handlers, foreign objects or links.');
  }
}

/** Scripts that a plan names must be in the package; libraries bring theirs to the packages that require them. */
function checkScripts(content: Omit<Package, 'manifest'>, note: Note): void {
  for (const [name, plan] of Object.entries(content.planTemplates)) {
    const scripts: Json[] = Array.isArray(plan.Scripts) ? plan.Scripts : [];
    for (const [index, script] of scripts.entries()) {
      if (typeof script === 'string' && /^[\w-]+\.ps1$/.test(script)) continue;
      note(`Resources/plans/${name}.json`, 'bad_script', 'A script is the name of a .ps1 file.', `Scripts.${index}`);
    }
  }
}
