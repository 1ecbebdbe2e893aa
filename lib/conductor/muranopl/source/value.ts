import type { Expression } from '@vetro/yaql';

/** A place in a class file: the start of the YAML node, lines and columns from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/**
 * A value written in YAML. Plain scalars that read as YAQL are expressions; everything else is itself. A
 * template is evaluated as a whole: the expressions in it, those in keys included, give way to their values.
 */
export type Template =
  /** `value`: a value of YAQL (text, whole number, Float, true, false, null, date) */
  | { readonly kind: 'constant'; readonly value: unknown; readonly place: Place }
  /** `folded`: written over several lines, so that positions in it tell no columns */
  | { readonly kind: 'expression'; readonly expression: Expression; readonly place: Place; readonly folded?: true }
  | { readonly kind: 'list'; readonly items: readonly Template[]; readonly place: Place }
  | {
      readonly kind: 'map';
      readonly entries: readonly { readonly key: Template; readonly value: Template }[];
      readonly place: Place;
    };
