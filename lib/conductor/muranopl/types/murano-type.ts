import { DslError } from '../errors';
import type {
  ArgumentDeclaration,
  ClassDeclaration,
  MethodDeclaration,
  PropertyDeclaration,
} from '../syntax/declarations';
import { lookUp } from './lookup';
import { resolveName } from './names';
import type { NativeClass, NativeMethod } from './native';
import { nativeDeclaration } from './native-declaration';
import type { Package } from './package';

/** A class at run time: where it stands in its hierarchy, and what its names mean. */
export class MuranoType {
  private readonly ownProperties = new Map<string, MuranoProperty>();
  private readonly ownMethods = new Map<string, MuranoMethod>();
  private readonly foundProperties = new Map<string, readonly MuranoProperty[]>();
  private readonly foundMethods = new Map<string, readonly MuranoMethod[]>();
  private readonly allDeclarations = new Map<string, readonly MuranoProperty[]>();
  private byDeclaration: ReadonlyMap<ClassDeclaration, MuranoType> | undefined;
  private allAncestors: ReadonlySet<MuranoType> | undefined;
  /** what other parts of the runtime keep about the class, by the key of the part */
  readonly notes = new Map<object, unknown>();

  constructor(
    /** full name */
    readonly name: string,
    readonly declaration: ClassDeclaration,
    readonly package_: Package,
    readonly parents: readonly MuranoType[],
    /** finds a class that the class names, by its full name */
    readonly findClass: (name: string) => MuranoType,
    private readonly native?: NativeClass,
  ) {
    for (const property of declaration.properties) {
      this.ownProperties.set(property.name, new MuranoProperty(this, property));
    }
    for (const method of declaration.methods) this.ownMethods.set(method.name, new MuranoMethod(this, method));
    for (const method of native?.methods ?? []) {
      const declared = nativeDeclaration(method, declaration.place, this.ownMethods.get(method.name)?.declaration);
      this.ownMethods.set(method.name, new MuranoMethod(this, declared, method));
    }
  }

  /** `Name/version`, as messages call it. */
  get title(): string {
    return `${this.name}/${this.package_.version}`;
  }

  /** `MuranoClass(Name/version)`, as messages call it. */
  toText(): string {
    return `MuranoClass(${this.title})`;
  }

  /** `Name/version@package`, as the object model writes it. */
  get modelName(): string {
    return `${this.title}@${this.package_.name}`;
  }

  get declaredProperties(): Iterable<MuranoProperty> {
    return this.ownProperties.values();
  }

  /** The method that this very class declares. */
  declaredMethod(name: string): MuranoMethod | undefined {
    return this.ownMethods.get(name);
  }

  /** This class and all above it, each once, the nearer first. */
  get ancestors(): ReadonlySet<MuranoType> {
    if (!this.allAncestors) {
      const all = new Set<MuranoType>([this]);
      for (const type of all) for (const parent of type.parents) all.add(parent);
      this.allAncestors = all;
    }
    return this.allAncestors;
  }

  /** Whether this is the other class or extends it, in whatever hierarchy the other was met. */
  isSubtypeOf(other: MuranoType): boolean {
    return this === other || this.ancestors.has(other) || this.own(other) !== undefined;
  }

  /** The class of the same text in this hierarchy: another one where versions were made one. */
  own(other: MuranoType): MuranoType | undefined {
    if (!this.byDeclaration) {
      this.byDeclaration = new Map([...this.ancestors].map((type) => [type.declaration, type]));
    }
    return this.byDeclaration.get(other.declaration);
  }

  /** The same class with other parents. */
  above(parents: readonly MuranoType[]): MuranoType {
    return new MuranoType(this.name, this.declaration, this.package_, parents, this.findClass, this.native);
  }

  /** The property of that name. Throws AmbiguousPropertyNameError when unrelated classes above declare it. */
  property(name: string): MuranoProperty | undefined {
    let found = this.foundProperties.get(name);
    if (!found) {
      found = lookUp<MuranoType, MuranoProperty>(this, (type) => type.ownProperties.get(name));
      this.foundProperties.set(name, found);
    }
    if (found.length > 1) {
      throw ambiguousProperty(this, name);
    }
    return found[0];
  }

