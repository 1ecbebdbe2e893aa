import { generatePassword } from '@/lib/crypto';
import type { JsonObject } from '@/lib/model/json';
import { isMadePassword } from '@/lib/model/made-passwords';
import { isObjectEntry } from '@/lib/model/object-entry';
import { applies } from '@/lib/model/property-facts';
import { completeService } from '@/lib/model/service-rules';
import type { ServiceType } from '@/lib/model/service-type';

/**
 * A new service with the passwords that its sender left out and nobody must choose: sealed like others, and shown to
 * whoever may see them.
 */
export function withMadePasswords(sent: JsonObject, types: readonly ServiceType[]): JsonObject {
  const type = types.find((known) => known.type === sent.type);
  if (!type || isObjectEntry(sent)) return sent;
  const whole = completeService(sent, type);
  const missing = type.properties.filter(
    (property) => isMadePassword(property, type) && (sent[property.name] ?? null) === null && applies(property, whole),
  );
  return { ...sent, ...Object.fromEntries(missing.map(({ name }) => [name, generatePassword()])) };
}
