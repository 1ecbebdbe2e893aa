import type { Diagnostic } from '../language/diagnostics';
import type { XmlElement } from './element';
import type { Body, Call, QuerySource } from './interpreter';
import { parseQuery } from './jsonpath/parse-query';
import { FIRST_HOLE, holeOf, MAX_HOLES, type Query, QuerySyntaxError } from './jsonpath/syntax';
import { modeOf, splitPrefix } from './queries';

type CompileBody = (element: XmlElement, problems: Diagnostic[]) => Body;

/**
 * The query of a rule or select function, from its attribute or `<parameter>`. Calls inside the
 * parameter's text become holes; a parameter that is one call alone computes the whole query.
 */
export function compileQuery(
  element: XmlElement,
  argument: string,
  compileBody: CompileBody,
  problems: Diagnostic[],
): QuerySource | null {
  const parameter = element.children.findLast(
    (child) => child.tag === 'parameter' && child.attributes.get('name') === argument,
  );
  const attribute = element.attributes.get(argument);
  if (parameter) return fromBody(compileBody(parameter, problems), element, problems);
  if (attribute !== undefined) return fromText(attribute, [], element, problems);
  return element.tag === 'rule' ? null : { kind: 'broken' };
}

function fromBody(body: Body, element: XmlElement, problems: Diagnostic[]): QuerySource {
  const holes: Call[] = [];
  let text = '';
  for (const part of body.parts) {
    const literal = typeof part === 'string' ? part : constantText(part);
    if (literal !== null) text += literal;
    else if (typeof part !== 'string') text += String.fromCharCode(FIRST_HOLE + holes.push(part) - 1);
  }
  if (holes.length === 1 && text.trim().length === 1) return { kind: 'computed', body };
  if (holes.length > MAX_HOLES) {
    problems.push({ code: 'bad_query', message: `more than ${MAX_HOLES} values in one query.`, span: element.span });
    return { kind: 'broken' };
  }
  return fromText(text, holes, element, problems);
}

/** What a `<text>` of nothing but text says; null for every other call. */
function constantText(call: Call): string | null {
  if (call.tag !== 'text' || call.parameters.length > 0) return null;
  const { parts } = call.body;
  return parts.every((part) => typeof part === 'string') ? parts.join('') : null;
}

function fromText(text: string, holes: readonly Call[], element: XmlElement, problems: Diagnostic[]): QuerySource {
  const { prefix, expression } = splitPrefix(text);
  try {
    const strays = [...expression].filter((character) => holeOf(character) !== null).length;
    if (strays !== holes.length) throw new QuerySyntaxError('a character that has no place in a query', 0);
    const query: Query = parseQuery(expression, modeOf(element.tag));
    return holes.length === 0 ? { kind: 'constant', prefix, query } : { kind: 'pattern', prefix, query, holes };
  } catch (error) {
    if (!(error instanceof QuerySyntaxError)) throw error;
    const shown = [...text.trim()].map((character) => (holeOf(character) === null ? character : '…')).join('');
    const message = `"${shown}" cannot be read at character ${error.at + 1}: ${error.message}.`;
    problems.push({ code: 'bad_query', message, span: element.span });
    return { kind: 'broken' };
  }
}
