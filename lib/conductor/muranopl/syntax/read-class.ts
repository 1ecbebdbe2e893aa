import type { YaqlEngine } from '@vetro/yaql';
import type { Problem, Problems } from '../diagnostics';
import { readYaml } from '../source/read-yaml';
import type { Template } from '../source/value';
import type { ClassDeclaration, Namespaces, TypeName } from './declarations';
import { Fields, isNothing, listed, nameOf, wordOf } from './fields';
import { NO_NAMESPACES, readNamespaces, readTypeName } from './namespaces';
import { readMethods, readProperties } from './read-members';
import { readMeta } from './read-meta';
import type { Reader } from './reader';
import { written } from './written';

const KEYS = [
  ...['Name', 'Namespaces', 'Extends', 'Import', 'Usage', 'Properties', 'Methods', 'Workflow', 'Meta'],
  ...['Cardinality', 'Applies', 'Inherited'],
];
const TARGETS = ['Package', 'Type', 'Property', 'Method', 'Argument', 'All'] as const;

/** The classes of a file. */
export interface ClassFile {
  readonly classes: readonly ClassDeclaration[];
  /** errors and warnings in the order of their places; a class with an error must not be used */
  readonly problems: readonly Problem[];
}

/**
 * Reads the classes of a file, one from each document; namespaces hold for the documents below until one has
 * its own. `file` is the name that places bear; `engine` reads the expressions and will run them. Never throws
 * for what the text says: everything wrong in the file is among the problems, not the first fault alone.
 */
export function readClasses(file: string, text: string, engine: YaqlEngine): ClassFile {
  const { documents, problems } = readYaml(file, text, engine);
  const classes: ClassDeclaration[] = [];
  let namespaces = NO_NAMESPACES;
  for (const document of documents) {
    const fields = Fields.of(document, 'A class', problems);
    if (!fields) continue;
    const own = fields.get('Namespaces');
    if (own) namespaces = readNamespaces(own, problems);
    const isClass = [...fields].some(({ name }) => name !== 'Namespaces');
    if (isClass) classes.push(readClass(fields, { engine, namespaces, problems }));
  }
  const unnamed = classes.filter(({ name }) => name === undefined);
  for (const { place } of unnamed.slice(1)) {
    problems.error('no_name', 'A second class of the file has no name.', place, {
      hint: 'Only one class may take its name from the manifest.',
    });
  }
  return { classes, problems: inOrder(problems) };
}

function readClass(fields: Fields, reader: Reader): ClassDeclaration {
  const { problems, namespaces } = reader;
  const name = fields.get('Name');
  const what = name ? `The class ${written(name)}` : 'A class';
  fields.allow(KEYS, what, problems);
  const methods = fields.get('Methods');
  return {
    name: name && readName(name, namespaces, problems),
    usage: wordOf(fields.get('Usage'), ['Class', 'Meta'] as const, 'Class', 'The Usage of a class', problems),
    namespaces,
    parents: readTypeNames(fields.get('Extends'), 'A parent class', reader),
    imports: readTypeNames(fields.get('Import'), 'An imported class', reader),
    properties: readProperties(fields.get('Properties'), reader),
    methods: readMethods(isNothing(methods) ? fields.get('Workflow') : methods, reader),
    meta: readMeta(fields.get('Meta'), reader),
    cardinality: wordOf(fields.get('Cardinality'), ['One', 'Many'] as const, 'One', 'Cardinality', problems),
    applies: readTargets(fields.get('Applies'), problems),
    inherited: readInherited(fields.get('Inherited'), problems),
    place: fields.place,
  };
}

function readName(template: Template, namespaces: Namespaces, problems: Problems): string | undefined {
  if (isNothing(template)) return undefined;
  const name = nameOf(template, 'The name of a class', problems);
  return name === undefined ? undefined : (readTypeName(template, 'A class', namespaces, problems)?.name ?? name);
}

function readTypeNames(template: Template | undefined, what: string, reader: Reader): TypeName[] {
  return listed(template).flatMap((item) => readTypeName(item, what, reader.namespaces, reader.problems) ?? []);
}

function readTargets(template: Template | undefined, problems: Problems): ClassDeclaration['applies'] {
  const targets = listed(template).map((item) => wordOf(item, TARGETS, 'All', 'Applies', problems));
  return targets.length === 0 ? ['All'] : targets;
}

function readInherited(template: Template | undefined, problems: Problems): boolean {
  if (template === undefined || isNothing(template)) return false;
  if (template.kind === 'constant' && typeof template.value === 'boolean') return template.value;
  problems.error('bad_word', 'Inherited must be true or false.', template.place, { text: written(template) });
  return false;
}

/** A text that was refused need not be warned of as well. */
function inOrder({ found, errors }: Problems): Problem[] {
  const isRefused = ({ code, span, text }: Problem) =>
    code === 'text_not_expression' && errors.some((error) => error.span.line === span.line && error.text === text);
  const kept = found.filter((problem) => !isRefused(problem));
  return kept.toSorted((a, b) => a.span.line - b.span.line || a.span.column - b.span.column);
}
