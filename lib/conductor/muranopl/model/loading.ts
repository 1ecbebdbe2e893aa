import { type DictValue, dictGet, isDict, isYaqlError } from '@vetro/yaql';
import { DslError, isDslError, isFinal } from '../errors';
import type { Execution, LoadOptions, ModelLoading } from '../execution/execution';
import { settleInside } from '../execution/fibers';
import { freeze } from '../execution/freeze';
import { isThrown } from '../execution/thrown';
import { MuranoObject } from '../objects/murano-object';
import { describeObject, type ObjectDescription } from '../serialization/header';
import { invoke } from '../statements/invoke';
import type { MuranoType } from '../types/murano-type';
import type { Waiting } from '../types/waiting';
import { setProperties } from './set-properties';

/** One model on its way to become objects: ids in it know one another, and `.init` runs when all are there. */
export class Loading implements ModelLoading {
  private readonly byId = new Map<string, MuranoObject>();
  private readonly made = new Set<MuranoObject>();
  private readonly inits: (() => Waiting)[] = [];
  private readonly dependencies: { object: MuranoObject; written: unknown }[] = [];
  /** the object that the whole model describes; undefined until it is made */
  rootObject: MuranoObject | undefined;
  private depth = 0;
  /** in the first pass ids that are not known yet stand for objects to come */
  pass: 1 | 2 = 1;
  /** whether the first pass met anything that a second one could see differently */
  isOpen = false;

  constructor(
    readonly execution: Execution,
    readonly options: LoadOptions,
  ) {}

  /** An object by its id in the model, or in the run. */
  find(id: string): MuranoObject | undefined {
    return this.byId.get(id) ?? this.options.outer?.find(id) ?? this.execution.objects.find(id);
  }

  /** Whether an id that is not known yet may become known. */
  get mayFollow(): boolean {
    if (this.pass === 1) this.isOpen = true;
    return this.pass === 1 || (this.options.outer?.mayFollow ?? false);
  }

  /** Makes the root of a model and all it holds. */
  *load(given: DictValue): Generator<unknown, MuranoObject, unknown> {
    const { options } = this;
    // Lazy lists in it are walked once, not once for each pass.
    const value = freeze(given, this.execution.hostContext) as DictValue;
    yield* this.build(value, options.owner, options.standard);
    if (this.isOpen) {
      this.pass = 2;
      this.inits.length = 0;
      this.dependencies.length = 0;
      yield* this.build(value, options.owner, options.standard);
    }
    const root = this.rootObject as MuranoObject;
    if (options.isDryRun) return root;
    for (const object of this.made) this.execution.objects.put(object);
    this.subscribe();
    // Until the program has it, nothing else leads to what was made.
    const { held } = this.execution;
    const isHeld = held.has(root);
    held.add(root);
    try {
      for (const init of this.inits) {
        if (options.initsAreTried) tried(init());
        else yield* init();
      }
    } finally {
      if (!isHeld) held.delete(root);
    }
    return root;
  }

  /** Makes one object of a description, or finds the one that an earlier pass made. */
  *build(
    value: DictValue,
    owner: MuranoObject | undefined,
    standard: MuranoType | undefined,
  ): Generator<unknown, MuranoObject, unknown> {
    const { execution, options } = this;
    execution.runtime.step();
    const description = describeObject(value, { classes: execution.engine.classes, type: options.callerType });
    const type = description.type ?? standard;
    if (!type) throw new DslError('ValueError', 'The description of an object names no class.');
    const isRoot = this.depth === 0;
    const existing =
      description.id !== undefined && options.keepIds ? execution.objects.find(description.id) : undefined;
    const object = existing
      ? new MuranoObject(existing.id, type, existing.owner, existing.displayName, existing.metadata)
      : this.objectFor(description, type, owner, isRoot);
    if (isRoot) this.rootObject = existing ?? object;
    else this.isOpen = true;
    this.depth++;
    if (!existing) this.dependencies.push({ object, written: description.dependencies });
    try {
      yield* setProperties(this, object, existing ?? object, description.properties, (init) => {
        if (!existing) this.inits.push(init);
      });
    } finally {
      this.depth--;
    }
    return existing ?? object;
  }

  /** A run of `.init` of one class, with the values the model gives its arguments. */
  init(object: MuranoObject, type: MuranoType, args: readonly unknown[]): () => Waiting {
    const method = type.declaredMethod('.init');
    const { execution, options } = this;
    return function* init() {
      if (!method) return null;
      const call = { method, receiver: object, args, caller: options.caller, writesAnything: true, owner: object };
      return yield* invoke(execution, call);
    };
  }

  private objectFor(
    description: ObjectDescription,
    type: MuranoType,
    owner: MuranoObject | undefined,
    isRoot: boolean,
  ): MuranoObject {
    const { execution, options } = this;
    const { id } = description;
    const known = id === undefined ? undefined : this.byId.get(id);
    if (known) return known;
    if (isRoot && this.rootObject) return this.rootObject;
    if (isRoot || this.pass === 2 || id !== undefined) {
      const name = isRoot && options.name !== undefined ? options.name : description.name;
      const kept = options.keepIds ? id : undefined;
      const object = execution.newObject(kept, type, owner, name, description.metadata);
      if (id !== undefined) this.byId.set(id, object);
      this.made.add(object);
      return object;
    }
    // The first pass only finds out what the model holds: what has no id there is made in the second.
    return new MuranoObject('', type, owner, description.name, description.metadata);
  }

  private subscribe(): void {
    for (const { object, written } of this.dependencies) {
      const entries = isDict(written) ? dictGet(written, 'onDestruction') : null;
      for (const entry of Array.isArray(entries) ? entries : []) {
        if (!isDict(entry)) continue;
        const subscriber = this.find(String(dictGet(entry, 'subscriber')));
        const handler = dictGet(entry, 'handler');
        if (subscriber)
          object.subscriptions.push({ subscriber, handler: typeof handler === 'string' ? handler : null });
      }
    }
  }
}

/** Runs work as far as it goes without the outside and without an error. Throws what stops the whole run. */
function tried(work: Waiting): void {
  const run = settleInside(work);
  try {
    if (!run.next().done) run.return(null);
  } catch (error) {
    if (isFinal(error) || !(isDslError(error) || isYaqlError(error) || isThrown(error))) throw error;
  }
}
