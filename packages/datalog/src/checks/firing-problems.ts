import { nearestName } from '@vetro/nearest-name';
import { builtinNames, builtinOf, builtinParameters, isBuiltinTable } from '../builtins';
import type { ValueKind } from '../builtins/kinds';
import { isPolicyError, type PolicyProblem } from '../errors';
import type { Atom, Literal, Rule, Value } from '../syntax/ast';
import { printAtom } from '../syntax/print';
import { expandColumns, withoutSign } from './columns';
import type { Schemas } from './schemas';
import { headKinds, kindProblems } from './value-kinds';
import { valueProblems } from './value-problems';

/** What a text of rules may ask for, and what it is asked for. */
export interface FiringContext {
  /** the policy that the rules stand in */
  policy: string;
  /** columns of the tables that the policy has beside those that its rules define */
  given: Readonly<Record<string, readonly string[]>>;
  /** columns of the tables that somebody asks for */
  asked: Readonly<Record<string, readonly string[]>>;
  /** the table of changes among them */
  changes: string;
  /** what is wrong with the text of a change; `isWhole`: nothing in it stands for what only a model tells */
  faultOfChange: (text: string, isWhole: boolean) => string | null;
  sources: Readonly<Record<string, SourceColumns>>;
}

/** The tables of a source. */
export interface SourceColumns {
  tables: Readonly<Record<string, readonly string[]>>;
  /** columns that hold no texts */
  numbers?: Readonly<Record<string, ValueKind>>;
  /** columns that hold nothing but these values, by `table.column` */
  words?: Readonly<Record<string, readonly Value[]>> | undefined;
}

/**
 * Everything on which rules can never fire: tables and sources that there are not, a wrong number of columns, tables that
 * nobody asks for and that are called almost like one, values of kinds that never meet or that a column never has, and
 * changes that cannot be made.
 * Each with its place and the name that was probably meant.
 */
export function firingProblems(rules: readonly Rule[], context: FiringContext): PolicyProblem[] {
  const tables = new OwnTables(rules, context);
  return rules.flatMap((rule) => {
    const names = [
      ...headProblems(rule, tables, context),
      ...rule.body.flatMap((one) => literalProblems(one, tables, context)),
    ];
    if (names.length > 0) return names;
    const placed = tables.byPosition(rule);
    return [
      ...kindProblems(placed, rule, (atom) => tables.kindsOf(atom)),
      ...placed.body.flatMap((literal, at) => wordProblems(literal, rule.body[at] ?? literal, context)),
      ...valueProblems(placed, rule, (atom) => columnValues(atom, context)),
      ...environmentProblems(placed, context),
      ...changeProblems(rule, context),
    ];
  });
}

/** What the columns of a source's table may have; null is anything. */
function columnValues({ policy, table }: Atom, { sources }: FiringContext): (readonly Value[] | null)[] {
  const { tables = {}, words = {} } = sources[policy ?? ''] ?? {};
  return tables[table]?.map((column) => words[`${table}.${column}`] ?? null) ?? [];
}

/** What an environment's id looks like: answers about any other are passed over. */
const ENVIRONMENT_ID = /^[0-9a-f]{32}$/;

/** Answers that name an environment that there cannot be. */
function environmentProblems({ heads }: Rule, { asked }: FiringContext): PolicyProblem[] {
  return heads.flatMap((head): PolicyProblem[] => {
    const [term] = head.args;
    if (head.policy !== null || head.modal !== null || !(head.table in asked) || term?.kind !== 'constant') return [];
    if (typeof term.value === 'string' && ENVIRONMENT_ID.test(term.value)) return [];
    const shown = typeof term.value === 'string' ? `"${term.value}"` : `${term.value}`;
    const message = `${shown} is no environment’s id, so nobody hears this; take it from murano:states(env, state): ${printAtom(head)}.`;
    return [problemAt(head, 'argument_kind', message, null)];
  });
}

function schemasOf({ policy, given, sources }: FiringContext): Schemas {
  const schemas = new Map(
    Object.entries(sources).map(([name, { tables }]) => [
      name,
      { columns: new Map(Object.entries(tables)), complete: true, isSource: true },
    ]),
  );
  schemas.set(policy, { columns: new Map(Object.entries(given)), complete: false, isSource: false });
  return schemas;
}

/** Tables that rest on one another this far are looked at for what their columns hold: a chain must not exhaust the stack. */
const MAX_KINDS_DEPTH = 200;
/** So many unknown tables get the nearest name: each is compared with every name of the text. */
const MAX_ADVICE = 100;

/** The tables that rules define, and what is known of all others. */
class OwnTables {
  readonly defined = new Map<string, Rule[]>();
  private readonly used = new Set<string>();
  private readonly kinds = new Map<string, readonly (ValueKind | null)[]>();
  private readonly schemas: Schemas;
  private depth = 0;
  private advised = 0;

