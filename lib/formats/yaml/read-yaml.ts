import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
  type YAMLMap,
} from 'yaml';
import type { z } from 'zod';
import { isChangedByReading, isTooLargeToBeExact } from '@/lib/model/exact-numbers';
import { firstProblems } from '@/lib/model/problem-limit';
import { isAboutMissing } from '@/lib/model/schema-words';
import { asSentence } from '@/lib/model/sentence';
import { encodingProblem } from './encoding';
import { lineTooDeep, TOO_DEEP } from './nesting';

/** What is wrong in a package: the file, the place in it (`properties.0.kind`), and what to do. */
export interface PackageProblem {
  file: string;
  path: string;
  /** counts from 1; absent when the problem has no place in a text */
  line?: number;
  /** counts from 1 */
  column?: number;
  code: string;
  sentence: string;
}

/** The keys of a path as problems have it, `properties.0.kind`: a number is an index. */
export function keysOfPath(path: string): PropertyKey[] {
  return path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/** A YAML text read once: its value and where each part of it stands. */
export interface YamlText {
  /** null when the text is not YAML; `problems` says why */
  value: unknown;
  problems: PackageProblem[];
  /** the line of the part at a path, or of the nearest part around it */
  lineOf(path: readonly PropertyKey[]): number | undefined;
  /** the same with its column; the beginning for an empty text */
  placeOf(path: readonly PropertyKey[]): { line?: number; column?: number };
}

/** Aliases may repeat at most this often, so that a small text cannot become a huge value. */
const MAX_ALIASES = 50;

/** Reads YAML 1.2 (JSON is part of it), in time that grows with the length of the text. Never throws. */
export function readYaml(file: string, text: string): YamlText {
  const unread = (line: number, sentence: string): YamlText => {
    const problem = { file, path: '', line, code: 'not_yaml', sentence };
    return { value: null, problems: [problem], lineOf: () => undefined, placeOf: () => ({}) };
  };
  const encoding = encodingProblem(text);
  if (encoding !== null) return unread(1, encoding);
  const tooDeep = lineTooDeep(text);
  if (tooDeep !== null) return unread(tooDeep, TOO_DEEP);
  const lines = new LineCounter();
  // The library compares each key with all before it, in quadratic time.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const faults = [...document.errors, ...repeatedKeys(document), ...inexactNumbers(document)].sort(
    (a, b) => a.pos[0] - b.pos[0],
  );
  const problems: PackageProblem[] = bounded(
    faults.map(({ pos, message }) => {
      const { line, col: column } = lines.linePos(pos[0]);
      return { file, path: '', line, column, code: 'not_yaml', sentence: `This is not valid YAML: ${message}` };
    }),
  );
  const nodeAt = createNodeFinder(document);
  const placeOf = (path: readonly PropertyKey[]) => {
    const node = nodeAt(path);
    if (!node?.range) return { line: 1, column: 1 };
    const { line, col: column } = lines.linePos(node.range[0]);
    return { line, column };
  };
  const lineOf = (path: readonly PropertyKey[]) => placeOf(path).line;
  if (problems.length > 0) return { value: null, problems, lineOf, placeOf };
  try {
    return { value: document.toJS({ maxAliasCount: MAX_ALIASES }), problems, lineOf, placeOf };
  } catch (error) {
    const { alias, isUnknown } = doubtfulAlias(document);
    const { line, col: column } = lines.linePos(alias?.range?.[0] ?? 0);
    const sentence = isUnknown
      ? `Nothing above is called &${alias?.source}, so *${alias?.source} stands for nothing.`
      : `This YAML repeats itself too often: ${error instanceof Error ? error.message : String(error)}`;
    return { value: null, problems: [{ file, path: '', line, column, code: 'not_yaml', sentence }], lineOf, placeOf };
  }
}

/** A key that its map has already (YAML 1.2.2, section 3.2.1.3), as the library words it. */
function repeatedKeys(document: Document.Parsed): { pos: [number, number]; message: string }[] {
  const found: { pos: [number, number]; message: string }[] = [];
  visit(document, {
    Map: (_key, map) => {
      const keys = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        const start = key.range?.[0] ?? 0;
        if (keys.has(key.value)) found.push({ pos: [start, start + 1], message: 'Map keys must be unique' });
        keys.add(key.value);
      }
    },
  });
  return found;
}

