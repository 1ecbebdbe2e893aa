import type { Diagnostic } from '../language/diagnostics';
import { compileQuery } from './compile-query';
import type { XmlElement } from './element';
import { FUNCTIONS } from './functions/table';
import type { Body, Call, FunctionDefinition, Item } from './interpreter';

const STRUCTURE = new Set(['parameter', 'success', 'failure', 'empty']);
const NOTHING: Body = { parts: [], strip: false, span: { file: '', line: 0, column: 0 } };

/**
 * Turns an element into a call of its function and notes every problem on the way: unknown tags and
 * attributes, missing arguments, queries that cannot be parsed. A broken part stays in the call and
 * fails, or selects nothing, when it is reached.
 */
export function compileCall(element: XmlElement, problems: Diagnostic[]): Call {
  const definition = FUNCTIONS.get(element.tag) ?? null;
  const parameters = element.children
    .filter(({ tag }) => tag === 'parameter' && definition?.content !== 'entries')
    .map((child) => ({ name: child.attributes.get('name') ?? '', element: child }));
  for (const { name, element: child } of parameters) {
    if (!name) note(problems, 'bad_parameter', '<parameter> needs a "name".', child);
  }
  checkArguments(element, definition, new Set(parameters.map(({ name }) => name)), problems);
  const query = definition?.query ? compileQuery(element, definition.query, compileBody, problems) : null;
  return {
    tag: element.tag,
    span: element.span,
    function: definition,
    attributes: element.attributes,
    parameters: parameters
      .filter(({ name }) => name !== definition?.query || !query)
      .map(({ name, element: child }) => ({ name, body: compileBody(child, problems) })),
    body: compileContent(element, definition, problems),
    items: compileItems(element, definition, problems),
    blocks: compileBlocks(element, definition, problems),
    query,
  };
}

/**
 * A body's texts and calls. Text behind a `<parameter>` belongs to it; whitespace there is layout.
 */
export function compileBody(element: XmlElement, problems: Diagnostic[]): Body {
  const parts: (string | Call)[] = element.text === '' ? [] : [element.text];
  let strip = false;
  for (const child of element.children) {
    if (child.tag === 'parameter') {
      if (child.tail.trim() !== '') {
        parts.push(child.tail);
        strip = true;
      }
      continue;
    }
    strip = true;
    parts.push(compileCall(child, problems));
    if (child.tail !== '') parts.push(child.tail);
  }
  return { parts, strip, span: element.span };
}

function compileContent(element: XmlElement, definition: FunctionDefinition | null, problems: Diagnostic[]): Body {
  if (definition?.content === 'value') return compileBody(element, problems);
  if (definition?.content !== 'rules') {
    checkNoContent(element, definition, problems);
    return NOTHING;
  }
  checkNoText(element, problems);
  const calls = element.children.filter(({ tag }) => tag !== 'parameter' && !definition.blocks.includes(tag));
  checkRuleIds(calls, problems);
  return { parts: calls.map((child) => compileCall(child, problems)), strip: false, span: element.span };
}

function compileItems(element: XmlElement, definition: FunctionDefinition | null, problems: Diagnostic[]): Item[] {
  if (definition?.content !== 'items' && definition?.content !== 'entries') return [];
  checkNoText(element, problems);
  if (definition.content === 'entries') {
    return element.children.map((child) => {
      const name = child.attributes.get('name');
      if (name === undefined) note(problems, 'bad_map_entry', `<${child.tag}> in <map> needs a "name".`, child);
      return { name: name ?? 'null', content: compileBody(child, problems) };
    });
  }
  return element.children
    .filter(({ tag }) => tag !== 'parameter')
    .map((child) => ({
      name: child.tag,
      content: FUNCTIONS.has(child.tag) ? compileCall(child, problems) : compileBody(child, problems),
    }));
}

