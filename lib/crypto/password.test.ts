import { describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './password';
import { hashToken, newToken } from './token';

describe('passwords', () => {
  it('are kept as argon2id with a salt of their own', async () => {
    const [one, two] = await Promise.all([hashPassword('Vetro-demo-1'), hashPassword('Vetro-demo-1')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
  });

  it('are right or wrong', async () => {
    const stored = await hashPassword('Vetro-demo-1');
    expect(await verifyPassword(stored, 'Vetro-demo-1')).toBe(true);
    expect(await verifyPassword(stored, 'vetro-demo-1')).toBe(false);
    expect(await verifyPassword(stored, '')).toBe(false);
  });

  it('fit nothing that is no hash', async () => {
    expect(await verifyPassword('', '')).toBe(false);
    expect(await verifyPassword('plain', 'plain')).toBe(false);
  });
});

describe('tokens', () => {
  it('are long, random, and stored as a hash', () => {
    const token = newToken();
    expect(token).toMatch(/^vetro_[\w-]{43}$/);
    expect(newToken()).not.toBe(token);
    expect(hashToken(token)).toMatch(/^[0-9a-f]{64}$/);
    expect(hashToken(token)).not.toContain(token.slice(6));
  });
});
