import type { Node } from '@vetro/yaql';
import type { MuranoPackage } from '../packages/murano-package';
import type { PackageRegistry } from '../packages/package-registry';
import type { Block, ClassDeclaration, Statement } from '../syntax/declarations';
import type { NativeClass } from '../types/native';
import { statementsIn } from './statements';

/** A class as far as a check must know it: what it declares and writes, with what it inherits. */
export interface ClassView {
  readonly name: string;
  readonly declaration: ClassDeclaration;
  readonly holder: MuranoPackage;
  readonly parents: readonly ClassView[];
  /** what of it is not written in MuranoPL */
  readonly native: NativeClass | undefined;
  /** false when a class above cannot be found or read, so that anything may be inherited */
  readonly isComplete: boolean;
  readonly properties: ReadonlySet<string>;
  readonly methods: ReadonlySet<string>;
  /** properties that methods of the class set, declared or not */
  readonly written: ReadonlySet<string>;
}

/** All classes of a registry as views; what cannot be found or read is undefined. */
export class ClassViews {
  private readonly views = new Map<ClassDeclaration, ClassView>();
  private readonly open = new Set<ClassDeclaration>();
  private readonly natives: ReadonlyMap<string, NativeClass>;

  constructor(
    readonly registry: PackageRegistry,
    natives: Iterable<NativeClass>,
  ) {
    this.natives = new Map([...natives].map((native) => [native.name, native]));
  }

  /** The class that a full name means, seen from a package. */
  find(name: string, from: MuranoPackage): ClassView | undefined {
    const holder = this.registry.packageOf(name, from);
    return holder && this.of(name, holder);
  }

  /** The class of that very package. */
  of(name: string, holder: MuranoPackage): ClassView | undefined {
    const declaration = holder.lookAt(name);
    if (!declaration || this.open.has(declaration)) return undefined;
    const known = this.views.get(declaration);
    if (known) return known;
    this.open.add(declaration);
    const view = this.make(name, declaration, holder);
    this.open.delete(declaration);
    this.views.set(declaration, view);
    return view;
  }

  private make(name: string, declaration: ClassDeclaration, holder: MuranoPackage): ClassView {
    const wanted = parentNames(name, declaration);
    const parents = wanted.flatMap((parent) => this.find(parent, holder) ?? []);
    const native = this.natives.get(name);
    const inherited = (members: (view: ClassView) => Iterable<string>) => parents.flatMap((one) => [...members(one)]);
    return {
      name,
      declaration,
      holder,
      parents,
      native,
      isComplete: parents.length === wanted.length && parents.every(({ isComplete }) => isComplete),
      properties: new Set([...declaration.properties.map((one) => one.name), ...inherited((one) => one.properties)]),
      methods: new Set([
        ...[...declaration.methods, ...(native?.methods ?? [])].map((one) => one.name),
        ...inherited((one) => one.methods),
      ]),
      written: new Set([
        ...declaration.methods.flatMap(({ body }) => writtenIn(body)),
        ...inherited((one) => one.written),
      ]),
    };
  }
}

const ROOT = 'io.murano.Object';

function parentNames(name: string, { parents }: ClassDeclaration): readonly string[] {
  if (parents.length > 0) return parents.map((parent) => parent.name);
  return name === ROOT ? [] : [ROOT];
}

function writtenIn(body: Block): string[] {
  return [...statementsIn(body)].flatMap((statement) => propertyWritten(statement) ?? []);
}

/** `a` for `$.a: …`, `$this.a.b: …` and `$.a[0]: …`. */
function propertyWritten(statement: Statement): string | undefined {
  if (statement.kind !== 'assignment') return undefined;
  for (let node: Node | undefined = statement.target.tree; node; node = inner(node)) {
    if (node.kind !== 'binary' || node.operator !== '.' || node.left.kind !== 'variable') continue;
    const isOwn = node.left.name === '$' || node.left.name === '$this';
    return isOwn && node.right.kind === 'keyword' ? node.right.name : undefined;
  }
  return undefined;
}

function inner(node: Node): Node | undefined {
  if (node.kind === 'index') return node.target;
  return node.kind === 'binary' ? node.left : undefined;
}
