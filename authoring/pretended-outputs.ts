import { isObject, type Json, type JsonObject } from '@/lib/model/json';

/**
 * What the outputs of a HOT template could be once the stack stands: addresses of 10.0.0.0/24 where an
 * attribute is one, and for everything else the name of what would be there.
 */
export function pretendedOutputs(template: JsonObject): JsonObject {
  const resources = Object.keys(isObject(template.resources) ? template.resources : {});
  const outputs = isObject(template.outputs) ? template.outputs : {};
  return Object.fromEntries(
    Object.entries(outputs).map(([name, output]) => [
      name,
      isObject(output) ? pretended(output.value ?? null, resources) : null,
    ]),
  );
}

function pretended(value: Json, resources: readonly string[]): Json {
  if (Array.isArray(value)) return value.map((item) => pretended(item, resources));
  if (!isObject(value)) return value;
  const { get_attr: path, get_resource: resource } = value;
  if (typeof resource === 'string') return `${resource}-id`;
  if (Array.isArray(path)) return attribute(path.map(String), resources);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, pretended(item, resources)]));
}

function attribute([resource = '', name = '', ...rest]: readonly string[], resources: readonly string[]): Json {
  const address = `10.0.0.${11 + Math.max(0, resources.indexOf(resource))}`;
  switch (name) {
    case 'networks':
    case 'addresses':
      return { network: [address] };
    case 'fixed_ips':
      return rest.length > 0 ? address : [{ ip_address: address, subnet_id: 'subnet' }];
    case 'ip':
    case 'first_address':
    case 'accessIPv4':
      return address;
    case 'floating_ip_address':
      return address.replace('10.0.0.', '203.0.113.');
    case 'attachments':
      return [];
    default:
      return `${resource}-${[name, ...rest].join('-')}`;
  }
}
