import type { PackageClass } from '@/lib/model/package-details';
import type { ObjectPackage } from '@/lib/ports/conductor';
import { isDslError } from '../errors';
import type { MuranoPackage } from '../packages/murano-package';
import type { Place } from '../source/value';
import type {
  ArgumentDeclaration,
  ClassDeclaration,
  MetaDeclaration,
  MethodDeclaration,
  PropertyDeclaration,
} from '../syntax/declarations';
import { written } from '../syntax/written';
import type { ObjectsEngine } from './engine';
import { openPackages } from './open-packages';

/** Metadata whose text explains what they stand at, the shorter first. */
const EXPLAINING = ['Title', 'Description', 'HelpText'].map((name) => `io.murano.metadata.${name}`);

/**
 * The classes of one package as its files declare them: contracts and defaults as they are written, explained by their
 * metadata (`Title`, `Description`, `HelpText`) or else by the comment above them.
 *
 * @param packages the package with those that it requires
 * @param library the packages that MuranoPL brings along, open
 * @param name full name of the package
 * @returns the classes, and the other packages, open
 */
export function documentClasses(
  packages: readonly ObjectPackage[],
  library: readonly MuranoPackage[],
  name: string,
): { classes: PackageClass[]; opened: MuranoPackage[] } {
  const opened = openPackages(packages);
  const own = opened.find((one) => one.name === name);
  const classes = (own?.classNames() ?? []).flatMap((className) => {
    const declaration = own?.lookAt(className);
    return own && declaration ? [documented(className, declaration, linesOf(own))] : [];
  });
  return { classes, opened: [...library, ...opened.filter((one) => one !== own)] };
}

/**
 * What classes and those above them extend, by full name, as far as they can be found.
 *
 * @param engine of the package and what it requires
 */
export function hierarchyOf({ engine, packages }: ObjectsEngine, names: readonly string[]): Record<string, string[]> {
  const found = names.flatMap((name) => {
    const holder = packages.find((pack) => pack.classNames().includes(name));
    try {
      return holder ? [...engine.classes.of(holder, name).ancestors] : [];
    } catch (error) {
      // What cannot be made is told by the check.
      if (isDslError(error)) return [];
      throw error;
    }
  });
  return Object.fromEntries(found.map((type) => [type.name, type.parents.map((parent) => parent.name)]));
}

type Lines = (file: string) => readonly string[];

function linesOf(pack: MuranoPackage): Lines {
  const read = new Map<string, readonly string[]>();
  return (file) => {
    const lines = read.get(file) ?? (pack.parts.classFiles.get(file) ?? '').split(/\r?\n/);
    read.set(file, lines);
    return lines;
  };
}

function documented(name: string, declaration: ClassDeclaration, lines: Lines): PackageClass {
  const { usage, parents, properties, methods, meta, place } = declaration;
  return {
    ...{ name, usage, file: place.file, line: place.line },
    // A comment at the top of a file is as a rule its licence.
    documentation: explanation(meta),
    parents: parents.map((parent) => parent.name),
    properties: properties.map((one) => contracted(one, lines)),
    methods: methods.map((one) => method(one, lines)),
  };
}

function method(declaration: MethodDeclaration, lines: Lines): PackageClass['methods'][number] {
  const { name, usage, scope, meta, place } = declaration;
  return {
    ...{ name, usage, scope, line: place.line },
    arguments: declaration.arguments.map((one) => contracted(one, lines)),
    documentation: explanation(meta) ?? commentAbove(place, lines),
  };
}

function contracted(
  { name, usage, contract, default: standard, meta, place }: PropertyDeclaration | ArgumentDeclaration,
  lines: Lines,
): PackageClass['properties'][number] {
  return {
    ...{ name, usage },
    contract: contract ? shown(written(contract), contract.kind) : null,
    default: standard ? shown(written(standard), standard.kind) || 'null' : null,
    documentation: explanation(meta) ?? commentAbove(place, lines),
  };
}

const shown = (text: string, kind: string): string => (kind === 'map' ? `{${text}}` : text);

function explanation(meta: readonly MetaDeclaration[]): string | null {
  const texts = EXPLAINING.flatMap((name) => meta.filter(({ type }) => type.name === name)).flatMap(textOf);
  return texts.length === 0 ? null : texts.join(': ');
}

function textOf({ properties }: MetaDeclaration): string[] {
  if (properties?.kind !== 'map') return [];
  const text = properties.entries.find(({ key }) => written(key) === 'text')?.value;
  return text?.kind === 'constant' && typeof text.value === 'string' ? [text.value] : [];
}

/** The comment in the lines right above a declaration. */
function commentAbove({ file, line }: Place, lines: Lines): string | null {
  const all = lines(file);
  const words: string[] = [];
  for (let at = line - 2; at >= 0; at--) {
    const comment = /^\s*#+\s?(.*)$/.exec(all[at] ?? '');
    if (!comment) break;
    words.unshift(comment[1]?.trim() ?? '');
  }
  const text = words.join(' ').trim();
  return text === '' ? null : text;
}
