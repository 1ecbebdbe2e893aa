import { MASK } from '@/lib/model/secret';
import type { SeededRandom } from './seeded-random';

/** Texts that have broken somebody's program before. */
export const TEXTS: readonly string[] = [
  ...[
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    'x\udc00',
    '\ufeff',
    '\ufffe',
    '\u202e',
    '💥',
    'ﬀ'.repeat(90),
    '٣',
    'K',
    'İ',
  ],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'then', 'null', 'undefined', 'true', '[]', '{}', 'NaN'],
  ...['0', '-0', '-1', '1.5', '1e3', '1e999', '0x10', '2147483647', '2147483648', '4294967296', '9007199254740993'],
  ...['9223372036854775807', '9223372036854775808', '1'.repeat(400), 'Infinity', '-Infinity'],
  ...[
    '0000-00-00T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59.999999999-14:00',
  ],
  ...[
    '+275760-09-13T00:00:00Z',
    '-271821-04-20T00:00:00Z',
    '2026-02-30T25:61:61Z',
    '294277-01-01T00:00:00Z',
    'infinity',
  ],
  ...[
    '../../../etc/passwd',
    '..\\..',
    '/',
    '//',
    './',
    '%',
    '%00',
    '%zz',
    '%2e%2e%2f',
    '%c0%ae',
    '\\',
    '\\\\.\\nul',
    'a/b/c',
  ],
  ...[
    "' or 1=1 --",
    '"; drop table users; --',
    '$1',
    '%s%n',
    '#{7*7}',
    '{{7*7}}',
    '$.x',
    '<%= 1 %>',
    '<script>alert(1)</script>',
  ],
  ...[
    '\r\nX-Evil: 1',
    '\n',
    '\t',
    '\u0001',
    '\u007f',
    '\u0085',
    '\u2028',
    'x'.repeat(300),
    'x'.repeat(70_000),
    '('.repeat(2_000),
  ],
  ...[
    '(a+)+$',
    '[',
    '*',
    '?',
    '.*'.repeat(50),
    'vetro:secret:v1:AAAAAAAAAAAAAAAAAAAAAA:AAAA.',
    MASK,
    'http://[',
    'http://a:99999/',
  ],
  ...[
    'javascript:alert(1)',
    'file:///etc/passwd',
    'http://169.254.169.254/',
    'mssql://x',
    'true',
    'application/json',
    'Ω≈ç√',
  ],
];

/** What databases and recursion stumble over most often. */
const WORST_TEXTS = ['\u0000', 'a\u0000b', '\ud800', '💥', ' ', 'x'.repeat(300), 'x'.repeat(70_000)];
const WORST_NUMBERS = [0, -1, 1.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e308];

/** Other values that have; each call makes new ones, so that nobody may keep and change them. */
export function oddValue(chance: SeededRandom): unknown {
  return chance.one([
    () => chance.one<unknown>([...WORST_TEXTS, ...WORST_NUMBERS, [[]], {}, null]),
    () => chance.one(TEXTS),
    () => chance.one([null, true, false, 0, -0, -1, 1.5, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 63), 1e308, 5e-324]),
    () => chance.one([[], {}, [[]], [null], [{}], { a: null }, { '': '' }, { '\u0000': 1 }, { '\ud800': 1 }]),
    () => JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
    () => nested(chance.one([30, 99, 101, 1_500]), chance.oneIn(2)),
    () => Array.from({ length: chance.one([100, 3_000]) }, () => chance.one([null, {}, [], 'x'])),
    () => Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`k${at}`, at])),
  ])();
}

function nested(levels: number, inLists: boolean): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = inLists ? [value] : { a: value };
  return value;
}

/** Bodies that are no JSON, or JSON that nobody should have written. */
export function oddBody(chance: SeededRandom): Buffer {
  return chance.one([
    () =>
      Buffer.from(
        chance.one(['', '{', '"', '[1,', '{"a":', 'nul', '{"a":1}{"a":2}', "{'a':1}", '{"a":NaN}', '//', '\ufeff{}']),
      ),
    () => Buffer.from(chance.one(['null', '1', '""', '[]', '{}', '[[]]', '{"a":1,"a":2}', '{"":{}}', '1e999', '-'])),
    () => Buffer.from(`${'['.repeat(chance.one([6_000, 60_000]))}`),
    () => Buffer.from(`${'['.repeat(5_000)}1${']'.repeat(5_000)}`),
    () => Buffer.from(`${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`),
    () => Buffer.from(`{"name":${'9'.repeat(20_000)}}`),
    () => Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0xae, 0x22, 0x3a, 0x31, 0x7d]),
    () => Buffer.from('{"name":"\\u0000","auth":{"identity":{"methods":["password"]}}}'),
    () => Buffer.alloc(chance.one([10, 5_000]), 0),
    () => Buffer.from('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n'),
    () => Buffer.from('a=b&c=%zz&__proto__=1'),
  ])();
}

/** One place of a JSON value made odd, or a property too many or too few; the rest stays as it was. */
export function mutated(value: unknown, chance: SeededRandom): unknown {
  if (chance.oneIn(8)) return oddValue(chance);
  // Of its own kind it gets beyond the first check.
  if (typeof value === 'string') return chance.one([chance.one(WORST_TEXTS), `${value}\u0000`, chance.one(TEXTS)]);
  if (typeof value === 'number') return chance.one(WORST_NUMBERS);
  if (typeof value !== 'object' || value === null) return oddValue(chance);
  if (Array.isArray(value)) {
    if (value.length === 0 || chance.oneIn(4)) return [...value, oddValue(chance)];
    const at = chance.below(value.length);
    return value.map((inner, place) => (place === at ? mutated(inner, chance) : inner));
  }
  const entries = Object.entries(value);
  if (entries.length === 0 || chance.oneIn(5)) return { ...value, [chance.one(TEXTS)]: oddValue(chance) };
  const at = chance.below(entries.length);
  if (chance.oneIn(8)) return Object.fromEntries(entries.filter((_, place) => place !== at));
  return Object.fromEntries(entries.map(([key, inner], place) => [key, place === at ? mutated(inner, chance) : inner]));
}