  constructor(
    rules: readonly Rule[],
    private readonly context: FiringContext,
  ) {
    this.schemas = schemasOf(context);
    for (const rule of rules) {
      for (const { policy, table } of rule.body) if (policy === null || policy === context.policy) this.used.add(table);
      const [head] = rule.heads;
      if (!head || head.modal !== null || head.policy !== null) continue;
      const others = this.defined.get(head.table);
      if (others) others.push(rule);
      else this.defined.set(head.table, [rule]);
    }
  }

  /** A rule with its named arguments in the places of their columns; as it is where they have none. */
  byPosition(rule: Rule): Rule {
    try {
      return expandColumns(rule, this.schemas, this.context.policy);
    } catch (error) {
      if (isPolicyError(error)) return rule;
      throw error;
    }
  }

  /** Whether a rule asks for a table. */
  isUsed(table: string): boolean {
    return this.used.has(table);
  }

  /** How many columns a table of the policy has; null when it has no such table. */
  width(table: string): number | null {
    const given = this.context.given[table];
    return given?.length ?? this.defined.get(table)?.[0]?.heads[0]?.args.length ?? null;
  }

  /** What the columns of a table hold: of one that rules define, what all of them agree about. */
  kindsOf({ policy, table, args }: Atom): readonly (ValueKind | null)[] {
    if (policy !== null && policy !== this.context.policy) {
      const { tables = {}, numbers = {} } = this.context.sources[policy] ?? {};
      return tables[table]?.map((column) => numbers[column] ?? 'text') ?? [];
    }
    if (table in this.context.given) return [];
    const known = this.kinds.get(table);
    if (known) return known;
    if (this.depth >= MAX_KINDS_DEPTH) return [];
    this.depth += 1;
    // a table on its way to be known: recursion is another fault
    this.kinds.set(table, []);
    const all = (this.defined.get(table) ?? []).map((rule) =>
      headKinds(this.byPosition(rule), (atom) => this.kindsOf(atom)),
    );
    const [first = []] = all;
    const agreed = args.map((_, at) => (all.every((one) => one[at] === first[at]) ? (first[at] ?? null) : null));
    this.kinds.set(table, agreed);
    this.depth -= 1;
    return agreed;
  }

  /** The nearest name of all that may be asked for, of the policy itself first; null for the many after the first. */
  nearestTable(table: string): string | null {
    const { given, sources } = this.context;
    for (const [source, { tables: own }] of Object.entries(sources)) if (table in own) return `${source}:${table}`;
    this.advised += 1;
    if (this.advised > MAX_ADVICE) return null;
    const own = nearestName(table, [...this.defined.keys(), ...Object.keys(given)]);
    return own ?? nearestName(table, builtinNames());
  }
}

function problemAt(atom: Atom, kind: PolicyProblem['kind'], message: string, nearest: string | null): PolicyProblem {
  return { kind, message: nearest === null ? message : `${message} Did you mean “${nearest}”?`, place: atom.place };
}

function headProblems({ heads, place }: Rule, tables: OwnTables, { asked }: FiringContext): PolicyProblem[] {
  return heads.flatMap((head): PolicyProblem[] => {
    if (head.modal !== null || head.policy !== null) return [];
    const columns = asked[head.table];
    if (columns && columns.length !== head.args.length) {
      const message = `“${head.table}” has ${columns.length} columns (${columns.join(', ')}), ${head.args.length} are given: ${printAtom(head)}.`;
      return [problemAt({ ...head, place }, 'arity', message, null)];
    }
    const width = tables.width(head.table);
    if (width !== null && width !== head.args.length)
      return [
        problemAt(
          { ...head, place },
          'arity',
          `“${head.table}” has ${width} columns elsewhere, ${head.args.length} here: ${printAtom(head)}.`,
          null,
        ),
      ];
    if (columns || tables.isUsed(head.table)) return [];
    const name = withoutSign(head.table);
    const nearest = nearestName(name, Object.keys(asked));
    if (name !== head.table) {
      const message = `“${head.table}” is a change of the table “${name}”, which only a simulation makes; a name has no dash: ${printAtom(head)}.`;
      return [problemAt({ ...head, place }, 'unknown_table', message, nearest)];
    }
    if (nearest === null) return [];
    const message = `Nobody asks for “${head.table}”: ${printAtom(head)}.`;
    return [problemAt({ ...head, place }, 'unknown_table', message, nearest)];
  });
}

