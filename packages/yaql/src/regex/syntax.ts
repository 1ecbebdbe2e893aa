/** A set of characters: ranges of code points and classes. */
export interface CharacterClass {
  readonly negated: boolean;
  readonly ranges: readonly (readonly [number, number])[];
  readonly classes: readonly ClassName[];
}

/** The letters of Python's classes; upper case is the contrary. */
export type ClassName = 'd' | 'D' | 'w' | 'W' | 's' | 'S';

/** Flags as they stand at one place of a pattern. */
export interface Flags {
  readonly ignoreCase: boolean;
  readonly multiLine: boolean;
  readonly dotAll: boolean;
  readonly verbose: boolean;
  readonly ascii: boolean;
}

/** A part of a regular expression of Python's `re`. */
export type RegexNode =
  | { readonly kind: 'empty' }
  | { readonly kind: 'character'; readonly code: number; readonly flags: Flags }
  | { readonly kind: 'any'; readonly flags: Flags }
  | { readonly kind: 'class'; readonly set: CharacterClass; readonly flags: Flags }
  | { readonly kind: 'sequence'; readonly parts: readonly RegexNode[] }
  | { readonly kind: 'choice'; readonly options: readonly RegexNode[] }
  | { readonly kind: 'group'; readonly index: number | undefined; readonly inner: RegexNode }
  | { readonly kind: 'atomic'; readonly inner: RegexNode }
  | {
      readonly kind: 'repeat';
      readonly inner: RegexNode;
      readonly least: number;
      readonly most: number;
      readonly mode: 'greedy' | 'lazy' | 'possessive';
    }
  | { readonly kind: 'look'; readonly ahead: boolean; readonly negated: boolean; readonly inner: RegexNode }
  | { readonly kind: 'back'; readonly index: number; readonly flags: Flags }
  | { readonly kind: 'conditional'; readonly index: number; readonly yes: RegexNode; readonly no: RegexNode }
  | {
      readonly kind: 'anchor';
      readonly at: 'start' | 'end' | 'textStart' | 'textEnd' | 'word' | 'noWord';
      readonly flags: Flags;
    };

/** A pattern once read. */
export interface RegexSyntax {
  readonly root: RegexNode;
  /** how many groups, the whole match not counted */
  readonly groups: number;
  /** the flags of the whole, those in the pattern with them */
  readonly flags: Flags;
  readonly names: ReadonlyMap<string, number>;
}
