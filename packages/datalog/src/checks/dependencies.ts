import { builtinOf } from '../builtins';
import type { Atom, Rule } from '../syntax/ast';

/** A rule and the policy that it stands in. */
export interface PlacedRule {
  /** null: tables without a policy are all of one */
  policy: string | null;
  rule: Rule;
}

/** Which tables a table is defined by; `negated`: by their absence. */
type Edges = Map<string, { to: string; negated: boolean }[]>;

/**
 * A table that is defined by itself, directly or through others.
 *
 * @returns the tables on the way round, the first again at the end; null when there is none
 */
export function findRecursion(rules: readonly PlacedRule[]): string[] | null {
  const edges = edgesOf(rules);
  const state = new Map<string, 'open' | 'done'>();
  for (const start of edges.keys()) {
    // depth first without the machine's stack: rules come from outside and may be many
    const path: { table: string; next: number }[] = [];
    const enter = (table: string) => {
      state.set(table, 'open');
      path.push({ table, next: 0 });
    };
    if (!state.has(start)) enter(start);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const edge = edges.get(top.table)?.[top.next++];
      if (edge === undefined) {
        state.set(top.table, 'done');
        path.pop();
      } else if (state.get(edge.to) === 'open') {
        const tables = path.map(({ table }) => table);
        return [...tables.slice(tables.indexOf(edge.to)), edge.to];
      } else if (!state.has(edge.to)) enter(edge.to);
    }
  }
  return null;
}

/** Whether no table is defined by the absence of itself, directly or through others. */
export function isStratified(rules: readonly PlacedRule[]): boolean {
  const edges = edgesOf(rules);
  return ![...edges].some(([table, all]) =>
    all.some(({ to, negated }) => negated && (to === table || reaches(edges, to, table))),
  );
}

function reaches(edges: Edges, from: string, wanted: string): boolean {
  const seen = new Set([from]);
  const open = [from];
  for (let table = open.pop(); table !== undefined; table = open.pop()) {
    for (const { to } of edges.get(table) ?? []) {
      if (to === wanted) return true;
      if (seen.has(to)) continue;
      seen.add(to);
      open.push(to);
    }
  }
  return false;
}

function edgesOf(rules: readonly PlacedRule[]): Edges {
  const edges: Edges = new Map();
  for (const { policy, rule } of rules) {
    const body = rule.body
      .filter((literal) => builtinOf(literal) === null)
      .map((literal) => ({ to: nodeOf(literal, policy), negated: literal.negated }));
    for (const head of rule.heads) {
      const node = nodeOf(head, policy);
      const known = edges.get(node);
      if (known) known.push(...body);
      else edges.set(node, [...body]);
    }
  }
  return edges;
}

function nodeOf({ policy, table, modal }: Atom, own: string | null): string {
  const name = `${policy ?? own ?? ''}:${table}`;
  return modal === null ? name : `${modal}[${name}]`;
}
