import type { Json } from '@/lib/model/json';
import { languageError } from '../language/diagnostics';
import { evaluateBody, evaluateCall, json, textArgument } from './evaluate';
import type { Call, Frame, QuerySource, WorkflowExecution } from './interpreter';
import type { Bindings } from './jsonpath/evaluate-filter';
import { parseQuery } from './jsonpath/parse-query';
import { type Query, type QueryMode, QuerySyntaxError } from './jsonpath/syntax';

/** A query ready to run: what leads to where it starts, and the values for its holes. */
export interface ReadyQuery {
  /** the leading `:` and `/` */
  prefix: string;
  query: Query;
  bindings: Bindings;
}

/**
 * Prepares the query of a call. Values interpolated into it are bound, never parsed; only a query that is
 * computed as a whole (`<parameter name="match"><select path="#query"/></parameter>`) is parsed here.
 * @returns null for one that could not be parsed when the package was loaded: it selects nothing.
 */
export function readyQuery(call: Call, frame: Frame, run: WorkflowExecution): ReadyQuery | null {
  const source: QuerySource = call.query ?? { kind: 'broken' };
  switch (source.kind) {
    case 'constant':
      return { prefix: source.prefix, query: source.query, bindings: [] };
    case 'pattern': {
      const bindings: Json[] = source.holes.map((hole) => json(evaluateCall(hole, frame, run), hole, 'a query'));
      return { prefix: source.prefix, query: source.query, bindings };
    }
    case 'computed':
      return computed(call, textArgument(call, call.function?.query ?? 'path', evaluateBody(source.body, frame, run)));
    case 'broken':
      return null;
  }
}

function computed(call: Call, text: string): ReadyQuery {
  const { prefix, expression } = splitPrefix(text);
  try {
    return { prefix, query: parseQuery(expression, modeOf(call.tag)), bindings: [] };
  } catch (error) {
    if (!(error instanceof QuerySyntaxError)) throw error;
    throw languageError('bad_query', `"${text}" cannot be read: ${error.message}.`, call.span);
  }
}

/** The leading `:` and `/` of a query, and what follows. */
export function splitPrefix(text: string): { prefix: string; expression: string } {
  const trimmed = text.trimStart();
  const prefix = /^[:/]*/.exec(trimmed)?.[0] ?? '';
  return { prefix, expression: trimmed.slice(prefix.length) };
}

/** Rules match the current object itself; the select functions look inside it. */
export function modeOf(tag: string): QueryMode {
  return tag === 'rule' ? 'match' : 'select';
}
