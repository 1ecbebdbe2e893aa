import { type Context, callMethod, type FunctionDefinition, HostObject, YaqlError } from '@vetro/yaql';
import { defineHere } from '../execution/define-function';
import { frameOf } from '../execution/frame';
import { type MuranoObject, objectOf } from '../objects/murano-object';
import { TypeReference } from '../objects/type-reference';
import { prepareWrite } from '../statements/write-property';
import { metaOf, metaOfArgument, metaOfProperty } from '../types/meta';
import type { MuranoArgument, MuranoMethod, MuranoProperty, MuranoType } from '../types/murano-type';
import { metaObjects } from './meta-objects';

type InfoOf = (type: MuranoType) => HostObject;

const PROPERTY_METHODS: ReadonlyMap<string, readonly (readonly FunctionDefinition[])[]> = new Map([
  [
    'getValue',
    [
      [
        defineHere(
          'getValue',
          'method',
          'property:some, object:!optionalObject',
          (context, info: PropertyInfo, target: unknown) => info.read(target, context),
        ),
      ],
    ],
  ],
  [
    'setValue',
    [
      [
        defineHere(
          'setValue',
          'method',
          'property:some, object:!optionalObject, value:any',
          (context, info: PropertyInfo, target: unknown, value: unknown) => info.write(target, value, context),
        ),
      ],
    ],
  ],
]);

/** What reflection tells of a property. */
export class PropertyInfo extends HostObject {
  constructor(
    private readonly property: MuranoProperty,
    private readonly infoOf: InfoOf,
  ) {
    super();
  }

  typeName(): string {
    return 'property';
  }

  override getProperty(name: string, context: Context): unknown {
    const { property } = this;
    switch (name) {
      case 'name':
        return property.name;
      case 'hasDefault':
        return property.declaration.default !== undefined;
      case 'usage':
        return property.declaration.usage;
      case 'declaringType':
        return this.infoOf(property.type);
      case 'meta':
        return metaObjects(context, metaOfProperty(property));
      default:
        return undefined;
    }
  }

  override methods(name: string): readonly (readonly FunctionDefinition[])[] | undefined {
    return PROPERTY_METHODS.get(name);
  }

  /** The value for an object, or of the class when it is static. */
  read(target: unknown, context: Context): unknown {
    const { property } = this;
    if (property.declaration.usage === 'Static') return frameOf(context).staticValue(property);
    const object = this.object(target);
    return object.as(property.type).getProperty(property.name, context);
  }

  /**
   * Sets it on the object seen as the class that declares it: only code of that class or above may. Without an object
   * it is a static one. Throws NoPropertyFound when it is not.
   */
  write(target: unknown, value: unknown, context: Context): null {
    const { property } = this;
    const frame = frameOf(context);
    const holder = objectOf(target)?.as(property.type) ?? TypeReference.to(property.type);
    const write = prepareWrite(frame, holder, property.name, value);
    context.runtime?.recall(() => {
      write();
      return null;
    });
    return null;
  }

  private object(target: unknown): MuranoObject {
    const object = objectOf(target);
    if (!object)
      throw new YaqlError('TypeError', `The property '${this.property.name}' belongs to objects: one is missing.`);
    return object;
  }
}

const METHOD_METHODS: readonly (readonly FunctionDefinition[])[] = [
  [
    defineHere(
      'invoke',
      'method',
      'method:some, object:!optionalObject, *args:any, **kwargs:any',
      (context, info: MethodInfo, target: unknown, named: ReadonlyMap<string, unknown>, ...args: unknown[]) =>
        info.call(target, args, named, context),
    ),
  ],
];

/** What reflection tells of a method. */
export class MethodInfo extends HostObject {
  constructor(
    private readonly method: MuranoMethod,
    private readonly infoOf: InfoOf,
  ) {
    super();
  }

  typeName(): string {
    return 'method';
  }

  override toText(): string {
    return this.method.toText();
  }

  override getProperty(name: string, context: Context): unknown {
    const { method } = this;
    switch (name) {
      case 'name':
        return method.name;
      case 'arguments':
        return method.arguments.map((argument) => new ArgumentInfo(argument, this));
      case 'declaringType':
        return this.infoOf(method.type);
      case 'meta':
        return metaObjects(context, metaOf(method));
      default:
        return undefined;
    }
  }

  override methods(name: string): readonly (readonly FunctionDefinition[])[] | undefined {
    return name === 'invoke' ? METHOD_METHODS : undefined;
  }

  /** Calls it on an object, or on the class when it is static. */
  call(target: unknown, args: readonly unknown[], named: ReadonlyMap<string, unknown>, context: Context): unknown {
    const { method } = this;
    const object = objectOf(target);
    const receiver = object ? object.as(method.type) : (target ?? TypeReference.to(method.type));
    return callMethod(context, method.name, receiver, args, named);
  }
}

/** What reflection tells of an argument. */
class ArgumentInfo extends HostObject {
  constructor(
    private readonly argument: MuranoArgument,
    private readonly method: MethodInfo,
  ) {
    super();
  }

  typeName(): string {
    return 'argument';
  }

  override getProperty(name: string, context: Context): unknown {
    const { argument } = this;
    switch (name) {
      case 'name':
        return argument.name;
      case 'hasDefault':
        return argument.declaration.default !== undefined;
      case 'usage':
        return argument.declaration.usage;
      case 'declaringMethod':
        return this.method;
      case 'meta':
        return metaObjects(context, metaOfArgument(argument));
      default:
        return undefined;
    }
  }
}
