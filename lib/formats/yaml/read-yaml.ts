import { type Alias, type Document, isNode, LineCounter, parseDocument, visit } from 'yaml';
import type { z } from 'zod';
import { isAboutMissing } from '@/lib/model/schema-words';
import { asSentence } from '@/lib/model/sentence';
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

/** Reads YAML 1.2 (JSON is part of it). Never throws. */
export function readYaml(file: string, text: string): YamlText {
  const tooDeep = lineTooDeep(text);
  if (tooDeep !== null) {
    const problem = { file, path: '', line: tooDeep, code: 'not_yaml', sentence: TOO_DEEP };
    return { value: null, problems: [problem], lineOf: () => undefined, placeOf: () => ({}) };
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  const problems: PackageProblem[] = document.errors.map((error) => {
    const { line, col: column } = lines.linePos(error.pos[0]);
    return { file, path: '', line, column, code: 'not_yaml', sentence: `This is not valid YAML: ${error.message}` };
  });
  const placeOf = (path: readonly PropertyKey[]) => {
    for (let length = path.length; length >= 0; length -= 1) {
      const node = document.getIn(path.slice(0, length), true);
      if (!isNode(node) || !node.range) continue;
      const { line, col: column } = lines.linePos(node.range[0]);
      return { line, column };
    }
    return { line: 1, column: 1 };
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
  return error.issues.flatMap((issue) => {
    const extra = issue.code === 'unrecognized_keys' ? issue.keys : [];
    const at = (path: PropertyKey[], code: string, sentence: string): PackageProblem => {
      return { file, path: path.map(String).join('.'), ...yaml.placeOf(path), code, sentence };
    };
    if (extra.length > 0) {
      return extra.map((key) => at([...issue.path, key], 'unknown_key', `There is nothing called "${key}" here.`));
    }
    return [at([...issue.path], isAboutMissing(issue.message) ? 'missing' : 'invalid', asSentence(issue.message))];
  });
}

/** One problem as a line of text: `file:line:column path: sentence`, as far as that is known. */
export function describeProblem({ file, line, column, path, sentence }: PackageProblem): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  return path === '' ? `${place}: ${sentence}` : `${place} ${path}: ${sentence}`;
}