function literalProblems(literal: Literal, tables: OwnTables, context: FiringContext): PolicyProblem[] {
  const { policy, table, args, named } = literal;
  if (literal.modal !== null || builtinOf(literal) !== null) return [];
  if (isBuiltinTable(literal) && tables.width(table) === null) return [builtinProblem(literal)];
  if (policy === null || policy === context.policy) {
    const width = tables.width(table);
    if (width === null) {
      const message = `No rule and no fact of this policy defines “${table}”, so it is always empty: ${printAtom(literal)}.`;
      return [problemAt(literal, 'unknown_table', message, tables.nearestTable(table))];
    }
    if (named.length > 0 || table in context.given || width === args.length) return [];
    const message = `“${table}” has ${width} columns, ${args.length} are given: ${printAtom(literal)}.`;
    return [problemAt(literal, 'arity', message, null)];
  }
  const source = context.sources[policy];
  if (!source) {
    const nearest = nearestName(policy, Object.keys(context.sources));
    const message = `There is no source “${policy}”, so this is always empty: ${printAtom(literal)}.`;
    return [
      problemAt(literal, 'unknown_policy', message, nearest && `${nearest}:${nearestOf(table, nearest, context)}`),
    ];
  }
  if (table in source.tables) return columnProblems(literal, source.tables[table] ?? []);
  const nearest = nearestName(table, Object.keys(source.tables));
  const message = `“${policy}” has no table “${withoutSign(table)}”; it has ${Object.keys(source.tables).join(', ')}: ${printAtom(literal)}.`;
  return [problemAt(literal, 'unknown_table', message, nearest && `${policy}:${nearest}`)];
}

function nearestOf(table: string, source: string, { sources }: FiringContext): string {
  return nearestName(table, Object.keys(sources[source]?.tables ?? {})) ?? table;
}

function builtinProblem(literal: Literal): PolicyProblem {
  const { table, args } = literal;
  const parameters = builtinParameters(table);
  if (parameters) {
    const message = `“${table}” takes ${parameters.length} values (${parameters.join(', ')}), ${args.length + literal.named.length} are given: ${printAtom(literal)}.`;
    return problemAt(literal, 'arity', message, null);
  }
  return problemAt(
    literal,
    'unknown_table',
    `Nothing called “${table}” is computed: ${printAtom(literal)}.`,
    nearestName(table, builtinNames()),
  );
}

function columnProblems(literal: Literal, columns: readonly string[]): PolicyProblem[] {
  return literal.named.flatMap(({ column }): PolicyProblem[] => {
    if (typeof column === 'number' || columns.includes(column)) return [];
    const message = `“${literal.table}” has no column ${column}; it has ${columns.join(', ')}: ${printAtom(literal)}.`;
    return [problemAt(literal, 'column_reference', message, nearestName(column, columns))];
  });
}

/** Values in columns that hold others only: what is asked for is never there. */
function wordProblems({ policy, table, args }: Literal, written: Literal, { sources }: FiringContext): PolicyProblem[] {
  const { tables = {}, words = {} } = sources[policy ?? ''] ?? {};
  return args.flatMap((term, at): PolicyProblem[] => {
    const column = tables[table]?.[at];
    const known = words[`${table}.${column}`];
    if (!known || term.kind !== 'constant' || typeof term.value !== typeof known[0] || known.includes(term.value))
      return [];
    const isText = typeof term.value === 'string';
    const [never, range] = isText
      ? [`"${term.value}"`, `one of ${known.join(', ')}`]
      : [`${term.value}`, `from ${known[0]} to ${known.at(-1)}`];
    const message = `The column ${column} of “${policy}:${table}” is never ${never}; it is ${range}: ${printAtom(written)}.`;
    const nearest = isText ? nearestName(String(term.value), known.map(String)) : null;
    return [problemAt(written, 'argument_kind', message, nearest)];
  });
}

/** Changes whose words are in the rule: the action must be one, with arguments that it takes. */
function changeProblems({ heads, body }: Rule, { changes, faultOfChange }: FiringContext): PolicyProblem[] {
  return heads.flatMap((head): PolicyProblem[] => {
    const term = head.table === changes && head.policy === null ? head.args.at(-1) : undefined;
    if (!term) return [];
    const text = term.kind === 'constant' ? String(term.value) : textMadeOf(term.name, body, new Set());
    const fault = text === null ? null : faultOfChange(text, term.kind === 'constant');
    return fault === null ? [] : [{ kind: 'modification', message: fault, place: head.place }];
  });
}

/** Stands for what only a model tells. */
const UNKNOWN = 'x';

/** The text that a variable is put together of by `concat`; null when it does not begin with words of the rule. */
function textMadeOf(variable: string, body: readonly Literal[], seen: Set<string>): string | null {
  const maker = body.find(
    ({ table, args, negated }) =>
      !negated && (table === 'concat' || table === 'plus') && args[2]?.kind === 'variable' && args[2].name === variable,
  );
  const [start, end] = maker?.args ?? [];
  if (!start || !end || seen.has(variable)) return null;
  const part = (term: typeof start) =>
    term.kind === 'constant' ? String(term.value) : textMadeOf(term.name, body, new Set([...seen, variable]));
  const first = part(start);
  return first === null ? null : first + (part(end) ?? UNKNOWN);
}
