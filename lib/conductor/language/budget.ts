import { errors, type SourceSpan } from '@/lib/errors';
import { ProcessorTime } from './processor-time';

/** How much one run of a package may use; every number is a ceiling. */
export interface BudgetLimits {
  /** evaluated calls, visited JSONPath nodes and compared filters, all together */
  steps: number;
  /** of them in one rule, with all it holds */
  piece: number;
  /** characters of one text value */
  textLength: number;
  /** objects and lists inside one another, in one document */
  depth: number;
  /** values (objects, lists and scalars) of one document, shared parts counted each time they appear */
  nodes: number;
}

export const DEFAULT_LIMITS: BudgetLimits = {
  steps: 20_000_000,
  piece: 1_000_000,
  textLength: 4_000_000,
  depth: 200,
  nodes: 500_000,
};

/** What keeps a package from using a machine up: asked at every step of an interpreter. */
export interface Budget {
  /** begins a piece: one rule of a file, or the handling of one answer */
  beginPiece(): void;
  /** counts steps; throws `budget_exceeded` beyond the ceiling, or when the time is up */
  spend(steps: number, span: SourceSpan): void;
  /** throws `budget_exceeded` for a text that is too long */
  text(length: number, span: SourceSpan): void;
  /** throws `budget_exceeded` for a document that is too large or too deep once written out */
  document(value: unknown, span?: SourceSpan): void;
}

/**
 * A fresh budget for one run, with what it may take of the processor. Its errors are of the `language` kind with code `budget_exceeded`; they
 * name the ceiling that was reached and the place.
 */
export function createBudget(limits: BudgetLimits = DEFAULT_LIMITS, time = new ProcessorTime()): Budget {
  let spent = 0;
  let began = 0;
  const exceeded = (what: string, span: SourceSpan | undefined) => {
    const where = span ? `${span.file}, line ${span.line}: ` : '';
    return errors.language('budget_exceeded', `${where}the package was stopped because ${what}.`, {
      ...(span ? { span } : {}),
      details: { limits },
    });
  };
  return {
    beginPiece() {
      began = spent;
    },
    spend(steps, span) {
      const before = spent;
      spent += steps;
      if (spent > limits.steps) throw exceeded(`it took more than ${limits.steps} steps`, span);
      if (spent - began > limits.piece) {
        const what = `one of its rules took more than ${limits.piece} steps in one piece`;
        throw exceeded(`${what}: let it match less, or split it`, span);
      }
      // The clock is looked at once in 64 steps.
      if (before >> 6 === spent >> 6) return;
      if (time.check()) throw exceeded(`it computed for more than ${time.limit / 1000} seconds`, span);
    },
    text(length, span) {
      if (length > limits.textLength) throw exceeded(`a text grew beyond ${limits.textLength} characters`, span);
    },
    document(value, span) {
      const { nodes, depth } = measure(value, limits);
      if (nodes > limits.nodes) throw exceeded(`a document grew beyond ${limits.nodes} values`, span);
      if (depth > limits.depth) throw exceeded(`a document is nested deeper than ${limits.depth}`, span);
    },
  };
}

/** Counts values as they would be written out; stops just above a ceiling, so circular values end too. */
function measure(value: unknown, limits: BudgetLimits): { nodes: number; depth: number } {
  let nodes = 0;
  let deepest = 0;
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  for (let next = open.pop(); next && nodes <= limits.nodes && deepest <= limits.depth; next = open.pop()) {
    nodes++;
    const { value: inner, depth } = next;
    if (typeof inner !== 'object' || inner === null) continue;
    deepest = Math.max(deepest, depth + 1);
    for (const below of Object.values(inner)) open.push({ value: below, depth: depth + 1 });
  }
  return { nodes, depth: deepest };
}
