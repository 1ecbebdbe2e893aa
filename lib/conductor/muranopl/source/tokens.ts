import type { Mark } from './cursor';

/** How a scalar is written; only plain ones are looked at for what they mean. */
export type ScalarStyle = 'plain' | 'quoted' | 'block';

/** The words of YAML's grammar. */
export type Token =
  | {
      readonly kind:
        | 'document start'
        | 'document end'
        | 'block sequence'
        | 'block mapping'
        | 'block end'
        | 'flow sequence start'
        | 'flow sequence end'
        | 'flow mapping start'
        | 'flow mapping end'
        | 'flow entry'
        | 'block entry'
        | 'key'
        | 'value'
        | 'end';
      readonly mark: Mark;
    }
  | { readonly kind: 'alias' | 'anchor'; readonly name: string; readonly mark: Mark }
  /** `handle` is `!`, `!!` or `!name!`; null when the suffix is the whole tag */
  | { readonly kind: 'tag'; readonly handle: string | null; readonly suffix: string; readonly mark: Mark }
  | {
      readonly kind: 'directive';
      readonly name: string;
      /** the words after the name */
      readonly values: readonly string[];
      readonly mark: Mark;
    }
  | {
      readonly kind: 'scalar';
      readonly text: string;
      readonly style: ScalarStyle;
      /** whether it is written over several lines */
      readonly folded: boolean;
      readonly mark: Mark;
    }
  /** the text cannot be read on from here */
  | { readonly kind: 'broken'; readonly error: Error; readonly mark: Mark };

export type TokenKind = Token['kind'];

/** What a person calls a token in a sentence. */
export function nameOfToken({ kind }: Token): string {
  return NAMES[kind];
}

const NAMES: Readonly<Record<TokenKind, string>> = {
  'document start': '"---"',
  'document end': '"..."',
  'block sequence': 'a list',
  'block mapping': 'a mapping',
  'block end': 'the end of the indented part',
  'flow sequence start': '"["',
  'flow sequence end': '"]"',
  'flow mapping start': '"{"',
  'flow mapping end': '"}"',
  'flow entry': '","',
  'block entry': '"-"',
  key: '"?" or a key',
  value: '":"',
  end: 'the end of the file',
  alias: 'an alias',
  anchor: 'an anchor',
  tag: 'a tag',
  directive: 'a directive',
  scalar: 'a text',
  broken: 'something unreadable',
};
