import { type Context, type FunctionDefinition, HostObject } from '@vetro/yaql';
import { DslError } from '../errors';
import type { MuranoType } from '../types/murano-type';
import { instanceMethods } from './method-definitions';
import { readProperty } from './read-property';
import { scopeOf } from './scope';

/** Someone who wants to know when another object comes to its end. */
export interface DestructionSubscription {
  readonly subscriber: MuranoObject;
  /** a method of the subscriber; null: it only wants to come to its end before */
  readonly handler: string | null;
}

/** How far an object has come. */
export type Life = 'new' | 'alive' | 'doomed' | 'destroyed';

/** An object of a run. */
export class MuranoObject extends HostObject {
  /** values of properties that a class declares */
  readonly values = new Map<string, unknown>();
  /** values that code of one class keeps for itself, by that class */
  readonly privates = new Map<MuranoType, Map<string, unknown>>();
  /** what native methods keep */
  readonly native = new Map<string, unknown>();
  /** who is told when this object is destroyed */
  readonly subscriptions: DestructionSubscription[] = [];
  life: Life = 'new';
  private foundView: ObjectView | undefined;
  private views: Map<MuranoType, ObjectView> | undefined;

  constructor(
    readonly id: string,
    readonly type: MuranoType,
    public owner: MuranoObject | undefined,
    /** what people call it */
    readonly displayName: string | null = null,
    readonly metadata: unknown = null,
  ) {
    super();
  }

  typeName(): string {
    return this.type.name;
  }

  override toText(): string {
    return `<${this.type.title} ${this.id}>`;
  }

  override getProperty(name: string, context: Context): unknown {
    return readProperty(this, this.type, name, scopeOf(context), context);
  }

  override methods(name: string, context: Context): readonly (readonly FunctionDefinition[])[] {
    return instanceMethods(this.type, name, scopeOf(context));
  }

  /**
   * The object as `find()` gives it: all the same but for `=`, which tells it from the object itself, as the
   * original does.
   */
  found(): ObjectView {
    this.foundView ??= new ObjectView(this, this.type);
    return this.foundView;
  }

  /** The object seen as one of the classes that its own extends. Throws TypeError for any other class. */
  as(type: MuranoType): MuranoObject | ObjectView {
    if (type === this.type) return this;
    const own = this.type.own(type);
    if (!own) throw new DslError('TypeError', `${this.toText()} cannot be seen as ${type.toText()}.`);
    this.views ??= new Map();
    let view = this.views.get(type);
    if (!view) {
      view = new ObjectView(this, own);
      this.views.set(type, view);
    }
    return view;
  }
}

/** An object seen as one of the classes above its own: same identity, same data, names looked up from there. */
export class ObjectView extends HostObject {
  constructor(
    readonly object: MuranoObject,
    readonly type: MuranoType,
  ) {
    super();
  }

  typeName(): string {
    return this.type.name;
  }

  override toText(): string {
    return `<${this.type.title} ${this.object.id}>`;
  }

  override getProperty(name: string, context: Context): unknown {
    return readProperty(this.object, this.type, name, scopeOf(context), context);
  }

  override methods(name: string, context: Context): readonly (readonly FunctionDefinition[])[] {
    return instanceMethods(this.type, name, scopeOf(context));
  }
}

/** The object behind a value that is one, or a view of one; undefined otherwise. */
export function objectOf(value: unknown): MuranoObject | undefined {
  if (value instanceof MuranoObject) return value;
  return value instanceof ObjectView ? value.object : undefined;
}

/** The class that a value is seen as, which is that of its object unless the value is a view; undefined for no object. */
export function viewedTypeOf(value: unknown): MuranoType | undefined {
  return value instanceof MuranoObject || value instanceof ObjectView ? value.type : undefined;
}
