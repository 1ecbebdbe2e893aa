import { newId } from '@/lib/crypto';
import { errors, type FieldProblem } from '@/lib/errors';
import { IdSchema } from '@/lib/model/environment';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { asEntry, isObjectEntry } from '@/lib/model/object-entry';
import { MASK } from '@/lib/model/secret';
import type { ServiceType } from '@/lib/model/service-type';
import { mapTree, parameterMarkerOf, secretMarkerOf } from '@/lib/model/templates/markers';
import { secretKeys } from '../services/secrets';

/**
 * Services as a template keeps them, from what a client sent: each with an id, and a marker where a secret was, so that
 * every environment gets one of its own. What else is wrong with them, whoever makes an environment of them is told.
 *
 * @throws invalid_input for what is no service, by its path
 */
export function plannedServices(sent: readonly Json[], types: readonly ServiceType[]): JsonObject[] {
  const problems: FieldProblem[] = [];
  const planned = sent.map((item, index): JsonObject => {
    if (!isObject(item) || !(isObjectEntry(item) || typeof item.type === 'string')) {
      const sentence = 'A service is an object that says its type, by "type" or in a header "?".';
      problems.push({ path: String(index), code: 'not_a_service', sentence });
      return {};
    }
    const entry = isObjectEntry(item) ? asEntry(item, undefined, newId) : item;
    const id = isObjectEntry(entry) ? String(entry['?'].id) : idOf(entry);
    return withoutSecrets({ ...entry, id }, types);
  });
  if (problems.length > 0) throw errors.invalidInput('What was sent is no service.', problems);
  return planned;
}

function idOf({ id }: JsonObject): string {
  return IdSchema.safeParse(id).success ? String(id) : newId();
}

/** A template holds no secret: one is made for each environment, where the type says that it is a secret. */
function withoutSecrets(service: JsonObject, types: readonly ServiceType[]): JsonObject {
  const isSecret = secretKeys(types.find(({ type }) => type === service.type));
  return mapTree(
    service,
    (value, path) => {
      if (secretMarkerOf(value) !== null || parameterMarkerOf(value) !== null) return { value };
      if (typeof value !== 'string' || value === '') return null;
      const parts = path.split('.');
      const ofUnit = parts[0] === 'units' && parts.length > 2;
      const secret = parts.some((key, at) => isSecret(key, ofUnit && at === 2));
      return secret || value === MASK ? { value: { $secret: 'generate' } } : null;
    },
    '',
  ) as JsonObject;
}
