import type { Position } from './paths';

/** Where an evaluation stands: the matched object and the rule that matched it. */
export interface EvaluationPosition {
  cursor: Position;
  /** ids of the rule and its parents, outermost first */
  rules: readonly string[];
  /** ids of the matched objects along the rule chain; null below one without id */
  objects: readonly string[] | null;
}
