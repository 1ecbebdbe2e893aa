import { isObject, type Json } from '@/lib/model/json';

/** What stands for a network whose name only the cloud knows. */
const NETWORK = '‹network›';

/**
 * Attributes that are no plain text, by their names in Heat (OS::Nova::Server: `networks`, `addresses`; OS::Neutron::Port:
 * `fixed_ips`). Programs take them apart: a phrase must lie where the address will.
 */
const SHAPES: Readonly<Record<string, (address: string) => Json>> = {
  networks: (address) => ({ [NETWORK]: [address] }),
  addresses: (address) => ({ [NETWORK]: [{ addr: address, version: 4 }] }),
  fixed_ips: (address) => [{ ip_address: address, subnet_id: '‹subnet›' }],
};

/**
 * What stands for an attribute of a resource that is still to be made.
 *
 * @param path as in `get_attr`: the resource's name, the attribute, and the way into it
 * @returns a phrase in ‹ › that people understand, like `‹address of web-1›`; where the attribute is a list or a map, one
 *   of that shape with the phrase in it
 */
export function attributePhrase([resource, attribute, ...path]: readonly Json[]): Json {
  const phrase = `‹${wordsOf([attribute, ...path])} of ${resource}›`;
  const shape = typeof attribute === 'string' && Object.hasOwn(SHAPES, attribute) ? SHAPES[attribute] : undefined;
  if (!shape) return phrase;
  return path.reduce<Json>((value, step) => stepInto(value, step) ?? phrase, shape(phrase));
}

/** Every network is the one that is not known yet. */
function stepInto(value: Json, step: Json): Json | undefined {
  if (Array.isArray(value)) return value[0];
  if (!isObject(value)) return undefined;
  return value[String(step)] ?? value[NETWORK];
}

/** What people call it: an address, however deep in the attributes it is. */
function wordsOf(steps: readonly (Json | undefined)[]): string {
  const words = steps.filter((step): step is string => typeof step === 'string');
  return words.some((word) => /address|addr$|_ips?$|networks/i.test(word)) ? 'address' : words.join(' ');
}