function compileBlocks(
  element: XmlElement,
  definition: FunctionDefinition | null,
  problems: Diagnostic[],
): ReadonlyMap<string, Body> {
  const blocks = new Map<string, Body>();
  for (const child of element.children) {
    if (!definition?.blocks.includes(child.tag)) continue;
    if (blocks.has(child.tag)) note(problems, 'repeated_block', `<${element.tag}> has a second <${child.tag}>.`, child);
    else blocks.set(child.tag, compileBody(child, problems));
  }
  return blocks;
}

function checkArguments(
  element: XmlElement,
  definition: FunctionDefinition | null,
  parameters: ReadonlySet<string>,
  problems: Diagnostic[],
): void {
  if (!definition) {
    const known = STRUCTURE.has(element.tag) ? `<${element.tag}> may not stand here` : `unknown tag <${element.tag}>`;
    note(problems, 'unknown_function', `${known}.`, element);
    return;
  }
  for (const name of [...element.attributes.keys(), ...parameters]) {
    if (name && !definition.attributes.includes(name)) {
      note(problems, 'unknown_argument', `<${element.tag}> has no argument "${name}".`, element);
    }
  }
  for (const name of definition.required) {
    if (!element.attributes.has(name) && !parameters.has(name)) {
      note(problems, 'missing_argument', `<${element.tag}> needs "${name}".`, element);
    }
  }
  checkConstants(element, parameters, problems);
}

/** Constant arguments whose values can only be wrong. */
function checkConstants(element: XmlElement, parameters: ReadonlySet<string>, problems: Diagnostic[]): void {
  for (const [name, value] of element.attributes) {
    if (parameters.has(name)) continue;
    const rule = `${element.tag} ${name}`;
    if (/ (limit|timeout)$/.test(rule) && !/^\s*\d+\s*$/.test(value)) {
      note(problems, 'bad_argument', `"${name}" of <${element.tag}> must be a whole number.`, element);
    } else if (/ timeout$/.test(rule) && Number(value) === 0) {
      note(problems, 'bad_argument', `"${name}" of <${element.tag}> must be a number of seconds above 0.`, element);
    } else if (rule === 'report entity' && !/^(environment|service|unit)$/.test(value)) {
      note(problems, 'bad_argument', '"entity" is environment, service or unit.', element);
    } else if (rule === 'report level' && !/^(debug|info|warning|error)$/.test(value)) {
      note(problems, 'bad_argument', '"level" is debug, info, warning or error.', element);
    } else if (name === 'mappings' || name === 'arguments') {
      note(problems, 'bad_argument', `"${name}" is a map: give it as a <parameter>.`, element);
    } else if (rule === 'set path' && value.startsWith('##')) {
      note(problems, 'bad_argument', '<set> cannot change configuration ("##…").', element);
    }
  }
}

/** A rule skips what one of its id has matched in the same place in this round: a second one would do nothing. */
function checkRuleIds(calls: readonly XmlElement[], problems: Diagnostic[]): void {
  const ids = new Set<string>();
  for (const call of calls) {
    const id = call.tag === 'rule' ? call.attributes.get('id') : undefined;
    if (id === undefined) continue;
    if (ids.has(id)) note(problems, 'repeated_rule', `there is a rule "${id}" here already.`, call);
    ids.add(id);
  }
}

function checkNoContent(element: XmlElement, definition: FunctionDefinition | null, problems: Diagnostic[]): void {
  if (!definition || (definition.content !== 'none' && definition.content !== 'blocks')) return;
  checkNoText(element, problems);
  for (const child of element.children) {
    if (child.tag !== 'parameter' && !definition.blocks.includes(child.tag)) {
      note(problems, 'misplaced', `<${child.tag}> may not stand in <${element.tag}>.`, child);
    }
  }
}

function checkNoText(element: XmlElement, problems: Diagnostic[]): void {
  const texts = [element.text, ...element.children.map(({ tail }) => tail)];
  if (texts.some((text) => text.trim() !== '')) {
    note(problems, 'misplaced', `text may not stand directly in <${element.tag}>.`, element);
  }
}

function note(problems: Diagnostic[], code: string, message: string, { span }: XmlElement): void {
  problems.push({ code, message, span });
}
