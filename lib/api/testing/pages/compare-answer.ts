import { escapeRegExp } from '@/lib/model/escape-reg-exp';
import { isObject, type Json } from '@/lib/model/json';

/**
 * What a page prints for what differs from one time to the next. A placeholder stands in angle brackets, `<id>`, and is
 * compared by its last word; one of more words, `<environment id>`, is the same wherever the page has it.
 */
const KINDS: Record<string, RegExp> = {
  id: /^[0-9a-f]{32}$/,
  time: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
  token: /^\S{20,}$/,
  number: /^-?\d+(\.\d+)?$/,
  digest: /^[0-9a-f]{64}$/,
  text: /^[\s\S]*$/,
};
const PLACEHOLDER = /<([a-z]+(?: [a-z]+)*)>/g;
/** Stands for whatever else there is: as a member of an object, at the end of a list, as a line of a text. */
const MORE = '…';

/** What placeholders of more than one word stood for so far. */
export type Bindings = Map<string, string>;

/**
 * Compares an answer with what a page prints for it.
 *
 * @returns what differs, each with its place; nothing when they agree
 */
export function compareAnswer(
  expected: { kind: 'json' | 'text'; text: string },
  actual: string,
  bindings: Bindings,
): string[] {
  if (expected.kind === 'text') return compareLines(expected.text.split('\n'), actual.trimEnd().split('\n'), bindings);
  return compareJson(parsed(expected.text, 'the page'), parsed(actual, 'the answer'), '', bindings);
}

function parsed(text: string, whose: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw new Error(`${whose} has no JSON: ${text.slice(0, 500)}`);
  }
}

function compareLines(expected: readonly string[], actual: readonly string[], bindings: Bindings): string[] {
  let at = 0;
  let skips = false;
  for (const line of expected) {
    if (line.trim() === MORE) {
      skips = true;
      continue;
    }
    while (skips && at < actual.length && !agrees(line, actual[at] ?? '', new Map(bindings))) at += 1;
    if (!agrees(line, actual[at] ?? '', bindings))
      return [`line ${JSON.stringify(line)} is ${JSON.stringify(actual[at])}`];
    skips = false;
    at += 1;
  }
  return skips || at === actual.length ? [] : [`there is more: ${JSON.stringify(actual[at])}`];
}

function compareJson(expected: Json, actual: Json, place: string, bindings: Bindings): string[] {
  if (typeof expected === 'string') {
    const text = typeof actual === 'number' ? String(actual) : actual;
    return typeof text === 'string' && agrees(expected, text, bindings)
      ? []
      : [`${place || 'all of it'}: ${JSON.stringify(expected)} is ${JSON.stringify(actual)}`];
  }
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const isOpen = expected.at(-1) === MORE;
    const printed = isOpen ? expected.slice(0, -1) : expected;
    const lengths = isOpen ? actual.length >= printed.length : actual.length === printed.length;
    if (!lengths) return [`${place}: ${printed.length} entries are ${actual.length}`];
    return printed.flatMap((one, index) => compareJson(one, actual[index] ?? null, `${place}[${index}]`, bindings));
  }
  if (isObject(expected) && isObject(actual)) {
    const { [MORE]: more, ...printed } = expected;
    const unknown = more === undefined ? Object.keys(actual).filter((key) => !Object.hasOwn(printed, key)) : [];
    return [
      ...unknown.map((key) => `${place}.${key}: the page has none`),
      ...Object.entries(printed).flatMap(([key, one]) =>
        Object.hasOwn(actual, key)
          ? compareJson(one, actual[key] ?? null, `${place}.${key}`, bindings)
          : [`${place}.${key}: the answer has none`],
      ),
    ];
  }
  return Object.is(expected, actual) ? [] : [`${place}: ${JSON.stringify(expected)} is ${JSON.stringify(actual)}`];
}

/** Whether a text is the one that a page prints; what placeholders stand for is noted when it is. */
function agrees(expected: string, actual: string, bindings: Bindings): boolean {
  const names = [...expected.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  const literals = expected.split(PLACEHOLDER).filter((_, index) => index % 2 === 0);
  const escaped = literals.map(escapeRegExp);
  const found = new RegExp(`^${escaped.join('([\\s\\S]*?)')}$`).exec(actual);
  if (!found) return false;
  const values = names.map((name, index) => [name, found[index + 1] ?? ''] as const);
  const right = values.every(([name, value]) => {
    const kind = KINDS[name.split(' ').at(-1) ?? ''];
    if (!kind)
      throw new Error(`"<${name}>" is no placeholder: its last word is one of ${Object.keys(KINDS).join(', ')}`);
    return kind.test(value) && (bindings.get(name) ?? value) === value;
  });
  if (right) for (const [name, value] of values) if (name.includes(' ')) bindings.set(name, value);
  return right;
}
