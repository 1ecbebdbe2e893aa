import { describe, expect, it } from 'vitest';
import { secretKeys } from './secrets';

describe('keys that tell of a secret', () => {
  const isSecret = secretKeys(undefined);

  it.each(['adminPassword', 'passphrase', 'client_secret', 'accessToken', 'apiKey', 'private_key', 'access-key'])(
    'seals what stands under %s, whatever the class of an object says',
    (key) => {
      expect(isSecret(key, false)).toBe(true);
    },
  );

  it.each(['keyname', 'name', 'publicKey', 'flavor'])('leaves %s readable', (key) => {
    expect(isSecret(key, true)).toBe(false);
  });
});
