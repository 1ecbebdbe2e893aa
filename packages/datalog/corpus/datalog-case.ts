/** A policy of a case: what kind it is and what its tables are. */
export interface PolicySpec {
  kind: 'nonrecursive' | 'materialized' | 'action' | 'datasource';
  schema?: Record<string, string[]>;
  complete?: boolean;
}

/** What a case is answered, by its `op`; an error has a kind, or several. */
export interface DatalogAnswer {
  id: string;
  ok?: boolean;
  answers?: string[];
  tuples?: unknown[][];
  statements?: string[];
  rule?: string;
  value?: boolean;
  error?: string | string[];
  message?: string;
  messages?: string[];
  unsafe?: string[];
  failure?: string;
}

/** A case of the suite `datalog`; which fields it has follows from its `op`. */
export interface DatalogCase {
  id: string;
  op: string;
  policies?: Record<string, PolicySpec>;
  schemas?: Record<string, PolicySpec>;
  /** policy and text, inserted in this order */
  program?: [string, string][];
  rules?: string[];
  target?: string;
  text?: string;
  query?: string;
  sequence?: string;
  action?: string;
  delta?: boolean;
}
