import type { YaqlEngine } from '@vetro/yaql';
import { encodingProblem } from '@/lib/formats/yaml/encoding';
import { Problems } from '../diagnostics';
import { compose } from './compose';
import { YamlError } from './cursor';
import { SOURCE_LIMITS, type SourceLimits } from './limits';
import type { YamlNode } from './nodes';
import { scan } from './scanner';
import { TemplateReader } from './template';
import type { Place, Template } from './value';

/** What YAML 1.1 cannot hold. */
const UNPRINTABLE = /[^\t\n\r -~\x85\xa0-\ud7ff\ud800-\udfff\ue000-\ufffd]/;

/** A file as its documents, each a value of YAML in which plain scalars may be expressions. */
export interface YamlFile {
  readonly documents: readonly Template[];
  readonly problems: Problems;
}

/**
 * Reads a YAML file of a package by the rules of YAML 1.1 as PyYAML has them, with the rule of MuranoPL for
 * plain scalars: words, blanks and dots are a text, everything else an expression if `engine` can read it.
 * Without an engine the file has no expressions. Never throws for what the text says: documents end before the first place that is not YAML, and everything
 * wrong is among the problems.
 */
export function readYaml(
  file: string,
  text: string,
  engine: YaqlEngine | undefined,
  limits: SourceLimits = SOURCE_LIMITS,
): YamlFile {
  const problems = new Problems();
  const reader = new TemplateReader(file, engine, problems);
  const documents = [...readNodes(file, text, limits, problems)].map((node) => reader.read(node));
  return { documents, problems };
}

function* readNodes(file: string, text: string, limits: SourceLimits, problems: Problems): Generator<YamlNode> {
  const start: Place = { file, line: 1, column: 1 };
  if (text.length > limits.characters) {
    problems.error('yaml_too_large', `The file is longer than ${limits.characters} characters.`, start);
    return;
  }
  const encoding = encodingProblem(text);
  if (encoding !== null) {
    problems.error('yaml_syntax', encoding, start);
    return;
  }
  const strange = UNPRINTABLE.exec(text);
  if (strange) {
    const code = strange[0].charCodeAt(0).toString(16).padStart(4, '0').toUpperCase();
    const place = placeAt(file, text, strange.index);
    problems.error('yaml_syntax', `The character U+${code} cannot stand in a YAML file.`, place);
    return;
  }
  try {
    yield* compose(scan(text, limits.depth), limits);
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    const { code, message, mark, hint } = error;
    const place = { file, line: mark.line + 1, column: mark.column + 1 };
    problems.error(code, message, place, { text: lineAt(text, mark.at), hint });
  }
}

function placeAt(file: string, text: string, at: number): Place {
  const before = text.slice(0, at).split('\n');
  return { file, line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

function lineAt(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', at);
  return text.slice(start, end < 0 ? undefined : end);
}
