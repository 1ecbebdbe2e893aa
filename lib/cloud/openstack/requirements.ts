import { isObject, type JsonObject } from '@/lib/model/json';
import type { StackRefusal } from '@/lib/ports/cloud/cloud';
import type { KeystoneSession } from './keystone';

/** Services that an OpenStack may lack, by the resources that need them. */
const SERVICES: readonly { prefix: string; types: readonly string[]; name: string; what: string }[] = [
  { prefix: 'OS::Octavia::', types: ['load-balancer'], name: 'Octavia', what: 'load balancers' },
  { prefix: 'OS::Cinder::', types: ['block-storage', 'volumev3'], name: 'Cinder', what: 'volumes' },
  { prefix: 'OS::Designate::', types: ['dns'], name: 'Designate', what: 'DNS zones' },
  { prefix: 'OS::Barbican::', types: ['key-manager'], name: 'Barbican', what: 'stored keys' },
  { prefix: 'OS::Manila::', types: ['shared-file-system', 'sharev2'], name: 'Manila', what: 'shared file systems' },
  { prefix: 'OS::Swift::', types: ['object-store'], name: 'Swift', what: 'object storage' },
  { prefix: 'OS::Neutron::', types: ['network'], name: 'Neutron', what: 'networks' },
  { prefix: 'OS::Nova::', types: ['compute'], name: 'Nova', what: 'machines' },
];

/** What a template needs that the catalog does not have, as a refusal in words; null when nothing is missing. */
export function missingService(template: JsonObject, session: Pick<KeystoneSession, 'offers'>): StackRefusal | null {
  for (const [resource, definition] of Object.entries(isObject(template.resources) ? template.resources : {})) {
    const type = isObject(definition) ? String(definition.type ?? '') : '';
    const needed = SERVICES.find(({ prefix }) => type.startsWith(prefix));
    if (!needed || session.offers(...needed.types)) continue;
    const { what, name } = needed;
    const reason = `This OpenStack has no ${what}: its catalog lists no ${name}. Leave out what needs them, or have ${name} installed.`;
    return { ok: false, status: 'VALIDATION_FAILED', resource, resourceType: type, reason };
  }
  return null;
}
