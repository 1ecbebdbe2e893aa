/** What a layer must know of a function. */
interface Named {
  readonly name: string;
  readonly isFunction: boolean;
  readonly isMethod: boolean;
}

/** All functions of one name that a context sees, the nearest layer first, as one array for the same question. */
export interface Overloads<Definition> {
  readonly name: string;
  readonly levels: readonly (readonly Definition[])[];
  /** true when every function is the library's own, so that short cuts are right */
  readonly standard: boolean;
  /** whether a dict counts as a list (of its keys) */
  readonly iterableDicts: boolean;
  /** how calls of a certain shape resolve: kept by overload.ts */
  readonly shapes: Map<string, unknown>;
}

/** Counts changes to any layer of one tree, so that what call sites remember can be thrown away. */
class Tree {
  version = 0;
  constructor(readonly iterableDicts: boolean) {}
}

/**
 * The functions of one context. Contexts without functions of their own share the layer of their parent,
 * so that a call site can remember what it found there.
 */
export class FunctionLayer<Definition extends Named> {
  private readonly functions = new Map<string, Definition[]>();
  private readonly exclusive = new Set<string>();
  private readonly found = [
    new Map<string, Overloads<Definition>>(),
    new Map<string, Overloads<Definition>>(),
  ] as const;
  private readonly tree: Tree;
  private foundVersion = 0;
  private used = false;

  constructor(
    readonly parent: FunctionLayer<Definition> | undefined,
    private readonly standard: boolean,
    iterableDicts = false,
  ) {
    this.tree = parent?.tree ?? new Tree(iterableDicts);
    if (parent) parent.used = true;
  }

  get version(): number {
    return this.tree.version;
  }

  /** Adds an overload; `exclusive` hides the functions of that name in the layers below. */
  register(definition: Definition, exclusive: boolean): void {
    const overloads = this.functions.get(definition.name);
    if (overloads) overloads.push(definition);
    else this.functions.set(definition.name, [definition]);
    if (exclusive) this.exclusive.add(definition.name);
    if (this.used) this.tree.version++;
  }

  /** Every name that has a function here or below. */
  names(): Set<string> {
    return new Set([...this.functions.keys(), ...(this.parent?.names() ?? [])]);
  }

  /** The functions, or the methods, of a name. */
  find(name: string, asMethod: boolean): Overloads<Definition> {
    if (this.foundVersion !== this.tree.version) {
      this.found[0].clear();
      this.found[1].clear();
      this.foundVersion = this.tree.version;
    }
    this.used = true;
    const found = this.found[asMethod ? 1 : 0];
    let overloads = found.get(name);
    if (!overloads) {
      overloads = this.collect(name, asMethod);
      found.set(name, overloads);
    }
    return overloads;
  }

  private collect(name: string, asMethod: boolean): Overloads<Definition> {
    const bare = name.replace(/_+$/, '');
    // A layer that adds nothing to a name shares what its parent found: call sites learn once for both.
    if (this.parent && !this.functions.has(bare) && !this.exclusive.has(bare)) return this.parent.find(name, asMethod);
    const levels: Definition[][] = [];
    let standard = true;
    for (let layer: FunctionLayer<Definition> | undefined = this; layer; layer = layer.parent) {
      layer.used = true;
      const level = (layer.functions.get(bare) ?? []).filter((f) => (asMethod ? f.isMethod : f.isFunction));
      if (level.length > 0) {
        levels.push(level);
        standard &&= layer.standard;
      }
      if (layer.exclusive.has(bare)) break;
    }
    return {
      name,
      levels,
      standard: standard && levels.length > 0,
      iterableDicts: this.tree.iterableDicts,
      shapes: new Map(),
    };
  }
}
