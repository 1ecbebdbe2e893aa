import { isYaqlError, type YaqlEngine } from '@vetro/yaql';
import type { Problems } from '../diagnostics';
import type { Template } from '../source/value';
import type { Namespaces } from './declarations';

/** What the readers of declarations share: the names of the document, and where problems go. */
export interface Reader {
  readonly engine: YaqlEngine;
  readonly namespaces: Namespaces;
  readonly problems: Problems;
}

/**
 * Why a text is no expression, as a sentence; undefined when it would be one without its quotation marks, and
 * for values that are no texts.
 */
export function explainNoExpression(template: Template, { engine }: Reader): string | undefined {
  if (template.kind !== 'constant' || typeof template.value !== 'string') return undefined;
  try {
    engine.parse(template.value);
    return undefined;
  } catch (error) {
    if (isYaqlError(error)) return error.message;
    throw error;
  }
}
