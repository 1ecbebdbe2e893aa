import { type Context, dictGet, dictHas, isDict, typeName, withEntry, YaqlDict } from '@vetro/yaql';
import { DslError, isDslError } from '../errors';
import type { Frame } from '../execution/frame';
import { bounded } from '../execution/weight';
import { objectOf } from '../objects/murano-object';
import { TypeReference } from '../objects/type-reference';
import { prepareWrite, type Write } from './write-property';

/** What can stand on the left side of an assignment. */
export interface Place {
  get(): unknown;
  /** Prepares to put a value there. Nothing changes in place: what holds it is rebuilt, up to a variable or object. */
  prepare(value: unknown): Write;
}

/** Makes the places that a method's code can reach. */
export class Places {
  constructor(
    private readonly frame: Frame,
    private readonly context: Context,
  ) {}

  variable(name: string): Place {
    return {
      get: () => this.context.get(name) ?? null,
      prepare: (value) => {
        if (name === '$' || name === '$this') throw new DslError('ValueError', `Cannot assign to ${name}`);
        return () => this.frame.context.set(name, value);
      },
    };
  }

  /** A class: it can be reached through, but is no variable itself. */
  constant(value: unknown): Place {
    return {
      get: () => value,
      prepare: () => {
        throw new DslError('InvalidLhsTargetError', `Nothing can be assigned to a ${typeName(value)}.`);
      },
    };
  }

  /** A property of an object or class, or what a dict has under a key: an empty dict while there is none. */
  part(holder: Place, key: unknown): Place {
    return {
      get: () => {
        const held = holder.get();
        if (isDict(held)) return dictHas(held, key) ? dictGet(held, key) : new YaqlDict();
        if (isPropertyHolder(held)) return this.read(held, key);
        throw noParts(held);
      },
      prepare: (value) => {
        const held = holder.get();
        if (isDict(held)) return holder.prepare(bounded(withEntry(held, key, value)));
        if (isPropertyHolder(held)) return prepareWrite(this.frame, held, String(key), value);
        throw noParts(held);
      },
    };
  }

  /** What stands at an index of a list; with a key that is no whole number the same as `part`. */
  item(holder: Place, key: unknown): Place {
    const index = typeof key === 'boolean' ? Number(key) : key;
    if (typeof index !== 'number') return this.part(holder, key);
    return {
      get: () => {
        const held = holder.get();
        if (!Array.isArray(held)) throw new DslError('ValueError', 'Only a list has items to assign to.');
        if (index >= held.length || index < -held.length) {
          throw new DslError('IndexError', `The list has no item ${index}: it has ${held.length}.`);
        }
        return held.at(index);
      },
      prepare: (value) => {
        const held = holder.get();
        if (isDict(held)) return holder.prepare(bounded(withEntry(held, index, value)));
        // As in the original: an item of what is no list is nowhere, and that is no error.
        if (!Array.isArray(held)) return () => undefined;
        // As in the original, where -1 does not do what it says: what is before, the value, what comes after.
        return holder.prepare(bounded([...held.slice(0, index), value, ...held.slice(index + 1)]));
      },
    };
  }

  private read(holder: PropertyHolder, name: unknown): unknown {
    try {
      return holder.getProperty(String(name), this.context) ?? null;
    } catch (error) {
      if (isDslError(error) && error.kind === 'UninitializedPropertyAccessError') return new YaqlDict();
      throw error;
    }
  }
}

interface PropertyHolder {
  getProperty(name: string, context: Context): unknown;
}

function isPropertyHolder(value: unknown): value is PropertyHolder {
  return value instanceof TypeReference || objectOf(value) !== undefined;
}

function noParts(value: unknown): DslError {
  return new DslError('ValueError', `A ${typeName(value)} has no parts to assign to: only objects and dicts have.`);
}
