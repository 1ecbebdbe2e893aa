import type { FieldProblem } from '@/lib/errors';
import type { Service } from '@/lib/model/environment';
import { isObject, type JsonObject } from '@/lib/model/json';
import { copiedFrom, fingerprintOf } from '@/lib/model/secret';
import type { Property, ServiceType } from '@/lib/model/service-type';
import { sharedSecrets } from '@/lib/model/shared-secrets';

/**
 * A service with the secrets that it is to have in common with others: each that stands there as a copy becomes the
 * sealed secret of the other service. Only for the same purpose, so that none is led where it does not belong.
 *
 * @param among the services of the draft, their secrets sealed
 * @param problems gets every copy of what is not there
 */
export function copySecrets(
  service: JsonObject,
  type: ServiceType | undefined,
  { services, types }: { services: readonly Service[]; types: readonly ServiceType[] },
  problems: FieldProblem[],
): JsonObject {
  const copied = (owner: JsonObject, properties: readonly Property[], prefix: string): JsonObject => {
    const whole = { ...owner };
    for (const property of properties) {
      const from = copiedFrom(owner[property.name]);
      if (from === null) continue;
      const sealed = sealedAt(from, property);
      whole[property.name] = sealed ?? '';
      if (sealed === null) problems.push(nothingToCopy(`${prefix}${property.name}`, property));
    }
    return whole;
  };
  const sealedAt = (from: string, { purpose }: Property): string | null => {
    const shared = sharedSecrets(services, types).find(
      (one) => `${one.serviceId}/${one.property}` === from && one.purpose === purpose,
    );
    const sealed = services.find(({ id }) => id === shared?.serviceId)?.[shared?.property ?? ''];
    return typeof sealed === 'string' && fingerprintOf(sealed) !== null ? sealed : null;
  };
  const own = copied(service, type?.properties ?? [], '');
  if (!Array.isArray(own.units)) return own;
  const units = own.units.map((unit, index) =>
    isObject(unit) ? copied(unit, type?.unitProperties ?? [], `units.${index}.`) : unit,
  );
  return { ...own, units };
}

function nothingToCopy(path: string, { label }: Property): FieldProblem {
  const sentence = `No other service has a secret that can be taken over as "${label}". Type one instead.`;
  return { path, code: 'nothing_to_copy', sentence };
}
