import { describe, expect, it } from 'vitest';
import type { Property, ServiceType } from '@/lib/model/service-type';
import { secretKeys } from './secrets';

describe('keys that tell of a secret, where no type speaks of the value', () => {
  const isSecret = secretKeys(undefined);

  it.each([
    'adminPassword',
    'passphrase',
    'client_secret',
    'accessToken',
    'apiKey',
    'private_key',
    'access-key',
    'rootpassword',
  ])('seals what stands under %s, whatever the class of an object says', (key) => {
    expect(isSecret(key, false)).toBe(true);
  });

  it.each([
    'keyname',
    'name',
    'publicKey',
    'flavor',
    'compass',
    'passengers',
    'bypass',
    'tokenizer',
    'secretary',
    'keypair',
  ])('leaves %s readable', (key) => {
    expect(isSecret(key, true)).toBe(false);
  });

  it('are texts alone: what a template says of a password is none', () => {
    expect(isSecret('admin_pass', false, 'Passw0rd!')).toBe(true);
    expect(isSecret('passwords', false, ['one', 'two'])).toBe(true);
    expect(isSecret('admin_pass', false, { constraints: [{ length: { min: 6 } }] })).toBe(false);
    expect(isSecret('token_ttl', false, 300)).toBe(false);
  });
});

it('a property is secret where its author says so, whatever it is called', () => {
  const property = (name: string, kind: Property['kind'], secret?: boolean) => ({ name, kind, secret }) as Property;
  const isSecret = secretKeys({
    properties: [property('compassPin', 'password'), property('tokenName', 'string'), property('note', 'string', true)],
    unitProperties: [property('passRate', 'string')],
  } as Partial<ServiceType> as ServiceType);
  const asked = ['compassPin', 'tokenName', 'note'].map((name) => isSecret(name, false, 'x'));
  expect(asked).toEqual([true, false, true]);
  expect(isSecret('passRate', true, 'x')).toBe(false);
});
