import { DslError } from '../errors';
import type { MetaDeclaration } from '../syntax/declarations';
import type { MuranoArgument, MuranoMethod, MuranoProperty, MuranoType } from './murano-type';

/** A meta attribute on something: its class, and the values it is given there. */
export interface MetaAttribute {
  readonly type: MuranoType;
  readonly declaration: MetaDeclaration;
  /** the class in whose text it stands; undefined in a manifest */
  readonly declaring: MuranoType | undefined;
}

/** Where a class declares something that meta attributes may be on. */
type Place = (type: MuranoType) => readonly MetaDeclaration[] | undefined;

const onTypes = new WeakMap<MuranoType, readonly MetaAttribute[]>();
const onMembers = new WeakMap<MuranoMethod | MuranoProperty | MuranoArgument, readonly MetaAttribute[]>();

/** The meta attributes of a class: its own, and those of the classes above that heirs have too. */
export function metaOfType(type: MuranoType): readonly MetaAttribute[] {
  return remembered(onTypes, type, () => collect(type, (one) => one.declaration.meta));
}

/** The meta attributes of a method, with those of the same method in the classes above. */
export function metaOf(method: MuranoMethod): readonly MetaAttribute[] {
  return remembered(onMembers, method, () =>
    collect(method.type, (one) => one.declaredMethod(method.name)?.declaration.meta),
  );
}

/** The meta attributes of a property, with those of the same property in the classes above. */
export function metaOfProperty(property: MuranoProperty): readonly MetaAttribute[] {
  const { name } = property;
  return remembered(onMembers, property, () =>
    collect(property.type, (one) => [...one.declaredProperties].find((other) => other.name === name)?.declaration.meta),
  );
}

/** The meta attributes of an argument: those of the same argument in the classes above are not among them. */
export function metaOfArgument(argument: MuranoArgument): readonly MetaAttribute[] {
  const { type } = argument.method;
  return remembered(onMembers, argument, () =>
    collect(type, (one) => (one === type ? argument.declaration.meta : undefined)),
  );
}

function remembered<Key extends object>(
  known: WeakMap<Key, readonly MetaAttribute[]>,
  key: Key,
  make: () => readonly MetaAttribute[],
): readonly MetaAttribute[] {
  let found = known.get(key);
  if (!found) {
    found = make();
    known.set(key, found);
  }
  return found;
}

function collect(start: MuranoType, place: Place): readonly MetaAttribute[] {
  const found = new Map<MetaDeclaration, MetaAttribute>();
  const single = new Map<MuranoType, MuranoType>();
  const visit = (type: MuranoType, overridden: ReadonlySet<MuranoType>) => {
    const hidden = new Set(overridden);
    for (const declaration of place(type) ?? []) {
      const meta = type.findClass(declaration.type.name);
      const isOne = meta.declaration.cardinality === 'One';
      if ((type !== start && !meta.declaration.inherited) || overridden.has(meta)) continue;
      if (isOne) {
        const other = single.get(meta);
        if ((other !== undefined && other !== type) || (hidden.has(meta) && !found.has(declaration)))
          throw tooMany(meta);
        single.set(meta, type);
        hidden.add(meta);
      }
      found.set(declaration, { type: meta, declaration, declaring: type });
    }
    for (const parent of type.parents) visit(parent, hidden);
  };
  visit(start, new Set());
  return [...found.values()];
}

function tooMany(meta: MuranoType): DslError {
  return new DslError('ValueError', `The Meta class ${meta.name} may stand here once only.`);
}

/**
 * Looks the meta attributes of a class over. Throws ValueError for one that is of no Meta class, is not meant
 * for where it stands, or stands there twice though there may be one only, and what finding its class throws.
 */
export function checkMeta(type: MuranoType): void {
  checkOn(type, type.declaration.meta, 'Type');
  for (const property of type.declaration.properties) checkOn(type, property.meta, 'Property');
  for (const method of type.declaration.methods) {
    checkOn(type, method.meta, 'Method');
    for (const argument of method.arguments) checkOn(type, argument.meta, 'Argument');
  }
}

function checkOn(
  type: MuranoType,
  declarations: readonly MetaDeclaration[],
  where: 'Type' | 'Property' | 'Method' | 'Argument',
): void {
  const met = new Set<MuranoType>();
  for (const declaration of declarations) {
    const meta = type.findClass(declaration.type.name);
    if (meta.declaration.cardinality === 'One' && met.has(meta)) throw tooMany(meta);
    met.add(meta);
    if (meta.declaration.usage !== 'Meta') throw new DslError('ValueError', `Class ${meta.name} is not a Meta class`);
    const { applies } = meta.declaration;
    if (!applies.includes('All') && !applies.includes(where)) {
      throw new DslError('ValueError', `Meta class ${meta.name} is not applicable here`);
    }
  }
}
