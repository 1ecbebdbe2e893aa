import type { Resealer } from '@/lib/cloud/kernel/secrets';
import { isObject, type JsonObject } from '@/lib/model/json';
import type { StackRefusal } from '@/lib/ports/cloud/cloud';
import type { HeatRefusal } from './heat';

/** Heat's refusal of a template, whose words name the resource: `Property error: : resources.vm.properties.flavor: …`. */
export function refusalOf({ refused }: HeatRefusal, template: JsonObject, reseal: Resealer): StackRefusal {
  const resources = isObject(template.resources) ? template.resources : {};
  const named = [...refused.reason.matchAll(/resources\.([\w.-]+?)(?=[.:]|$)/g)].map(([, name]) => name ?? '');
  const resource = named.find((name) => name in resources) ?? null;
  const definition = resource === null ? null : resources[resource];
  const status = refused.status === 400 ? 'VALIDATION_FAILED' : 'FORBIDDEN';
  const resourceType = isObject(definition) ? String(definition.type ?? '') : null;
  return { ok: false, status, resource, resourceType, reason: reseal(refused.reason) };
}
