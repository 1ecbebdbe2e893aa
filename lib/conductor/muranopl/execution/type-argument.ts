import { type Context, toText } from '@vetro/yaql';
import { DslError } from '../errors';
import { viewedTypeOf } from '../objects/murano-object';
import { TypeReference } from '../objects/type-reference';
import type { MuranoType } from '../types/murano-type';
import { frameOf } from './frame';

/**
 * The class that an argument of a function means: a reference, or a name as code of the calling class writes
 * it.
 *
 * @throws NoClassFound, KeyError for an unknown prefix, and TypeError for anything else
 */
export function typeArgument(context: Context, value: unknown, versionSpec?: string): MuranoType {
  if (value instanceof TypeReference) return value.type;
  if (typeof value === 'string') return frameOf(context).findType(value, versionSpec);
  const seen = viewedTypeOf(value);
  if (seen) return seen;
  throw new DslError('TypeError', `A class was expected, not ${toText(value)}.`);
}
