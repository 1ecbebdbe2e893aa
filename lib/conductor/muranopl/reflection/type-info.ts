import { type Context, HostObject } from '@vetro/yaql';
import { TypeReference } from '../objects/type-reference';
import { VersionInfo } from '../objects/version-info';
import type { ClassDeclaration } from '../syntax/declarations';
import { metaOfType } from '../types/meta';
import type { MuranoType } from '../types/murano-type';
import { MethodInfo, PropertyInfo } from './member-info';
import { metaObjects } from './meta-objects';
import { PackageInfo } from './package-info';

const infoKey = {};

/** What `typeinfo()` tells of a class. */
export class TypeInfo extends HostObject {
  private constructor(readonly type: MuranoType) {
    super();
  }

  /** The description of a class: the same one each time. */
  static of(type: MuranoType): TypeInfo {
    const known = type.notes.get(infoKey) as TypeInfo | undefined;
    if (known) return known;
    const made = new TypeInfo(type);
    type.notes.set(infoKey, made);
    return made;
  }

  typeName(): string {
    return 'type';
  }

  override toText(): string {
    return this.type.toText();
  }

  override getProperty(name: string, context: Context): unknown {
    const { type } = this;
    const { declaration } = type;
    switch (name) {
      case 'name':
        return type.name;
      case 'version':
        return VersionInfo.parse(type.package_.version);
      case 'usage':
        return declaration.usage;
      case 'type':
        return TypeReference.to(type);
      case 'ancestors':
        return [...type.ancestors].slice(1).map((one) => TypeInfo.of(one));
      case 'properties':
        return [...type.propertyNames].flatMap((one) => {
          const property = type.property(one);
          return property ? [new PropertyInfo(property, (declaring) => TypeInfo.of(declaring))] : [];
        });
      case 'methods':
        return [...type.methodNames]
          .flatMap((one) => type.methods(one))
          .map((method) => new MethodInfo(method, (declaring) => TypeInfo.of(declaring)));
      case 'package':
        return new PackageInfo(type.package_, (one) => TypeInfo.of(one));
      case 'meta':
        return metaObjects(context, metaOfType(type));
      default:
        return declaration.usage === 'Meta' ? metaProperty(declaration, name) : undefined;
    }
  }
}

const TARGETS = ['Package', 'Type', 'Property', 'Method', 'Argument'];

/** What only a Meta class has. */
function metaProperty({ cardinality, applies, inherited }: ClassDeclaration, name: string): unknown {
  switch (name) {
    case 'cardinality':
      return cardinality;
    case 'targets':
      return applies.includes('All') ? TARGETS : applies;
    case 'inherited':
      return inherited;
    default:
      return undefined;
  }
}
