import { toText, YaqlDateTime } from '@vetro/yaql';
import { DslError } from '../../errors';
import { readYaml } from '../../source/read-yaml';
import type { Template } from '../../source/value';

/**
 * Reads a YAML file of a package as data: nothing in it is an expression, and dates stay the texts they are.
 *
 * @throws ValueError with the place when the text is not YAML
 */
export function readDocument(text: string, path: string): unknown {
  const { documents, problems } = readYaml(path, text, undefined);
  const [wrong] = problems.errors;
  if (wrong) {
    const { line, column } = wrong.span;
    throw new DslError('ValueError', `Resources/${path}, line ${line}:${column}: ${wrong.message}`);
  }
  const [document] = documents;
  return document ? dataOf(document, text.split('\n')) : null;
}

function dataOf(template: Template, lines: readonly string[]): unknown {
  if (template.kind === 'list') return template.items.map((item) => dataOf(item, lines));
  if (template.kind === 'map') {
    return Object.fromEntries(
      template.entries.map(({ key, value }) => [keyOf(dataOf(key, lines)), dataOf(value, lines)]),
    );
  }
  if (template.kind === 'expression') return null;
  return template.value instanceof YaqlDateTime ? writtenAt(template, lines) : template.value;
}

function keyOf(value: unknown): string {
  return typeof value === 'string' ? value : toText(value);
}

function writtenAt({ place }: Template, lines: readonly string[]): string {
  const rest = (lines[place.line - 1] ?? '').slice(place.column - 1);
  return /^[\d-]+(?:(?:[Tt]|\s+)[\d:.]+(?:\s*(?:Z|[-+][\d:]+))?)?/.exec(rest)?.[0] ?? rest.trim();
}
