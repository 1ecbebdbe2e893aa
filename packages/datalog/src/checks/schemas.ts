/** What is known of the columns of one policy's tables. */
export interface Schema {
  /** names of the columns of each table; those that were learnt from rules are called by their numbers */
  columns: Map<string, readonly string[]>;
  /** it has these tables and no others */
  complete: boolean;
  /** its tables come from outside, so that its columns have names */
  isSource: boolean;
}

/** By the names of policies. */
export type Schemas = ReadonlyMap<string, Schema>;
