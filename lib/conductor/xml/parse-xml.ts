import { SaxesParser } from 'saxes';
import type { SourceSpan } from '@/lib/errors';
import { languageError } from '../language/diagnostics';
import type { XmlElement } from './element';

/** Ceilings for one file; a package comes from strangers. */
export interface XmlLimits {
  /** characters */
  size: number;
  /** nested elements */
  depth: number;
  elements: number;
  /** attributes of one element */
  attributes: number;
}

export const DEFAULT_XML_LIMITS: XmlLimits = { size: 2_000_000, depth: 100, elements: 50_000, attributes: 50 };

/**
 * Parses one workflow file into its root element. Comments and processing instructions vanish; CDATA is
 * text. Document types and every entity but XML's own five are refused, so nothing can be expanded or
 * fetched.
 *
 * @throws a language error with place: `xml_malformed`, `xml_forbidden` or `xml_too_large`
 */
export function parseXml(file: string, xml: string, limits: XmlLimits = DEFAULT_XML_LIMITS): XmlElement {
  const start: SourceSpan = { file, line: 1, column: 1 };
  if (xml.length > limits.size) {
    throw languageError('xml_too_large', `the file is longer than ${limits.size} characters.`, start);
  }
  const parser = new SaxesParser({ xmlns: false, position: true });
  const open: XmlElement[] = [];
  let root: XmlElement | null = null;
  let span = start;
  let count = 0;
  const lines = lineCounter(xml);
  const here = (): SourceSpan => ({ file, line: parser.line, column: parser.column + 1 });

  const addText = (text: string) => {
    const parent = open.at(-1);
    if (!parent) return;
    const last = parent.children.at(-1);
    if (last) last.tail += text;
    else parent.text += text;
  };

  parser.on('error', (error) => {
    throw languageError('xml_malformed', `this is not well-formed XML: ${plain(error.message)}.`, here());
  });
  parser.on('doctype', () => {
    throw languageError('xml_forbidden', 'a workflow may not declare a document type or entities.', here());
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentagstart', (tag) => {
    // the parser stands somewhere behind the name; the element starts at its "<"
    span = { file, ...lines(xml.lastIndexOf(`<${tag.name}`, parser.position)) };
  });
  parser.on('opentag', (tag) => {
    const attributes = Object.entries(tag.attributes as Record<string, string>);
    if (++count > limits.elements) {
      throw languageError('xml_too_large', `the file has more than ${limits.elements} elements.`, span);
    }
    if (open.length >= limits.depth) {
      throw languageError('xml_too_large', `elements are nested deeper than ${limits.depth}.`, span);
    }
    if (attributes.length > limits.attributes) {
      throw languageError('xml_too_large', `an element has more than ${limits.attributes} attributes.`, span);
    }
    const element: XmlElement = {
      tag: tag.name,
      attributes: new Map(attributes),
      text: '',
      children: [],
      tail: '',
      span,
    };
    const parent = open.at(-1);
    if (parent) parent.children.push(element);
    else root = element;
    open.push(element);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(xml).close();
  if (!root) throw languageError('xml_malformed', 'the file is empty.', start);
  return root;
}

/** Line and column of places in a text, asked from its beginning to its end. */
function lineCounter(text: string): (index: number) => { line: number; column: number } {
  let line = 1;
  let start = 0;
  return (index) => {
    for (let next = text.indexOf('\n', start); next >= 0 && next < index; next = text.indexOf('\n', start)) {
      line++;
      start = next + 1;
    }
    return { line, column: index - start + 1 };
  };
}

/** The parser's message without its own position. */
function plain(message: string): string {
  return message.replace(/^[^:]*\d+:\d+:\s*/, '').replace(/\.$/, '');
}
