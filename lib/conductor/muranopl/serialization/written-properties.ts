import type { MuranoObject } from '../objects/murano-object';

/**
 * Whether a property is part of the written model: Runtime, Config and Static ones are not, unless a class above
 * declares the property for the model.
 */
export function isWritten(object: MuranoObject, name: string): boolean {
  return name !== '?' && object.type.propertyDeclarations(name).some(({ isFromModel }) => isFromModel);
}
