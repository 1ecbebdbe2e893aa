/** What a value is: texts, whole numbers and floating ones never join. */
export type ValueKind = 'text' | 'whole' | 'floating';

/** What the inputs of something computed must be for it to hold: all texts, all numbers, or all texts or all numbers. */
export type InputRule = 'texts' | 'numbers' | 'alike' | 'anything';

const NUMBERS = ['minus', 'mul', 'div'];
const ALIKE = ['lt', 'lteq', 'equal', 'gt', 'gteq', 'max', 'plus', 'concat'];
const TEXTS = [
  'len',
  ...['unpack_date', 'unpack_time', 'unpack_datetime', 'extract_date', 'extract_time', 'datetime_to_seconds'],
  ...['datetime_lt', 'datetime_lteq', 'datetime_gt', 'datetime_gteq', 'datetime_equal'],
  ...['ips_equal', 'ips_lt', 'ips_lteq', 'ips_gt', 'ips_gteq', 'networks_equal', 'networks_overlap', 'ip_in_network'],
];

const RULES: ReadonlyMap<string, InputRule> = new Map([
  ...NUMBERS.map((name) => [name, 'numbers'] as const),
  ...ALIKE.map((name) => [name, 'alike'] as const),
  ...TEXTS.map((name) => [name, 'texts'] as const),
]);

/** What the inputs of a builtin must be. */
export function inputRuleOf(builtin: string): InputRule {
  return RULES.get(builtin) ?? 'anything';
}

const ALWAYS: Readonly<Record<string, ValueKind>> = {
  int: 'whole',
  float: 'floating',
  len: 'whole',
  datetime_to_seconds: 'whole',
  unpack_date: 'whole',
  unpack_time: 'whole',
  unpack_datetime: 'whole',
};
const TEXT_OUTPUTS = /^(?:now|pack_\w+|extract_\w+|datetime_(?:plus|minus))$/;
const BY_INPUTS: ReadonlySet<string> = new Set(['plus', 'minus', 'mul', 'div', 'concat', 'max']);

/** What the outputs of a builtin are, as far as its inputs tell; null where they do not. */
export function outputKindOf(builtin: string, inputs: readonly (ValueKind | null)[]): ValueKind | null {
  const always = ALWAYS[builtin] ?? (TEXT_OUTPUTS.test(builtin) ? 'text' : null);
  if (always !== null || !BY_INPUTS.has(builtin)) return always;
  if (inputs.some((kind) => kind === null)) return null;
  if (inputs.every((kind) => kind === 'text')) return 'text';
  if (builtin === 'max') return inputs.every((kind) => kind === inputs[0]) ? (inputs[0] ?? null) : null;
  return inputs.every((kind) => kind === 'whole') ? 'whole' : 'floating';
}
