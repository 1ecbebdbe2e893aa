import type { Context, FunctionDefinition, HostObject } from '@vetro/yaql';
import { DslError } from '../errors';
import type { Statement } from '../syntax/declarations';
import type { MuranoMethod, MuranoProperty, MuranoType } from '../types/murano-type';
import type { CallFrame, Execution, ModelLoading } from './execution';

/** One call of a method, or other code of a class: what runs, for whom, and where it is. */
export class Frame implements CallFrame {
  /** the instruction that runs now */
  at: Statement | undefined;
  /** the error that the Catch around is about, for Rethrow */
  caught: unknown;
  /** lists that loops are going over: what is in them is in use */
  readonly inUse: unknown[] = [];
  /** what the method returns */
  result: unknown = null;
  /** the model that is being loaded, for code that runs on its behalf */
  loading: ModelLoading | undefined;
  readonly writesAnything: boolean;
  readonly depth: number;
  /** the variables, and what expressions are evaluated in */
  readonly context: Context;

  constructor(
    readonly execution: Execution,
    /** the class whose code runs; undefined for the host */
    readonly type: MuranoType | undefined,
    /** `$` and `$this`: an object, or a class in a static method; undefined for the host */
    readonly self: HostObject | undefined,
    readonly method: MuranoMethod | undefined,
    readonly caller: CallFrame | undefined,
    more: { readonly writesAnything?: boolean; readonly context?: Context } = {},
  ) {
    this.writesAnything = more.writesAnything ?? caller?.writesAnything ?? false;
    this.depth = caller ? caller.depth + 1 : 0;
    if (this.depth > execution.limits.calls) {
      throw new DslError('RecursionError', `Methods call one another more than ${execution.limits.calls} deep.`);
    }
    this.context = more.context ? more.context.beside(this) : execution.contextFor(type, this);
    if (self && !more.context) {
      this.context.setFirst(self);
      this.context.set('$this', self);
    }
  }

  /** The frame of a branch: the same variables, a place of its own. */
  branch(): Frame {
    const branch = new Frame(this.execution, this.type, this.self, this.method, this.caller, {
      writesAnything: this.writesAnything,
      context: this.context,
    });
    branch.caught = this.caught;
    return branch;
  }

  /** The class that a name means in code of this class. Throws NoClassFound, and KeyError for an unknown prefix. */
  findType(name: string, versionSpec?: string): MuranoType {
    const { type, execution } = this;
    const full = type ? type.resolve(name) : name;
    return execution.engine.classes.find(full, type?.package_, { versionSpec });
  }

  staticValue(property: MuranoProperty): unknown {
    return this.execution.staticValue(property, this);
  }

  extensions(type: MuranoType, name: string): readonly (readonly FunctionDefinition[])[] {
    return this.execution.engine.extensions(type, name);
  }

  callMethod(_context: Context, method: MuranoMethod, receiver: HostObject, args: readonly unknown[]): unknown {
    return this.execution.callFrom(this, method, receiver, args);
  }
}

/** The frame that an expression belongs to. Throws a plain Error where there is none. */
export function frameOf(context: Pick<Context, 'host'>): Frame {
  if (!(context.host instanceof Frame)) throw new Error('The expression runs outside of a run.');
  return context.host;
}
