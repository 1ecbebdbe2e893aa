import { Float } from '../primitives/float';
import { ForeignValue } from '../primitives/foreign-value';
import { KIND, kindOf } from '../primitives/kinds';
import { YaqlTimespan } from '../time/timespan';
import { YaqlDict } from './dict';
import { sequenceItems } from './list';
import { YaqlSet } from './set';

/** Python's truth: null, false, 0, and whatever is empty are false. */
export function isTrue(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return Boolean(value) || Number.isNaN(value);
  const items = sequenceItems(value);
  if (items) return items.length > 0;
  if (value instanceof Float) return value.value !== 0;
  if (value instanceof YaqlDict || value instanceof YaqlSet) return value.size > 0;
  if (value instanceof YaqlTimespan) return value.microseconds !== 0;
  if (value instanceof ForeignValue) return value.isTrue();
  return kindOf(value) !== KIND.dict || Object.keys(value).length > 0;
}
