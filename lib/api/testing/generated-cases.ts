import { zip } from '@/lib/formats/archive/testing/write-zip';
import type { Json, JsonObject } from '@/lib/model/json';

/** Chance that is the same for the same seed (mulberry32). @returns numbers from 0 to below 1 */
export function chanceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Chance = () => number;
const pick = <Value>(from: readonly Value[], chance: Chance): Value =>
  from[Math.floor(chance() * from.length)] as Value;

/** Words that mean something to a reader of YAML, YAQL, JSON or XML, and values at their edges. */
const WORDS = [
  ...[
    '~',
    'null',
    '[]',
    '{}',
    '- ',
    ': ',
    '? ',
    '&a ',
    '*a',
    '<<: *a',
    '!!python/object:os.system ',
    '!yaql $',
    '|',
    '>',
  ],
  ...[
    '$',
    '$.x',
    '$.string().notNull()',
    '$.class(',
    '$.int().check($ > ',
    '[$.int(), 3]',
    '{$.string(): $}',
    '<% $ %>',
  ],
  ...[
    '1.4',
    '1e999',
    '-0',
    '9007199254740993',
    '0x1f',
    '2026-13-45',
    'yes',
    '""',
    "'",
    '\t',
    '\u0000',
    '\ufeff',
    '\ud83d\ude00',
  ],
  ...['MuranoPL/9.9', 'Heat.HOT/1.0', 'Blueprint/1.0', 'Vetro/1.0', 'io.murano.Application', 'com.example.Nothing'],
  ...['get_resource: x', 'get_file: ../../etc/passwd', '<rule/>', '</workflow>', '<!ENTITY a "b">', 'a'.repeat(5_000)],
];

type Files = Record<string, string>;

const LINE_CHANGES: readonly ((lines: string[], at: number, chance: Chance) => void)[] = [
  (lines, at) => void lines.splice(at, 1),
  (lines, at) => void lines.splice(at, 0, lines[at] ?? ''),
  (lines, at, chance) => void lines.splice(at, 1, `${/^\s*/.exec(lines[at] ?? '')?.[0] ?? ''}${pick(WORDS, chance)}`),
  (lines, at, chance) =>
    void lines.splice(
      at,
      1,
      (lines[at] ?? '').replace(/:.*$/, () => `: ${pick(WORDS, chance)}`),
    ),
  (lines, at) => void lines.splice(at, 1, `  ${lines[at] ?? ''}`),
  (lines, at) => void lines.splice(at),
  (lines, at, chance) => void lines.splice(at, 1, ...Array.from({ length: 200 }, () => pick(lines, chance))),
];

/** Files of a package with one to three changes to their texts or names. */
function changedFiles(files: Files, chance: Chance): Files {
  const changed = { ...files };
  for (let left = 1 + Math.floor(chance() * 3); left > 0; left--) {
    const path = pick(Object.keys(changed), chance);
    const kind = chance();
    if (kind < 0.06 && Object.keys(changed).length > 1) delete changed[path];
    else if (kind < 0.1)
      changed[pick([`${path}x`, `a/${path}`, path.toUpperCase(), `UI/${path}`], chance)] = changed[path] ?? '';
    else {
      const lines = (changed[path] ?? '').split('\n');
      pick(LINE_CHANGES, chance)(lines, Math.floor(chance() * lines.length), chance);
      changed[path] = lines.join('\n');
    }
  }
  return changed;
}

/** An archive of a package with something wrong in it, in a file or in the archive itself, or with nothing wrong by chance. */
export function generatedArchive(packages: readonly Files[], chance: Chance): Uint8Array {
  const files = changedFiles(pick(packages, chance), chance);
  const archive = zip(Object.entries(files).map(([path, text]) => ({ path, text })));
  const kind = chance();
  if (kind < 0.05) return archive.subarray(0, Math.floor(chance() * archive.length));
  if (kind < 0.12) archive[Math.floor(chance() * archive.length)] = Math.floor(chance() * 256);
  return archive;
}

const VALUES: readonly Json[] = [
  ...[null, true, 0, -1, 1e308, 3.5, '', 'x', 'a'.repeat(3_000), '$.x', '<% $ %>', '\u0000', [], {}],
  ...[[[[]]], { '?': {} }, { '?': { type: 'com.example.Wiki', id: 'x' } }, { '?': 7 }, { get: { get: null } }],
];

/** A value with one to four of its parts replaced, taken out or put elsewhere. */
export function generatedValue(value: JsonObject, chance: Chance): JsonObject {
  const changed = structuredClone(value);
  for (let left = 1 + Math.floor(chance() * 4); left > 0; left--) {
    const keys = Object.keys(changed);
    const key = pick([...keys, '?', 'units', 'id', pick(WORDS, chance)], chance);
    const kind = chance();
    if (kind < 0.2) delete changed[key];
    else if (kind < 0.3 && keys.length > 0) changed[key] = changed[pick(keys, chance)] ?? null;
    else changed[key] = structuredClone(pick(VALUES, chance));
  }
  return changed;
}
