import type { Context, FunctionDefinition, HostObject } from '@vetro/yaql';
import type { MuranoMethod, MuranoProperty, MuranoType } from '../types/murano-type';

/** What objects must know of the code that reads or calls them; `execution/frame.ts` is one. */
export interface Scope {
  /** the class whose code runs; undefined for the host */
  readonly type: MuranoType | undefined;
  /** The value of a static property in this run; its default when nobody has set it. */
  staticValue(property: MuranoProperty): unknown;
  /**
   * The extension methods of a name that objects of a class bring along wherever they are used, in layers, the
   * nearest first: its own, and those of the classes it imports.
   */
  extensions(type: MuranoType, name: string): readonly (readonly FunctionDefinition[])[];
  /** Calls a method with arguments in the order of their declaration; undefined: not given. */
  callMethod(context: Context, method: MuranoMethod, receiver: HostObject, args: readonly unknown[]): unknown;
}

/** The scope of the code that an expression belongs to. Throws a plain Error where the host gave none. */
export function scopeOf(context: Context): Scope {
  if (!context.host) throw new Error('The expression runs without a scope.');
  return context.host as Scope;
}
