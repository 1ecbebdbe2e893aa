import { type Clock, Context, type DictValue, type HostObject, Runtime } from '@vetro/yaql';
import { ProcessorTime } from '@/lib/conductor/language/processor-time';
import type { ClassConfigs } from '@/lib/model/class-configs';
import { contractOf } from '../contracts/contract';
import { DslError } from '../errors';
import { Attributes } from '../execution/attributes';
import { evaluationOf } from '../execution/compile-template';
import type { CallFrame, Execution, LoadOptions } from '../execution/execution';
import { Fiber } from '../execution/fibers';
import { Frame } from '../execution/frame';
import { Journals } from '../execution/journals';
import { DEFAULT_EXECUTION_LIMITS, type ExecutionLimits } from '../execution/limits';
import { Locks } from '../execution/locks';
import { ObjectStore } from '../execution/object-store';
import { Loading } from '../model/loading';
import { MuranoObject } from '../objects/murano-object';
import { TypeReference } from '../objects/type-reference';
import { invoke } from '../statements/invoke';
import { Mocks } from '../statements/mocks';
import type { PropertyDeclaration } from '../syntax/declarations';
import type { MetaAttribute } from '../types/meta';
import type { MuranoMethod, MuranoProperty, MuranoType } from '../types/murano-type';
import type { MuranoEngine } from './engine';

/** What a run takes from its host. */
export interface ExecutionOptions {
  /**
   * Makes the id of a new object; on a durable runtime the same ones again in a replay.
   *
   * @param place of the fiber that makes it: which branch is ahead of another makes no difference then
   */
  readonly newId: (place: string) => string;
  readonly clock?: Clock;
  readonly chance?: BranchChance;
  readonly limits?: Partial<ExecutionLimits>;
  /** what operators give to properties of classes; nothing when left out */
  readonly classConfigs?: ClassConfigs | undefined;
  /** what the run may take of the processor; without it no time passes */
  readonly time?: ProcessorTime;
  /** what native classes need of the world; the runtime only hands it on */
  readonly host?: object;
}

/** Where the chance of a run comes from. */
export interface BranchChance {
  /**
   * A number from 0 up to, not including, 1.
   *
   * @param place of the fiber that draws it
   */
  next(place: string): number;
}

const NO_CLOCK: Clock = { now: () => 0, localOffset: () => 0 };
const NO_CHANCE: BranchChance = { next: () => 0 };

/** One run: its objects, and all that changes while it goes on. */
export class ProgramExecution implements Execution {
  readonly limits: ExecutionLimits;
  readonly classConfigs: ClassConfigs;
  private readonly time: ProcessorTime;
  readonly runtime: Runtime;
  readonly objects = new ObjectStore();
  readonly attributes = new Attributes();
  /** values of static properties, by their declaration */
  readonly statics = new Map<PropertyDeclaration, unknown>();
  readonly journals = new Journals();
  readonly locks = new Locks();
  readonly mocks = new Mocks();
  /** calls that are under way */
  readonly frames = new Set<CallFrame>();
  readonly handledEffects = new Set<string>();
  /** objects that the host holds on to */
  readonly held = new Set<MuranoObject>();
  /** the thread that runs now */
  fiber = new Fiber(undefined);
  /** branches that are under way */
  branches = 0;
  /** for code of no class: `$` is null */
  readonly hostContext: Context;
  readonly host: object | undefined;
  private readonly identities = new Map<unknown, number>();
  private readonly metaObjects = new Map<object, MuranoObject>();
  private made = 0;

  constructor(
    readonly engine: MuranoEngine,
    private readonly options: ExecutionOptions,
  ) {
    this.limits = { ...DEFAULT_EXECUTION_LIMITS, ...options.limits };
    this.classConfigs = options.classConfigs ?? {};
    this.time = options.time ?? new ProcessorTime();
    this.host = options.host;
    const chance = options.chance ?? NO_CHANCE;
    this.runtime = new Runtime(
      this.limits,
      { input: false, output: false, tuplesToLists: true, setsToLists: false },
      options.clock ?? NO_CLOCK,
      { next: () => chance.next(this.fiber.place) },
      undefined,
      this.time,
    );
    this.hostContext = new Frame(this, undefined, undefined, undefined, undefined).context;
  }