  /**
   * The static property of that name; properties of objects do not hide it. Throws NoPropertyFound when there is
   * none, and AmbiguousPropertyNameError when unrelated classes above declare it.
   */
  staticProperty(name: string): MuranoProperty {
    const found = lookUp<MuranoType, MuranoProperty>(this, (type) => {
      const own = type.ownProperties.get(name);
      return own?.declaration.usage === 'Static' ? own : undefined;
    });
    const [property, other] = found;
    if (!property) throw new DslError('NoPropertyFound', `Property "${name}" is not found`);
    if (other) throw ambiguousProperty(this, name);
    return property;
  }

  /** Every declaration of the property in this class and above. */
  propertyDeclarations(name: string): readonly MuranoProperty[] {
    let found = this.allDeclarations.get(name);
    if (!found) {
      found = [...this.ancestors].flatMap((type) => type.ownProperties.get(name) ?? []);
      this.allDeclarations.set(name, found);
    }
    return found;
  }

  /** The names of all properties of this class and those above, the nearer class first. */
  get propertyNames(): ReadonlySet<string> {
    const names = new Set<string>();
    for (const type of this.ancestors) for (const name of type.ownProperties.keys()) names.add(name);
    return names;
  }

  /** What a method name means: nothing, one method, or several that stand beside one another. */
  methods(name: string): readonly MuranoMethod[] {
    let found = this.foundMethods.get(name);
    if (!found) {
      found = lookUp<MuranoType, MuranoMethod>(this, (type) => type.ownMethods.get(name));
      this.foundMethods.set(name, found);
    }
    return found;
  }

  /** The names of all methods of this class and those above, the nearer class first. */
  get methodNames(): ReadonlySet<string> {
    const names = new Set<string>();
    for (const type of this.ancestors) for (const name of type.ownMethods.keys()) names.add(name);
    return names;
  }

  /** The full name of a class as code of this one writes it. Throws KeyError for an unknown prefix. */
  resolve(name: string): string {
    return resolveName(name, this.declaration.namespaces);
  }
}

/** An argument of a method, with the method it belongs to. */
export class MuranoArgument {
  constructor(
    readonly declaration: ArgumentDeclaration,
    readonly method: MuranoMethod,
  ) {}

  get name(): string {
    return this.declaration.name;
  }
}

/** A method as one class declares it, in YAML or natively. */
export class MuranoMethod {
  readonly arguments: readonly MuranoArgument[];

  constructor(
    readonly type: MuranoType,
    readonly declaration: MethodDeclaration,
    /** what runs instead of a body; undefined for a method of MuranoPL */
    readonly native?: NativeMethod,
  ) {
    this.arguments = declaration.arguments.map((argument) => new MuranoArgument(argument, this));
  }

  get name(): string {
    return this.declaration.name;
  }

  /** Whether it runs without an object. */
  get isStatic(): boolean {
    return this.declaration.usage === 'Static' || this.declaration.usage === 'Extension';
  }

  /** Whether it may be called from outside. */
  get isPublic(): boolean {
    return this.declaration.usage === 'Action' || this.declaration.scope === 'Public';
  }

  /** `MuranoMethod(T::name)`, as messages call it. */
  toText(): string {
    return `MuranoMethod(${this.type.name}::${this.name})`;
  }
}

/** A property as one class declares it. */
export class MuranoProperty {
  constructor(
    readonly type: MuranoType,
    readonly declaration: PropertyDeclaration,
  ) {}

  get name(): string {
    return this.declaration.name;
  }

  /** Whether code of the class may write it, outside of `.init` too. */
  get isWritable(): boolean {
    const { usage } = this.declaration;
    return usage !== 'In' && usage !== 'Const';
  }

  /** Whether the object model gives it a value. */
  get isFromModel(): boolean {
    const { usage } = this.declaration;
    return usage !== 'Runtime' && usage !== 'Static' && usage !== 'Config';
  }
}

function ambiguousProperty(type: MuranoType, name: string): DslError {
  return new DslError(
    'AmbiguousPropertyNameError',
    `Several classes above ${type.name} declare the property '${name}'.`,
  );
}
