import { isObject, type Json, type JsonObject } from '@/lib/model/json';

/**
 * What stands in an order in place of each value that holds a secret. Its id is that of the grant, which nobody knows before
 * the order is made, so that nothing that a package has written is taken for one; and where it stands, as a JSON Pointer
 * (RFC 6901), so that processes of two releases mean the same by it.
 */
export type SecretReference = {
  $secretReference: string;
};

/**
 * Puts references where two readings of one order differ: there a secret was opened.
 *
 * @param sealed the order made of what is kept
 * @param opened the same, made of what was opened
 * @param grant begins the ids
 * @returns the order with references, and the values that these stand for, by their ids
 */
export function withReferences(
  sealed: Json,
  opened: Json,
  grant: string,
): { order: Json; values: Record<string, Json> } {
  const values: Record<string, Json> = {};
  const visit = (kept: Json | undefined, open: Json, at: string): Json => {
    if (isObject(kept) && isObject(open)) {
      const entries = Object.entries(open) as [string, Json][];
      return Object.fromEntries(
        entries.map(([name, value]) => [name, visit(kept[name], value, `${at}/${pointerPart(name)}`)]),
      );
    }
    if (Array.isArray(kept) && Array.isArray(open))
      return open.map((value, index) => visit(kept[index], value, `${at}/${index}`));
    if (kept === open) return open;
    const id = `${grant}${at}`;
    values[id] = open;
    return { $secretReference: id } satisfies SecretReference;
  };
  return { order: visit(sealed, opened, ''), values };
}

/**
 * Puts the values in the place of their references; what is no reference of this grant stays as it is.
 *
 * @param values by the ids of references
 * @throws Error in a sentence when one is missing
 */
export function resolveReferences(order: Json, grant: string, values: Record<string, Json>): Json {
  const visit = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(visit);
    if (!isObject(value)) return value;
    const id = referenceIn(value);
    if (id === null || !id.startsWith(`${grant}/`)) {
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, visit(one as Json)]));
    }
    if (!Object.hasOwn(values, id)) throw new Error('The server has not sent all secrets of the plan.');
    return values[id] ?? null;
  };
  return visit(order);
}

function pointerPart(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function referenceIn(value: JsonObject): string | null {
  const { $secretReference: id, ...others } = value;
  return typeof id === 'string' && Object.keys(others).length === 0 ? id : null;
}