  /** A context for code of a class. */
  contextFor(type: MuranoType | undefined, frame: CallFrame): Context {
    const context = new Context(this.engine.contextOf(type), this.runtime);
    context.host = frame;
    return context;
  }

  /** A new object that has no values yet. Throws ObjectLimitExceeded beyond the ceiling. */
  newObject(
    id: string | undefined,
    type: MuranoType,
    owner: MuranoObject | undefined,
    name: string | null = null,
    metadata: unknown = null,
  ): MuranoObject {
    this.made++;
    if (this.made > this.limits.objects) {
      throw new DslError(
        'ObjectLimitExceeded',
        `The program was stopped because it made more than ${this.limits.objects} objects.`,
      );
    }
    return new MuranoObject(id ?? this.options.newId(this.fiber.place), type, owner, name, metadata);
  }

  /** Begins to count anew: for what must be done after the run was stopped, the writing down of what it has reached. */
  renew(): void {
    this.made = 0;
    this.runtime.renew();
    this.time.renew();
  }

  /** An object of a class of the core library whose values the runtime sets itself. */
  plainObject(className: string): MuranoObject {
    const object = this.newObject(undefined, this.engine.classes.find(className, undefined), undefined);
    object.life = 'alive';
    return object;
  }

  /** Makes an object of a dict, within an expression or a contract. */
  makeObject(value: DictValue, options: LoadOptions & { readonly caller: CallFrame }): unknown {
    const { loading } = options.caller;
    if (!loading) return this.createObject(value, options);
    return this.runtime.attempt(() => loading.build(value, options.owner, options.standard));
  }

  /** Makes an object of a dict, for code that asks for a new one. */
  createObject(value: DictValue, options: LoadOptions): unknown {
    return this.runtime.attempt(() => this.loading(options).load(value));
  }

  /** A model on its way to become objects of this run. */
  loading(options: LoadOptions): Loading {
    return new Loading(this, options);
  }

  /** Calls a method from code that runs. */
  callFrom(caller: CallFrame, method: MuranoMethod, receiver: HostObject, args: readonly unknown[]): unknown {
    return this.runtime.attempt(
      () =>
        this.mocks.invoke(this, { method, receiver, args, caller }) ?? invoke(this, { method, receiver, args, caller }),
    );
  }

  /** The value of a static property: what was set, or its default. */
  staticValue(property: MuranoProperty, caller: CallFrame): unknown {
    const known = this.runtime.recall(() => this.statics.get(property.declaration));
    if (known !== undefined) return known;
    const self = TypeReference.to(property.type);
    const frame = new Frame(this, property.type, self, undefined, caller, { writesAnything: true });
    const { default: standard } = property.declaration;
    const start = standard ? evaluationOf(standard).run(frame.context) : null;
    const owner = () => `${property.type.name}.${property.name}`;
    const value = contractOf(property.declaration).transform(
      start,
      { frame, owner: undefined, callerType: property.type },
      owner,
    );
    this.runtime.recall(() => {
      this.statics.set(property.declaration, value);
      return null;
    });
    return value;
  }

  /** A number that tells one value from every other: objects by themselves, the rest by what they are. */
  identityOf(value: unknown): number {
    let known = this.identities.get(value);
    if (known === undefined) {
      known = this.identities.size;
      this.identities.set(value, known);
    }
    return known;
  }

  /** The object of a meta attribute; made once in a run. */
  *metaObject(meta: MetaAttribute): Generator<unknown, MuranoObject, unknown> {
    const known = this.metaObjects.get(meta.declaration);
    if (known) return known;
    const frame = new Frame(this, meta.declaring, undefined, undefined, undefined);
    const { properties } = meta.declaration;
    const values = properties ? (evaluationOf(properties).run(frame.context) as DictValue | null) : null;
    const options = { owner: undefined, standard: meta.type, callerType: meta.declaring, caller: frame };
    const object = yield* new Loading(this, options).load(values ?? {});
    this.metaObjects.set(meta.declaration, object);
    this.held.add(object);
    return object;
  }
}
