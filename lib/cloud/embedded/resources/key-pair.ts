import { generateKeyPairSync } from 'node:crypto';
import { keyPairsOf } from '@/lib/cloud/embedded/offer';
import { type ResourceType, refusal, text } from '@/lib/cloud/kernel/resources/resource-type';

/** A key pair; with `save_private_key` the stack keeps the private half, sealed. */
export const keyPair: ResourceType = {
  type: 'OS::Nova::KeyPair',
  properties: {
    name: { kind: 'string', required: true, change: 'replace' },
    public_key: { kind: 'string', change: 'replace' },
    save_private_key: { kind: 'boolean', change: 'replace' },
    type: { kind: 'string', change: 'replace' },
    user: { kind: 'string', change: 'replace' },
  },
  reference: 'name',
  attributes: ['name', 'public_key', 'private_key'],
  create: async ({ kernel, tx, stack, properties }) => {
    const name = text(properties.name) ?? '';
    if ((await keyPairsOf(tx, stack.tenantId)).includes(name)) {
      throw refusal('Conflict', `Key pair '${name}' already exists. (HTTP 409)`);
    }
    const given = text(properties.public_key);
    if (given) return { attributes: { name, public_key: given, private_key: '' }, seconds: 1 };
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const attributes = {
      name,
      public_key: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      private_key:
        properties.save_private_key === true
          ? kernel.seal(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
          : '',
    };
    return { attributes, seconds: 1 };
  },
};
