import { ForeignValue } from '../primitives/foreign-value';
import type { Context, FunctionDefinition } from './context';

/**
 * An object of the host that expressions may hold: a MuranoPL object, a type, a contract. What it allows is
 * what it overrides; the rest of the language treats it as one opaque value.
 */
export abstract class HostObject extends ForeignValue {
  /** Reads `object.name`; undefined when there is no such property. */
  getProperty(_name: string, _context: Context): unknown {
    return undefined;
  }

  /**
   * The functions behind `object.name(…)`, in layers, the nearest first; they come before the functions of the
   * context. Answer the same array for the same name: the resolution of a call is kept per array.
   */
  methods(_name: string, _context: Context): readonly (readonly FunctionDefinition[])[] | undefined {
    return undefined;
  }

  /** Reads `object[key]`; undefined when there is no such item. */
  getItem(_key: unknown, _context: Context): unknown {
    return undefined;
  }
}
