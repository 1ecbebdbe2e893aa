/** How an operator stands to its operands. */
export type OperatorKind = 'prefix' | 'suffix' | 'left' | 'right';

export interface OperatorEntry {
  readonly symbol: string;
  readonly kind: OperatorKind;
  /** the name of the function behind it, where that is not `#operator_SYMBOL` */
  readonly alias?: string;
}

/** Operators in groups, the tightest first; one group shares one strength. */
export type OperatorTable = readonly (readonly OperatorEntry[])[];

/** A table made ready for the parser: strengths, the greater the tighter. */
export interface Operators {
  readonly binary: ReadonlyMap<string, { readonly power: number; readonly right: boolean; readonly alias?: string }>;
  readonly unary: ReadonlyMap<string, { readonly power: number; readonly suffix: boolean; readonly alias?: string }>;
  /** symbols written with signs by the code of their first character, the longest first */
  readonly signs: ReadonlyMap<number, readonly string[]>;
  /** symbols written with letters */
  readonly words: ReadonlySet<string>;
  /** the sign between key and value, or undefined where `=>` is an operator like any other */
  readonly nameValue: string | undefined;
}

const left = (...symbols: string[]): OperatorEntry[] => symbols.map((symbol) => ({ symbol, kind: 'left' }));
const prefix = (...symbols: string[]): OperatorEntry[] => symbols.map((symbol) => ({ symbol, kind: 'prefix' }));

/** YAQL 1.x to 3.x, `factory._standard_operators`. */
export const STANDARD_OPERATORS: OperatorTable = [
  left('.', '?.'),
  left('[]', '{}'),
  prefix('+', '-'),
  left('=~', '!~'),
  left('*', '/', 'mod'),
  left('+', '-'),
  [
    ...left('>', '<', '>=', '<='),
    { symbol: '!=', kind: 'left', alias: 'not_equal' },
    { symbol: '=', kind: 'left', alias: 'equal' },
    ...left('in'),
  ],
  prefix('not'),
  left('and'),
  left('or'),
  [{ symbol: '->', kind: 'right' }],
];

/** YAQL 0.2: `=>` makes a pair and binds weaker than `or`. */
export const LEGACY_OPERATORS: OperatorTable = [
  ...STANDARD_OPERATORS.slice(0, -1),
  left('=>'),
  ...STANDARD_OPERATORS.slice(-1),
];

/** MuranoPL: `ns:Name` and `:Name` bind tightest, `is` compares types (murano.dsl.yaql_integration). */
export const MURANOPL_OPERATORS: OperatorTable = [
  [
    { symbol: ':', kind: 'left' },
    { symbol: ':', kind: 'prefix' },
  ],
  ...STANDARD_OPERATORS.map((group) =>
    group.some(({ symbol }) => symbol === '>') ? [...group, ...left('is')] : group,
  ),
];

/**
 * Makes a table ready for the parser. `nameValue` is the sign of keyword arguments and maps (`=>`), or
 * undefined for none. Throws a plain Error for a symbol that stands twice in the same role: such a table is
 * the host's mistake.
 */
export function readOperators(table: OperatorTable, nameValue: string | undefined): Operators {
  const binary = new Map<string, { power: number; right: boolean; alias?: string }>();
  const unary = new Map<string, { power: number; suffix: boolean; alias?: string }>();
  table.forEach((group, index) => {
    const power = table.length - index;
    for (const { symbol, kind, alias } of group) {
      const more = alias ? { alias } : {};
      const target = kind === 'left' || kind === 'right' ? binary : unary;
      if (target.has(symbol)) throw new Error(`The operator ${symbol} stands twice in the table.`);
      if (kind === 'left' || kind === 'right') binary.set(symbol, { power, right: kind === 'right', ...more });
      else unary.set(symbol, { power, suffix: kind === 'suffix', ...more });
    }
  });
  const symbols = [...new Set([...binary.keys(), ...unary.keys()])].filter((s) => s !== '[]' && s !== '{}');
  const signs = symbols.filter((s) => !isWord(s));
  if (nameValue) signs.push(nameValue);
  return {
    binary,
    unary,
    signs: byFirstCharacter(signs.sort((a, b) => b.length - a.length)),
    words: new Set(symbols.filter(isWord)),
    nameValue,
  };
}

function isWord(symbol: string): boolean {
  return /^\p{L}/u.test(symbol);
}

function byFirstCharacter(signs: readonly string[]): Map<number, string[]> {
  const groups = new Map<number, string[]>();
  for (const sign of signs) {
    const code = sign.charCodeAt(0);
    groups.set(code, [...(groups.get(code) ?? []), sign]);
  }
  return groups;
}
