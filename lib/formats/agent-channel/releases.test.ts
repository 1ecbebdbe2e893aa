import { describe, expect, it } from 'vitest';
import { createAgentKeyPair } from './proof';
import { isReleaseSigned, readSignatures, signatureLine, signRelease } from './releases';

const { privateKey, publicKey } = createAgentKeyPair();
const DIGEST = 'a'.repeat(64);
const AT = '2026-11-30T12:00:00.000Z';

describe('the signature of a release', () => {
  it('names its key, and is good for that program and that moment alone', () => {
    const release = signRelease(privateKey, DIGEST, AT);
    expect(release).toMatchObject({ key: publicKey, releasedAt: AT });
    expect(isReleaseSigned(DIGEST, release)).toBe(true);
    expect(isReleaseSigned('b'.repeat(64), release)).toBe(false);
    expect(isReleaseSigned(DIGEST, { ...release, releasedAt: '2026-12-01T12:00:00.000Z' })).toBe(false);
    expect(isReleaseSigned(DIGEST, { ...release, key: createAgentKeyPair().publicKey })).toBe(false);
  });

  it('is a line of a file, beside those of other keys; other lines are left out', () => {
    const both = [signRelease(privateKey, DIGEST, AT), signRelease(createAgentKeyPair().privateKey, DIGEST, AT)];
    const text = `${both.map(signatureLine).join('')}\nnonsense\n${publicKey} yesterday ${both[0]?.signature}\n`;
    expect(readSignatures(text)).toEqual(both);
  });
});
