import { DslError } from '../errors';
import type { ClassDeclaration } from '../syntax/declarations';
import { MuranoType } from './murano-type';
import type { NativeClass } from './native';
import type { ClassFinder, ClassQualifier, Package } from './package';
import { unified } from './unify';

/** The root of every class. */
export const ROOT_CLASS = 'io.murano.Object';

/** Native classes were named so once; the names stand for those without. */
const EXTENSIONS = 'io.murano.extensions.';

/** All classes of one engine: each is made once, when it is first asked for. */
export class Classes {
  private readonly made = new Map<Package, Map<string, MuranoType>>();
  private readonly making = new Set<string>();
  private readonly natives: ReadonlyMap<string, NativeClass>;

  constructor(
    readonly finder: ClassFinder,
    natives: Iterable<NativeClass>,
    /** looks a class over once it is made: throws when it cannot be used */
    private readonly check: (type: MuranoType) => void,
  ) {
    this.natives = new Map([...natives].map((native) => [native.name, native]));
  }

  /**
   * The class that a full name means in a package, or in all packages. Throws NoClassFound, NoPackageFound when a
   * package that may hold it is not there, NoPackageForClassFound when none holds it, and what reading its text
   * throws.
   */
  find(name: string, from: Package | undefined, wanted: ClassQualifier = {}, asked = name): MuranoType {
    const holder = this.finder.packageOf(name, from, wanted);
    if (!holder && name.startsWith(EXTENSIONS)) return this.find(name.slice(EXTENSIONS.length), from, wanted, name);
    if (!holder) throw this.notFound(asked, from, wanted);
    return this.of(holder, name);
  }

  private notFound(name: string, from: Package | undefined, { packageName }: ClassQualifier): DslError {
    const missing = packageName ?? (from && this.finder.missing(from));
    if (missing !== undefined) return new DslError('NoPackageFound', `Package "${missing}" is not found`);
    if (!from)
      return new DslError('NoPackageForClassFound', `Package for class "${name}" is not found${this.others(name)}`);
    const searched = this.finder.searched(from);
    const list = searched.map((one) => `${one.name}/${one.version}`).join(', ');
    return new DslError(
      'NoClassFound',
      `Class "${name}" is not found in ${list}${this.unrequired(name, from, searched)}`,
    );
  }

  /** Which package has a class that the one asking could have if it required it. */
  private unrequired(name: string, from: Package, searched: readonly Package[]): string {
    const holder = this.finder
      .searched(undefined)
      .find((one) => !searched.includes(one) && one.name !== from.name && one.classNames().includes(name));
    if (!holder) return '';
    const [major = ''] = holder.version.split('.');
    return `: ${holder.name} has it; add "${holder.name}: ${major}" to Require in the manifest of ${from.name}`;
  }

  /** Which versions have a class that none of those asked for has: nothing said means version 0, as in Murano. */
  private others(name: string): string {
    const [holder] = this.finder.searched(undefined).filter((one) => one.classNames().includes(name));
    if (!holder) return '';
    return `: a class without a version is one of version 0, and ${holder.name} has ${holder.version}; write "${name}/${holder.version}"`;
  }

  /** The class of that very package. */
  of(holder: Package, name: string): MuranoType {
    let types = this.made.get(holder);
    if (!types) {
      types = new Map();
      this.made.set(holder, types);
    }
    const known = types.get(name);
    if (known) return known;
    const declaration = holder.classDeclaration(name);
    if (!declaration)
      throw new DslError('NoClassFound', `Class "${name}" is not found in ${holder.name}/${holder.version}`);
    const key = `${holder.name}/${holder.version}/${name}`;
    if (this.making.has(key)) {
      throw new DslError('InvalidInheritanceError', `The class ${name} extends itself.`);
    }
    this.making.add(key);
    try {
      const parents = unified(this.parents(name, declaration, holder), holder, this.finder);
      const find = (wanted: string) => this.find(wanted, holder);
      const type = new MuranoType(name, declaration, holder, parents, find, this.natives.get(name));
      types.set(name, type);
      for (const imported of declaration.imports) find(imported.name);
      this.check(type);
      return type;
    } catch (error) {
      types.delete(name);
      throw error;
    } finally {
      this.making.delete(key);
    }
  }

  private parents(name: string, declaration: ClassDeclaration, holder: Package): MuranoType[] {
    if (declaration.parents.length === 0) return name === ROOT_CLASS ? [] : [this.find(ROOT_CLASS, holder)];
    return declaration.parents.map((parent) => {
      const type = this.find(parent.name, holder);
      if (type.declaration.usage === 'Meta' && declaration.usage !== 'Meta') {
        throw new DslError('InvalidInheritanceError', `The class ${name} cannot extend the Meta class ${type.name}.`);
      }
      return type;
    });
  }
}
