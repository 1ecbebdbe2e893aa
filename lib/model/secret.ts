/**
 * How secrets travel through the model. A secret is kept as one *sealed* string,
 * `vetro:secret:v1:<fingerprint>:<payload>.` (AES-256-GCM, made in `lib/crypto`), so languages can copy it
 * and join it with text like any string without ever knowing it. Only the cloud's wire edge opens it.
 * The closing full stop keeps what follows it in a text, another secret even, apart.
 */
export const SEALED = /vetro:secret:v1:[A-Za-z0-9_-]{22}:[A-Za-z0-9_-]+\./g;

/** What stands in for a secret on the way out; sent back in, it means "unchanged". */
export const MASK = '*** SANITIZED ***';

/**
 * Stands for a secret that another service of the draft has: whoever may edit the draft gives one to a second service
 * without ever being shown it. Templates say `{$secret: generate}` in the same way.
 */
export type SecretCopy = {
  $secret: 'copy';
  /** a path below `/services`: the id of a service and the name of its property */
  from: string;
};

/** A stand-in for the secret under `property` of the service `serviceId`. */
export function secretCopy(serviceId: string, property: string): SecretCopy {
  return { $secret: 'copy', from: `${serviceId}/${property}` };
}

/** Where the secret is that a value stands for; null for anything but a {@link SecretCopy}. */
export function copiedFrom(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('$secret' in value) || !('from' in value)) return null;
  return value.$secret === 'copy' && typeof value.from === 'string' ? value.from : null;
}

/** Whether a text holds a sealed secret, alone or within. */
export function holdsSealed(text: string): boolean {
  return text.search(SEALED) >= 0;
}

/** The fingerprint of a text that is one sealed secret; null for anything else. Equal secrets have equal ones. */
export function fingerprintOf(text: string): string | null {
  const match = /^vetro:secret:v1:([A-Za-z0-9_-]{22}):[A-Za-z0-9_-]+\.$/.exec(text);
  return match?.[1] ?? null;
}

/** Replaces every sealed secret in a JSON-like value by the mask. */
export function maskSealed<T>(value: T): T {
  if (typeof value === 'string') return value.replace(SEALED, MASK) as T;
  if (Array.isArray(value)) return value.map(maskSealed) as T;
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, maskSealed(inner)])) as T;
  }
  return value;
}
