import type { MuranoObject } from '../objects/murano-object';

/** Whether a property is part of the written model: Runtime, Config and Static ones are not. */
export function isWritten(object: MuranoObject, name: string): boolean {
  return object.type.property(name)?.isFromModel === true;
}
