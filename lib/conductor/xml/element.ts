import type { SourceSpan } from '@/lib/errors';

/** A parsed XML element: its texts are kept apart from its children, as the DSL's bodies need them. */
export interface XmlElement {
  tag: string;
  attributes: ReadonlyMap<string, string>;
  /** the text before the first child */
  text: string;
  children: XmlElement[];
  /** the text after this element's end tag */
  tail: string;
  span: SourceSpan;
}
