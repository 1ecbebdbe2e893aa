import type { Resealer } from '@/lib/cloud/kernel/secrets';
import { isObject, type JsonObject } from '@/lib/model/json';
import type { StackRefusal } from '@/lib/ports/cloud/cloud';
import type { HeatRefusal } from './heat';

const FLOATING_ADDRESS = 'OS::Neutron::FloatingIP';

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

/** The refusal of a template that asks for a public address where there is no network to take it from. */
export function withoutPublicNetwork(template: JsonObject, reason: string): StackRefusal {
  const resources = Object.entries(isObject(template.resources) ? template.resources : {});
  const [resource] = resources.find(([, one]) => isObject(one) && one.type === FLOATING_ADDRESS) ?? [null];
  const resourceType = resource === null ? null : FLOATING_ADDRESS;
  return { ok: false, status: 'VALIDATION_FAILED', resource, resourceType, reason };
}
