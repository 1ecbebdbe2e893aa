import type { Context, YaqlEngine } from '@vetro/yaql';
import { type Problem, Problems } from '../diagnostics';
import { isDslError } from '../errors';
import type { MuranoPackage } from '../packages/murano-package';
import { PackageRegistry, withInPlace } from '../packages/package-registry';
import { formFile, type PackageFiles, readPackage } from '../packages/read-package';
import type { Template } from '../source/value';
import type { ClassDeclaration } from '../syntax/declarations';
import type { NativeClass } from '../types/native';
import { checkCallArguments } from './call-arguments';
import { CallCheck } from './calls';
import { ReferenceCheck } from './class-references';
import { type ClassView, ClassViews } from './class-view';
import { checkContract } from './contracts';
import { checkDefault } from './defaults';
import { checkFiles } from './files';
import { checkForm } from './form';
import { checkRequirements } from './requirements';
import { checkResources } from './resources';
import { expressionsIn, expressionsOf, statementsIn } from './statements';
import { ValueClasses } from './value-classes';
import { checkVariables } from './variables';

/** What a package is held against. */
export interface CheckContext {
  /** the core library, and the packages that the one to be checked may require */
  readonly libraries: readonly MuranoPackage[];
  readonly natives: Iterable<NativeClass>;
  /** how expressions of a runtime version are read */
  engineFor(runtimeVersion: string): YaqlEngine;
  /** the functions that code of a runtime version may call */
  libraryFor(runtimeVersion: string): Context;
  /** what makes classes as a run would, and throws what keeps one from being made */
  classMaker(registry: PackageRegistry): (name: string, from: MuranoPackage) => void;
}

/**
 * Finds everything that is wrong with a package before any of it runs: manifest, files, YAML, classes,
 * contracts, expressions, references between classes, resources and the form. Answers the problems in the
 * order of their places; a package without errors loads.
 */
export function checkPackage(files: PackageFiles, context: CheckContext): Problem[] {
  const opened = readPackage(files, context.engineFor);
  const { manifest, package: holder } = opened;
  if (!manifest || !holder) return inOrder(opened.problems);
  const views = new ClassViews(new PackageRegistry(withInPlace(context.libraries, holder)), context.natives);
  const knownClasses = { elsewhere: new Set<string>(), listed: manifest.classes };
  const found = [
    ...opened.problems,
    ...holder.problems(),
    ...checkFiles(files, manifest, holder),
    ...checkClasses(views, holder, context, knownClasses),
  ];
  found.push(...checkMaking(views, holder, context, found));
  const form = files.get(formFile(manifest));
  if (form) {
    const check = (problems: Problems) => new ReferenceCheck(views, holder, problems, knownClasses);
    const text = new TextDecoder().decode(form);
    found.push(...checkForm(formFile(manifest), text, check).found);
  }
  found.push(...checkRequirements(views.registry, holder, manifest, knownClasses.elsewhere));
  return inOrder(found);
}

function checkClasses(
  views: ClassViews,
  holder: MuranoPackage,
  context: CheckContext,
  knownClasses: ConstructorParameters<typeof ReferenceCheck>[3],
): readonly Problem[] {
  const problems = new Problems();
  const library = context.libraryFor(holder.runtimeVersion);
  const references = new ReferenceCheck(views, holder, problems, knownClasses);
  for (const name of holder.classNames()) {
    const view = views.of(name, holder);
    if (view) checkClass(view, { views, holder, library, references, problems });
  }
  return problems.found;
}

/** What only shows once a class is made of its declaration: classes of what is right so far are tried. */
function checkMaking(
  { registry }: ClassViews,
  holder: MuranoPackage,
  context: CheckContext,
  found: readonly Problem[],
): readonly Problem[] {
  const problems = new Problems();
  const make = context.classMaker(registry);
  const broken = new Set(found.flatMap(({ severity, span }) => (severity === 'error' ? [span.file] : [])));
  for (const name of holder.classNames()) {
    const declaration = holder.lookAt(name);
    if (!declaration || broken.has(declaration.place.file)) continue;
    try {
      make(name, holder);
    } catch (error) {
      if (!isDslError(error)) throw error;
      // A parent in a package that is not at hand has been told of already.
      if (!['NoClassFound', 'NoPackageFound'].includes(error.kind))
        problems.error('bad_class', error.message, declaration.place, { text: name });
    }
  }
  return problems.found;
}

interface Checks {
  readonly views: ClassViews;
  readonly holder: MuranoPackage;
  readonly library: Context;
  readonly references: ReferenceCheck;
  readonly problems: Problems;
}

function checkClass(view: ClassView, { views, holder, library, references, problems }: Checks): void {
  const { declaration } = view;
  const calls = new CallCheck(view, views, library, problems);
  const classes = new ValueClasses(views);
  checkReferences(view, references);
  for (const { contract } of declared(declaration)) if (contract) checkContract(contract, library, problems);
  for (const property of declaration.properties) checkDefault(property, calls, problems);
  for (const method of declaration.methods) {
    for (const statement of statementsIn(method.body)) {
      for (const placed of expressionsOf(statement)) calls.expression(placed);
    }
    checkCallArguments(method, view, classes, problems);
    checkVariables(method, problems);
    checkResources(method, declaration.namespaces, holder, problems);
  }
}

function checkReferences(view: ClassView, references: ReferenceCheck): void {
  const { declaration } = view;
  references.declaration(view);
  const written = declared(declaration).flatMap((one) =>
    templates(one.contract, one.default).flatMap((template) => [...expressionsIn(template)]),
  );
  const inMethods = declaration.methods.flatMap(({ body }) =>
    [...statementsIn(body)].flatMap((statement) => [...expressionsOf(statement)]),
  );
  for (const placed of [...written, ...inMethods]) references.expression(placed, view);
}

/** What of a class has a contract: its properties and the arguments of its methods. */
function declared({ properties, methods }: ClassDeclaration) {
  return [...properties, ...methods.flatMap((method) => method.arguments)];
}

/** The full names of classes that a package names in its classes and its form, and does not hold itself. */
export function classesNamedBy(holder: MuranoPackage, listed: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  const views = new ClassViews(new PackageRegistry([holder]), []);
  const elsewhere = new Set<string>();
  const problems = new Problems();
  const references = new ReferenceCheck(views, holder, problems, { elsewhere, listed, isAlone: true });
  for (const name of holder.classNames()) {
    const view = views.of(name, holder);
    if (view) checkReferences(view, references);
  }
  const { form } = holder;
  if (form) checkForm(form.file, form.text, () => references);
  return elsewhere;
}

function templates(...given: readonly (Template | undefined)[]): Template[] {
  return given.flatMap((template) => template ?? []);
}

function inOrder(problems: readonly Problem[]): Problem[] {
  return problems.toSorted(
    (a, b) => compareTexts(a.span.file, b.span.file) || a.span.line - b.span.line || a.span.column - b.span.column,
  );
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
