/**
 * Whether an answer is the recorded one. Numbers count by value, dicts without order; `$unordered` and `$set`
 * stand for lists in any order, `$int` for a whole number beyond 2^53. `text` compares two texts where plain
 * equality is not what is meant.
 */
export function agree(recorded: unknown, got: unknown, text: TextAgreement = (one, other) => one === other): boolean {
  if (typeof recorded === 'string' && typeof got === 'string') return text(recorded, got);
  if (typeof recorded === 'number') return isNumber(got) && numbersAgree(recorded, got);
  if (typeof recorded !== 'object' || recorded === null) return recorded === got;
  if (Array.isArray(recorded)) return Array.isArray(got) && listsAgree(recorded, got, text);
  const [tag, held] = tagOf(recorded);
  switch (tag) {
    case '$unordered':
    case '$set':
      return bagsAgree(held as unknown[], heldBy('$set', got), text);
    case '$dict':
      return bagsAgree(held as unknown[], heldBy('$dict', got), text);
    case '$int':
      return isNumber(got) && BigInt(held as string) === BigInt(got);
    case '$any':
      return true;
    default:
      return isDict(got) && dictsAgree(Object.entries(recorded), got, text);
  }
}

export type TextAgreement = (recorded: string, got: string) => boolean;

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function numbersAgree(recorded: number, got: number | bigint): boolean {
  const number = Number(got);
  return recorded === number || Math.abs(recorded - number) <= 1e-9 * Math.max(Math.abs(recorded), Math.abs(number));
}

function tagOf(value: object): [string, unknown] | [] {
  const entries = Object.entries(value);
  return entries.length === 1 && entries[0]?.[0].startsWith('$') ? entries[0] : [];
}

function heldBy(tag: string, value: unknown): unknown {
  return isDict(value) && tagOf(value)[0] === tag ? value[tag] : value;
}

function isDict(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listsAgree(recorded: readonly unknown[], got: readonly unknown[], text: TextAgreement): boolean {
  return recorded.length === got.length && recorded.every((item, index) => agree(item, got[index], text));
}

function bagsAgree(recorded: readonly unknown[], got: unknown, text: TextAgreement): boolean {
  if (!Array.isArray(got) || got.length !== recorded.length) return false;
  const left = [...got];
  return recorded.every((item) => {
    const index = left.findIndex((candidate) => agree(item, candidate, text));
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  });
}

function dictsAgree(
  recorded: readonly (readonly [string, unknown])[],
  got: Record<string, unknown>,
  text: TextAgreement,
): boolean {
  return (
    Object.keys(got).length === recorded.length &&
    recorded.every(([key, item]) => Object.hasOwn(got, key) && agree(item, got[key], text))
  );
}
