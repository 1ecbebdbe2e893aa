import type { YaqlEngine } from '@vetro/yaql';
import { place, throwDiagnostics } from '../../language/diagnostics';
import type { Problem } from '../diagnostics';
import { DslError } from '../errors';
import type { ClassDeclaration, MetaDeclaration } from '../syntax/declarations';
import { type ClassFile, readClasses } from '../syntax/read-class';
import type { Package } from '../types/package';
import { formatVersion, type Version, type VersionSpec } from '../types/versions';
import { mainClassOf } from './main-class';

/** What a package is made of; texts and bytes are handed in, and read when they are wanted. */
export interface PackageParts {
  readonly name: string;
  readonly version: Version;
  /** `1.0` to `1.6` */
  readonly runtimeVersion: string;
  readonly requirements: ReadonlyMap<string, VersionSpec>;
  /** whether classes are looked for in all packages, whatever it requires; absent: no */
  readonly searchesAllPackages?: boolean;
  /** the text of each class file by its name, which places bear */
  readonly classFiles: ReadonlyMap<string, string>;
  /**
   * full names of classes with the file that holds each; classes that stand beside one of them are found, too.
   * Undefined: the files are asked, and a class without a name cannot be found.
   */
  readonly classNames?: ReadonlyMap<string, string>;
  readonly meta?: readonly MetaDeclaration[];
  /** files below `Resources/` by their path there */
  readonly resources?: ReadonlyMap<string, Uint8Array>;
  /** the dynamic form (`UI/ui.yaml`); undefined when there is none */
  readonly form?: { readonly file: string; readonly text: string } | undefined;
}

/** A package whose class files are read when a class of them is first asked for. */
export class MuranoPackage implements Package {
  readonly name: string;
  readonly version: string;
  readonly runtimeVersion: string;
  readonly meta: readonly MetaDeclaration[];
  private readonly files = new Map<string, ClassFile>();
  private names: ReadonlyMap<string, string> | undefined;
  private main: { name: string | undefined } | undefined;

  /** `engine` reads the expressions of the classes: the one for the runtime version of the package. */
  constructor(
    readonly parts: PackageParts,
    private readonly engine: YaqlEngine,
  ) {
    this.name = parts.name;
    this.version = formatVersion(parts.version);
    this.runtimeVersion = parts.runtimeVersion;
    this.meta = parts.meta ?? [];
  }

  classNames(): readonly string[] {
    return [...this.classIndex().keys()];
  }

  hasClass(name: string): boolean {
    return this.classIndex().has(name);
  }

  /**
   * Throws `package_invalid` with every problem of the class, and of its file outside of all classes; DslSyntaxError
   * where the first is one that packages may catch.
   */
  classDeclaration(name: string): ClassDeclaration | undefined {
    const file = this.classIndex().get(name);
    if (file === undefined) return undefined;
    const { classes, problems } = this.read(file);
    const found = classNamed(name, classes);
    const holder = (line: number) => classes.findLast(({ place }) => place.line <= line);
    const wrong = problems.filter(({ severity, span }) => {
      const concerned = holder(span.line);
      return severity === 'error' && (!concerned || !found || concerned === found);
    });
    const [first] = wrong;
    if (first && SYNTAX_ERRORS.has(first.code))
      throw new DslError('DslSyntaxError', `${place(first.span)}: ${first.message}`);
    throwDiagnostics(wrong);
    return found;
  }

  /** The class of that name, even if its file has errors: for checks, which look at all of a package. */
  lookAt(name: string): ClassDeclaration | undefined {
    const file = this.classIndex().get(name);
    return file === undefined ? undefined : classNamed(name, this.read(file).classes);
  }

  /** Every problem of every class file, warnings among them. */
  problems(): Problem[] {
    return [...this.parts.classFiles.keys()].flatMap((file) => this.read(file).problems);
  }

  resource(path: string): Uint8Array | undefined {
    return this.parts.resources?.get(path);
  }

  get form(): { readonly file: string; readonly text: string } | undefined {
    return this.parts.form;
  }

  /** the class that the package is for, see `mainClassOf` */
  get mainClass(): string | undefined {
    this.main ??= { name: mainClassOf(this) };
    return this.main.name;
  }

  resourceNames(): Iterable<string> {
    return this.parts.resources?.keys() ?? [];
  }

  /** The classes of a file, read once. */
  read(file: string): ClassFile {
    const known = this.files.get(file);
    if (known) return known;
    const read = readClasses(file, this.parts.classFiles.get(file) ?? '', this.engine);
    this.files.set(file, read);
    return read;
  }

  private classIndex(): ReadonlyMap<string, string> {
    this.names ??= new Map([...this.classesOf(this.manyClassed()), ...(this.parts.classNames ?? [])]);
    return this.names;
  }

  /** The files that may hold classes which nobody has listed: those of several YAML documents, or all. */
  private manyClassed(): string[] {
    const { classFiles, classNames } = this.parts;
    return [...classFiles].flatMap(([file, text]) => (!classNames || SEVERAL_DOCUMENTS.test(text) ? [file] : []));
  }

  private classesOf(files: readonly string[]): [string, string][] {
    return files.flatMap((file) =>
      this.read(file).classes.flatMap(({ name }): [string, string][] => (name === undefined ? [] : [[name, file]])),
    );
  }
}

/** Problems of a class for which the Python engine has an exception of its own, when it makes the class. */
const SYNTAX_ERRORS: ReadonlySet<string> = new Set(['bad_arguments', 'argument_order', 'bad_word', 'no_value_here']);

/** A line that ends one YAML document and begins the next, with something before it. */
const SEVERAL_DOCUMENTS = /\S\s*\n---(\s|$)/;

/** One class of a file may have no name, and goes by the one that the manifest gives it. */
function classNamed(name: string, classes: readonly ClassDeclaration[]): ClassDeclaration | undefined {
  return classes.find((found) => found.name === name) ?? classes.find((found) => found.name === undefined);
}
