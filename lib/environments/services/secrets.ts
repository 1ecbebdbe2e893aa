import type { FieldProblem } from '@/lib/errors';
import { byId } from '@/lib/model/by-id';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { fingerprintOf, holdsSealed, MASK } from '@/lib/model/secret';
import { tellsOfSecret } from '@/lib/model/secret-names';
import type { Property, ServiceType } from '@/lib/model/service-type';
import type { Context } from '../context';

/** Whether a value is secret by the key that it stands under; without a value, whether a text there would be. */
export type SecretKeys = (key: string, ofUnit: boolean, value?: Json) => boolean;

/**
 * Finds out which values of a service are secret. Its type says so of its properties. Of what no type speaks of, the
 * inside of objects that a client sends, a key of telling words does: then texts are secret, and nothing else is.
 */
export function secretKeys(type: ServiceType | undefined): SecretKeys {
  const declared = (properties: readonly Property[]) =>
    new Map(properties.map((one) => [one.name, (one.secret ?? false) || one.kind === 'password']));
  const service = declared(type?.properties ?? []);
  const unit = declared(type?.unitProperties ?? []);
  return (key, ofUnit, value) =>
    (ofUnit ? unit : service).get(key) ?? (tellsOfSecret(key) && (value === undefined || isText(value)));
}

function isText(value: Json): boolean {
  return typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string'));
}

/**
 * What a client sent, made ready for the rules: the mask becomes the secret kept before. Secrets stay
 * in clear here, so that their strength can be judged; {@link sealSecrets} follows.
 *
 * @param before the same thing as stored; undefined for a new one
 * @param problems gets what cannot be: a mask where nothing was kept, a sealed secret sent in, a number as secret
 */
export function resolveMasks(
  sent: JsonObject,
  before: JsonObject | undefined,
  isSecret: SecretKeys,
  problems: FieldProblem[],
): JsonObject {
  const walk = (value: Json, was: Json | undefined, path: string[], secret: boolean): Json => {
    if (typeof value === 'string') {
      if (value === was) return value;
      if (value.includes('\u0000')) return refuse(path, 'controls', 'A text cannot hold the character NUL.');
      if (holdsSealed(value))
        return refuse(path, 'sealed_input', 'Send the secret itself, or leave it out to keep it.');
      if (!value.includes(MASK)) return value;
      if (typeof was === 'string' && holdsSealed(was)) return was;
      return secret ? refuse(path, 'nothing_kept', 'There is no earlier value to keep; enter one.') : value;
    }
    if (typeof value === 'number' && secret) return refuse(path, 'not_text', 'A secret is text; put it in quotes.');
    if (Array.isArray(value)) {
      const earlier = counterparts(was);
      return value.map((item, index) => walk(item, earlier(item, index), [...path, String(index)], secret));
    }
    if (!isObject(value)) return value;
    const ofUnit = path.length === 2 && path[0] === 'units';
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        const old = isObject(was) && Object.hasOwn(was, key) ? was[key] : undefined;
        return [key, walk(inner, old, [...path, key], secret || isSecret(key, ofUnit, inner))];
      }),
    );
  };
  const refuse = (path: string[], code: string, sentence: string): Json => {
    problems.push({ path: path.join('.'), code, sentence });
    return '';
  };
  return walk(sent, before, [], false) as JsonObject;
}

/** Seals every secret that is still in clear; one that equals what was kept keeps its sealed form. */
export function sealSecrets(
  service: JsonObject,
  before: JsonObject | undefined,
  isSecret: SecretKeys,
  box: Context['box'],
): JsonObject {
  const walk = (value: Json, was: Json | undefined, path: string[], secret: boolean): Json => {
    if (typeof value === 'string') {
      if (!secret || value === '' || holdsSealed(value)) return value;
      const kept = typeof was === 'string' && fingerprintOf(was) === box.fingerprint(value);
      return kept ? (was as string) : box.seal(value);
    }
    if (Array.isArray(value)) {
      const earlier = counterparts(was);
      return value.map((item, index) => walk(item, earlier(item, index), [...path, String(index)], secret));
    }
    if (!isObject(value)) return value;
    const ofUnit = path.length === 2 && path[0] === 'units';
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        // What languages reached holds secrets in sealed form only; names there are not the user's.
        if (key === 'state' && (path.length === 0 || ofUnit)) return [key, inner];
        const old = isObject(was) && Object.hasOwn(was, key) ? was[key] : undefined;
        return [key, walk(inner, old, [...path, key], secret || isSecret(key, ofUnit, inner))];
      }),
    );
  };
  return walk(service, before, [], false) as JsonObject;
}

/** Tells the element that an element of a list was before: of the same id, else at the same place. */
function counterparts(was: Json | undefined): (item: Json, index: number) => Json | undefined {
  if (!Array.isArray(was)) return () => undefined;
  const known = byId(
    was.filter((old): old is JsonObject & { id: string } => isObject(old) && typeof old.id === 'string'),
  );
  return (item, index) => {
    if (isObject(item) && typeof item.id === 'string') return known.get(item.id);
    return isObject(item) ? undefined : was[index];
  };
}
