import { type Context, type FunctionDefinition, HostObject } from '@vetro/yaql';
import type { MuranoType } from '../types/murano-type';
import { staticMethods } from './method-definitions';
import { scopeOf } from './scope';

const referenceKey = {};

/** A class as a value of expressions: `ns:Name`, `type(object)`. */
export class TypeReference extends HostObject {
  private constructor(readonly type: MuranoType) {
    super();
  }

  /** The reference to a class: the same one each time. */
  static to(type: MuranoType): TypeReference {
    const known = type.notes.get(referenceKey) as TypeReference | undefined;
    if (known) return known;
    const made = new TypeReference(type);
    type.notes.set(referenceKey, made);
    return made;
  }

  typeName(): string {
    return `class ${this.type.name}`;
  }

  override toText(): string {
    return `*${this.type.toText()}`;
  }

  /** Reads a static property. Throws NoPropertyFound when the class has none of that name. */
  override getProperty(name: string, context: Context): unknown {
    return scopeOf(context).staticValue(this.type.staticProperty(name));
  }

  override methods(name: string): readonly (readonly FunctionDefinition[])[] {
    return staticMethods(this.type, name);
  }
}
