import { Context, callMethod, type DictValue, dictKeys, fromPlain, isDict } from '@vetro/yaql';
import { DslError } from '../errors';
import { evaluateFully } from '../execution/evaluation';
import type { Execution, LoadOptions } from '../execution/execution';
import { rootsOf, unreachable } from '../model/collect';
import { destroyAll } from '../model/destroy';
import type { MuranoObject } from '../objects/murano-object';
import { TypeReference } from '../objects/type-reference';
import { type ModelDocument, writeDocument } from '../serialization/document';
import type { MuranoMethod, MuranoType } from '../types/murano-type';
import type { Waiting } from '../types/waiting';

/** A call from outside. */
export interface ExternalCall {
  /** undefined: the root of the model */
  readonly on?:
    | { readonly object: MuranoObject }
    | { readonly type: MuranoType }
    | { readonly className: string }
    | undefined;
  readonly method: string;
  readonly args?: readonly unknown[];
  readonly kwargs?: Readonly<Record<string, unknown>>;
}

/** An object model and what is done with it: loading, calling public methods, writing it back. */
export class Program {
  root: MuranoObject | undefined;

  constructor(
    readonly execution: Execution,
    /** whether a method may be called from outside; its declaration says so when nothing else is given */
    private readonly isPublic: (method: MuranoMethod) => boolean = (method) => method.isPublic,
  ) {}

  /**
   * Loads `{Objects, ObjectsCopy, Attributes}`. Objects of the copy that are not in `Objects` any more are made
   * and lead nowhere: the next collection destroys them. Throws what contracts and `.init` throw.
   *
   * @param options.initsAreTried see {@link LoadOptions}
   */
  *load(document: unknown, { initsAreTried = false } = {}): Waiting {
    const { execution } = this;
    if (!isDict(document)) throw new DslError('ValueError', 'An object model is a dict with Objects.');
    const { Objects: objects, ObjectsCopy: copy, Attributes: rows } = document as Partial<ModelDocument>;
    execution.attributes.load(fromPlain(rows));
    if (objects !== null && objects !== undefined) {
      if (!isDict(objects))
        throw new DslError('ValueError', 'Under Objects an object model has an object, or nothing.');
      this.root = yield* this.loadTree(objects, initsAreTried);
      execution.held.add(this.root);
    }
    // An empty copy is none: nothing was deployed before.
    if (isDict(copy) && dictKeys(copy).length > 0) yield* this.loadTree(copy, initsAreTried);
    return null;
  }

  private loadTree(tree: DictValue, initsAreTried: boolean): Generator<unknown, MuranoObject, unknown> {
    const options = { owner: undefined, callerType: undefined, caller: undefined, keepIds: true, initsAreTried };
    return this.execution.loading(options).load(tree);
  }

  /** Calls a public method. Throws MethodNotExposed, AmbiguousMethodName, ValueError, and what the method throws. */
  *call(call: ExternalCall): Waiting {
    const { execution } = this;
    const { on, method: name, args = [], kwargs = {} } = call;
    const named = on ? this.receiver(on) : this.root;
    if (!named) throw new DslError('AttributeError', 'There is no object to call a method of.');
    const [method, other] = named.type.methods(name);
    if (!method) throw new DslError('NoMethodFound', `Method "${name}" is not found`);
    if (other) {
      const message = `Several classes above declare the method '${name}', and none overrides the others.`;
      throw new DslError('AmbiguousMethodName', message);
    }
    if (named instanceof TypeReference && !method.isStatic) {
      throw new DslError('ValueError', `Method ${method.toText()} cannot be called on receiver ${named.type.toText()}`);
    }
    if (!this.isPublic(method)) throw new DslError('MethodNotExposed', `The method '${name}' is not public.`);
    const context = new Context(execution.hostContext, execution.runtime);
    // A static method that is called from outside sees the class that declares it, as it does upstream.
    const receiver = named instanceof TypeReference ? TypeReference.to(method.type) : named;
    const keywords = new Map(Object.entries(kwargs));
    const run = () => callMethod(context, name, receiver, args, keywords);
    return yield* evaluateFully(execution, { run, calls: true }, context);
  }

  private receiver(on: NonNullable<ExternalCall['on']>): MuranoObject | TypeReference {
    if ('object' in on) return on.object;
    if ('type' in on) return TypeReference.to(on.type);
    return TypeReference.to(this.execution.engine.classes.find(on.className, undefined));
  }

  /** Destroys what nothing leads to any more. */
  *collect(): Waiting {
    const { execution } = this;
    yield* destroyAll(execution, unreachable(execution, rootsOf(execution), true));
    return null;
  }

  /** The model as it is now. */
  serialize(): Generator<unknown, ModelDocument, unknown> {
    return writeDocument(this.execution, this.root, this.isPublic);
  }

  /** The end of the run: what is not in the model is destroyed, then everything that is left is forgotten. */
  *finish(): Waiting {
    const { execution } = this;
    execution.held.clear();
    yield* destroyAll(execution, unreachable(execution, this.root ? [this.root] : [], false));
    return null;
  }
}
