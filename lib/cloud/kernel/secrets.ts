import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { SEALED } from '@/lib/model/secret';

/** Opens and seals, as the container hands it in. */
export interface Secrets {
  /** opens every sealed secret inside a value */
  open: <T>(value: T) => T;
  /** seals one secret */
  seal: (plain: string) => string;
}

/** Puts the seals back wherever something comes from the cloud. */
export type Resealer = <T extends Json>(value: T) => T;

/** Attributes that are secrets by themselves, by type of resource. */
const SECRET_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  'OS::Heat::RandomString': ['value'],
  'OS::Nova::KeyPair': ['private_key'],
};
/** What is shorter stands in other texts by chance. */
const SHORTEST = 4;

/**
 * Knows what was opened for the cloud, and seals it again in what comes back.
 *
 * @param given what the cloud got, sealed
 * @param born secrets that the cloud made itself, in clear
 */
export function createResealer({ open, seal }: Secrets, given: JsonObject, born: readonly string[] = []): Resealer {
  const sealedOf = new Map<string, string>();
  for (const sealed of JSON.stringify(given).match(SEALED) ?? []) sealedOf.set(open(sealed), sealed);
  for (const plain of born) if (!sealedOf.has(plain)) sealedOf.set(plain, seal(plain));
  const known = [...sealedOf].filter(([plain]) => plain.length >= SHORTEST).sort(([a], [b]) => b.length - a.length);
  const visit = (value: Json): Json => {
    if (typeof value === 'string') {
      return known.reduce((text, [plain, sealed]) => text.replaceAll(plain, () => sealed), value);
    }
    if (Array.isArray(value)) return value.map(visit);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, visit(inner)]));
  };
  return <T extends Json>(value: T) => visit(value) as T;
}

/** The secrets among the attributes of a resource. */
export function secretAttributes(type: string, attributes: JsonObject): string[] {
  return (SECRET_ATTRIBUTES[type] ?? []).flatMap((name) => {
    const value = attributes[name];
    return typeof value === 'string' && value !== '' ? [value] : [];
  });
}

/** Whether resources of a type have attributes that are secrets. */
export function hasSecretAttributes(type: string): boolean {
  return type in SECRET_ATTRIBUTES;
}
