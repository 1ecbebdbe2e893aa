import type { Context, DictValue, FunctionDefinition, HostObject, Runtime } from '@vetro/yaql';
import type { ClassConfigs } from '@/lib/model/class-configs';
import type { MuranoObject } from '../objects/murano-object';
import type { Scope } from '../objects/scope';
import type { PropertyDeclaration, Statement } from '../syntax/declarations';
import type { Classes } from '../types/classes';
import type { MetaAttribute } from '../types/meta';
import type { MuranoMethod, MuranoProperty, MuranoType } from '../types/murano-type';
import type { Waiting } from '../types/waiting';
import type { Attributes } from './attributes';
import type { FiberState } from './fibers';
import type { Journals } from './journals';
import type { ExecutionLimits } from './limits';
import type { Locks } from './locks';
import type { ObjectStore } from './object-store';

/** A run as its parts see it; `ProgramExecution` is one. */
export interface Execution extends FiberState {
  readonly engine: EngineView;
  readonly limits: ExecutionLimits;
  /** values that operators give to properties, by the class that declares them */
  readonly classConfigs: ClassConfigs;
  readonly runtime: Runtime;
  readonly objects: ObjectStore;
  readonly attributes: Attributes;
  /** values of static properties, by their declaration */
  readonly statics: Map<PropertyDeclaration, unknown>;
  readonly journals: Journals;
  readonly locks: Locks;
  readonly mocks: MockRegistry;
  /** calls that are under way */
  readonly frames: Set<CallFrame>;
  /** effects that failed, and whose errors the program has caught */
  readonly handledEffects: Set<string>;
  /** objects that the host holds on to */
  readonly held: Set<MuranoObject>;
  /** for code of no class: `$` is null */
  readonly hostContext: Context;
  /** what native classes need of the world; the runtime only hands it on */
  readonly host: object | undefined;
  /** A context for code of a class. */
  contextFor(type: MuranoType | undefined, code: CallFrame): Context;
  /** A new object that has no values yet. Throws ObjectLimitExceeded beyond the ceiling. */
  newObject(
    id: string | undefined,
    type: MuranoType,
    owner: MuranoObject | undefined,
    name?: string | null,
    metadata?: unknown,
  ): MuranoObject;
  /** An object of a class of the core library whose values the runtime sets itself. */
  plainObject(className: string): MuranoObject;
  /** Makes an object of a dict, within a contract: as part of the model that is loaded, where one is. */
  makeObject(value: DictValue, options: LoadOptions & { readonly caller: CallFrame }): unknown;
  /** Makes an object of a dict, for code that asks for a new one. */
  createObject(value: DictValue, options: LoadOptions): unknown;
  /** A model on its way to become objects of this run. */
  loading(options: LoadOptions): ModelLoading;
  /** Calls a method from code that runs, within an expression. */
  callFrom(caller: CallFrame, method: MuranoMethod, receiver: HostObject, args: readonly unknown[]): unknown;
  /** The value of a static property: what was set, or its default. */
  staticValue(property: MuranoProperty, caller: CallFrame): unknown;
  /** A number that tells one value from every other: objects by themselves, the rest by what they are. */
  identityOf(value: unknown): number;
  /** The object of a meta attribute; made once in a run. */
  metaObject(meta: MetaAttribute): Waiting<MuranoObject>;
}

/** What a run needs of its engine. */
export interface EngineView {
  readonly classes: Classes;
  /** The functions that code of a class sees, extension methods among them. */
  contextOf(type: MuranoType | undefined): Context;
  /** The extension methods of a name that objects of a class bring along, the nearest layer first. */
  extensions(type: MuranoType, name: string): readonly (readonly FunctionDefinition[])[];
  /** The functions that contracts of a class see. */
  contractLayer(type: MuranoType | undefined): Context['layer'];
}

/** Code that runs, as its parts see it; `Frame` is one. */
export interface CallFrame extends Scope {
  readonly execution: Execution;
  readonly self: HostObject | undefined;
  readonly method: MuranoMethod | undefined;
  readonly caller: CallFrame | undefined;
  readonly context: Context;
  readonly writesAnything: boolean;
  readonly depth: number;
  readonly at: Statement | undefined;
  readonly result: unknown;
  /** lists that loops are going over: what is in them is in use */
  readonly inUse: readonly unknown[];
  readonly loading: ModelLoading | undefined;
  /** The class that a name means in code of this class. Throws NoClassFound, and KeyError for an unknown prefix. */
  findType(name: string, versionSpec?: string): MuranoType;
}

/** One call of a method. */
export interface Call {
  readonly method: MuranoMethod;
  /** an object, a view of one, or a class */
  readonly receiver: HostObject;
  /** in the order of their declaration; undefined: not given */
  readonly args: readonly unknown[];
  readonly caller: CallFrame | undefined;
  /** whether every property may be written: in `.init` */
  readonly writesAnything?: boolean;
  /** who owns the objects that arguments are made of */
  readonly owner?: MuranoObject | undefined;
}

/** Runs instead of a method: answers work that may wait. */
export type Replacement = (execution: Execution, call: Call) => Waiting;

/** Where tests replace methods. */
export interface MockRegistry {
  /** Replaces a method, of every object or of one. */
  add(method: MuranoMethod, target: HostObject | undefined, replacement: Replacement): void;
}

/** How a model becomes objects. */
export interface LoadOptions {
  /** who owns the root of the model */
  readonly owner: MuranoObject | undefined;
  /** the class of a root that names none */
  readonly standard?: MuranoType | undefined;
  /** the class whose code wrote the model: class names in it are read as it writes them */
  readonly callerType: MuranoType | undefined;
  readonly caller: CallFrame | undefined;
  /** whether objects keep the ids that the model gives them: a document does, `new(model)` does not */
  readonly keepIds?: boolean;
  /** what the root is called; wins over the model */
  readonly name?: string | null;
  /** whether nothing may come of it: no `.init`, no place in the store */
  readonly isDryRun?: boolean;
  /** whether each `.init` goes as far as it can without the outside, and leaves what it has reached where it cannot go on */
  readonly initsAreTried?: boolean;
  /** properties of the root that may be missing: see the `template` contract */
  readonly excluded?: ReadonlySet<string>;
  /** a larger model that this one is part of: its ids are known here */
  readonly outer?: ModelLoading | undefined;
}

/** A model on its way to become objects; `Loading` is one. */
export interface ModelLoading {
  readonly execution: Execution;
  readonly options: LoadOptions;
  /** the object that the whole model describes; undefined until it is made */
  readonly rootObject: MuranoObject | undefined;
  /** whether the first pass met anything that a second one could see differently */
  isOpen: boolean;
  /** Whether an id that is not known yet may become known. */
  readonly mayFollow: boolean;
  /** An object by its id in the model, or in the run. */
  find(id: string): MuranoObject | undefined;
  /** Makes the root of a model and all it holds. */
  load(value: DictValue): Waiting<MuranoObject>;
  /** Makes one object of a description, or finds the one that an earlier pass made. */
  build(value: DictValue, owner: MuranoObject | undefined, standard: MuranoType | undefined): Waiting<MuranoObject>;
  /** A run of `.init` of one class, with the values the model gives its arguments. */
  init(object: MuranoObject, type: MuranoType, args: readonly unknown[]): () => Waiting;
}
