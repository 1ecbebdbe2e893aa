import { dictEntries, Float, YaqlDateTime, YaqlDict, YaqlSet, YaqlTimespan } from '../src';

/** Reads a value of the protocol: plain JSON, with tags for what JSON does not have. */
export function readValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value ?? null;
  if (Array.isArray(value)) return value.map(readValue);
  const [tag, held] = Object.entries(value).length === 1 ? (Object.entries(value)[0] as [string, unknown]) : [];
  switch (tag) {
    case '$set':
      return YaqlSet.of((held as unknown[]).map(readValue));
    case '$dict': {
      const dict = new YaqlDict();
      for (const [key, item] of held as [unknown, unknown][]) dict.set(readValue(key), readValue(item));
      return dict;
    }
    case '$iter':
      return (held as unknown[]).map(readValue)[Symbol.iterator]();
    case '$datetime':
      return readMoment(String(held));
    case '$timespan':
      return new YaqlTimespan(Number(held));
    case '$float':
      return { inf: Number.POSITIVE_INFINITY, '-inf': Number.NEGATIVE_INFINITY }[String(held)] ?? Number.NaN;
    default:
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, readValue(item)]));
  }
}

function readMoment(iso: string): YaqlDateTime {
  const match = /^(\d+)-(\d+)-(\d+)T(\d+):(\d+):(\d+)(?:\.(\d+))?(?:([+-])(\d+):(\d+))?/.exec(iso);
  if (!match) throw new Error(`${iso} is no moment of the protocol`);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const microsecond = Number((match[7] ?? '').padEnd(6, '0'));
  const minutes = Number(match[9] ?? 0) * 60 + Number(match[10] ?? 0);
  const offset = (match[8] === '-' ? -1 : 1) * minutes * 60_000_000;
  return YaqlDateTime.of({ year, month, day, hour, minute, second, microsecond }, offset);
}

/** Writes a value of the protocol. A bigint stays one: whoever writes the line knows how. */
export function writeValue(value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return { $float: Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf' };
  }
  if (value instanceof Float) return value.value;
  if (typeof value !== 'object' || value === null) return value ?? null;
  if (Array.isArray(value)) return value.map(writeValue);
  if (value instanceof Set) return { $set: [...value].map(writeValue) };
  if (value instanceof YaqlSet) return { $set: value.items.map(writeValue) };
  if (value instanceof Map) return writeDict([...value]);
  if (value instanceof YaqlDict) return writeDict(dictEntries(value));
  if (value instanceof YaqlDateTime) return { $datetime: value.toIso() };
  if (value instanceof YaqlTimespan) return { $timespan: value.microseconds };
  const prototype: unknown = Object.getPrototypeOf(value);
  // Contexts, functions and patterns can be results, but the protocol has no way to write them.
  if (prototype !== Object.prototype && prototype !== null) return { $opaque: true };
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, writeValue(item)]));
}

function writeDict(entries: readonly (readonly [unknown, unknown])[]): unknown {
  const written = entries.map(([key, item]) => [writeValue(key), writeValue(item)] as const);
  return written.every(([key]) => typeof key === 'string') ? Object.fromEntries(written) : { $dict: written };
}