/** Numbers that would be others when they are read: they would be changed without a word. */
function inexactNumbers(document: Document.Parsed): { pos: [number, number]; message: string }[] {
  const found: { pos: [number, number]; message: string }[] = [];
  visit(document, {
    Scalar: (_key, { value, source = '', range }) => {
      if (typeof value !== 'number') return;
      const isLarge = /^0[xo]/.test(source) ? !Number.isSafeInteger(value) : isTooLargeToBeExact(source);
      if (!isLarge && !isChangedByReading(source)) return;
      const start = range?.[0] ?? 0;
      const shown = source.slice(0, 40);
      const reason = isLarge
        ? `the whole number ${shown} is larger than ${Number.MAX_SAFE_INTEGER} and would be rounded`
        : `the number ${shown} would be read as ${value}`;
      found.push({ pos: [start, start + 1], message: `${reason}. Write it as a text, in quotation marks` });
    },
  });
  return found;
}

/**
 * Finds the node at a path, or the nearest one around it. Keys of a map are indexed when it is first asked: a scan of
 * its pairs for each of its keys took quadratic time.
 */
function createNodeFinder(document: Document.Parsed): (path: readonly PropertyKey[]) => Node | null {
  const indexes = new Map<YAMLMap, Map<string, unknown>>();
  const indexOf = (map: YAMLMap) => {
    const known = indexes.get(map);
    if (known) return known;
    const made = new Map(map.items.map(({ key, value }) => [String(isScalar(key) ? key.value : key), value]));
    indexes.set(map, made);
    return made;
  };
  const inside = (node: Node, key: PropertyKey): unknown => {
    if (isMap(node)) return indexOf(node).get(String(key));
    return isSeq(node) ? node.items[Number(key)] : undefined;
  };
  return (path) => {
    let nearest: Node | null = document.contents;
    for (const key of path) {
      const around: Node | null | undefined = isAlias(nearest) ? nearest.resolve(document) : nearest;
      const next = around ? inside(around, key) : undefined;
      if (!isNode(next)) break;
      nearest = next;
    }
    return nearest;
  };
}

/** The alias on which a text cannot be read: the first that stands for nothing, else the last of too many. */
function doubtfulAlias(document: Document.Parsed): { alias: Alias | null; isUnknown: boolean } {
  let unknown: Alias | null = null;
  let last: Alias | null = null;
  visit(document, {
    Alias: (_key, alias) => {
      last = alias;
      if (alias.resolve(document) !== undefined) return undefined;
      unknown = alias;
      return visit.BREAK;
    },
  });
  return { alias: unknown ?? last, isUnknown: unknown !== null };
}

/** A zod error, in the words of `schemaWords`, as problems of a file, each with its path and place. */
export function problemsOf(file: string, error: z.ZodError, yaml: YamlText): PackageProblem[] {
  const problems = error.issues.flatMap((issue) => {
    const extra = issue.code === 'unrecognized_keys' ? issue.keys : [];
    const at = (path: PropertyKey[], code: string, sentence: string): PackageProblem => {
      return { file, path: path.map(String).join('.'), ...yaml.placeOf(path), code, sentence };
    };
    if (extra.length > 0) {
      return extra.map((key) => at([...issue.path, key], 'unknown_key', `There is nothing called "${key}" here.`));
    }
    return [at([...issue.path], isAboutMissing(issue.message) ? 'missing' : 'invalid', asSentence(issue.message))];
  });
  return bounded(problems);
}

function bounded(problems: PackageProblem[]): PackageProblem[] {
  return firstProblems(problems, (count) => {
    const sentence = `There are ${count} more problems in this file. Mend those above first.`;
    return { file: problems[0]?.file ?? '', path: '', code: 'more_problems', sentence };
  });
}

/** One problem as a line of text: `file:line:column path: sentence`, as far as that is known. */
export function describeProblem({ file, line, column, path, sentence }: PackageProblem): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  return path === '' ? `${place}: ${sentence}` : `${place} ${path}: ${sentence}`;
}
