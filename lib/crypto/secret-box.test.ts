import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isVetroError } from '@/lib/errors';
import { fingerprintOf, holdsSealed, maskSealed } from '@/lib/model/secret';
import { createSecretBox } from './secret-box';

const box = createSecretBox(Buffer.alloc(32, 1));

describe('the secret box', () => {
  it('opens what it sealed, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (plain) => {
        expect(box.openText(box.seal(plain))).toBe(plain);
      }),
    );
  });

  it('keeps the secret out of the sealed text and never seals to the same text twice', () => {
    const sealed = box.seal('Hunter-2-Hunter-2');
    expect(sealed).not.toContain('Hunter');
    expect(sealed).not.toContain(Buffer.from('Hunter-2-Hunter-2').toString('base64url'));
    expect(box.seal('Hunter-2-Hunter-2')).not.toBe(sealed);
  });

  it('gives equal secrets one fingerprint, other secrets and other keys another', () => {
    expect(fingerprintOf(box.seal('one'))).toBe(fingerprintOf(box.seal('one')));
    expect(fingerprintOf(box.seal('one'))).toBe(box.fingerprint('one'));
    expect(fingerprintOf(box.seal('one'))).not.toBe(fingerprintOf(box.seal('two')));
    expect(createSecretBox(Buffer.alloc(32, 2)).fingerprint('one')).not.toBe(box.fingerprint('one'));
  });

  it('opens secrets joined with any text and with each other', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (before, one, two, after) => {
        fc.pre(!holdsSealed(before) && !holdsSealed(after));
        expect(box.openText(`${before}${box.seal(one)}${box.seal(two)}${after}`)).toBe(`${before}${one}${two}${after}`);
      }),
    );
  });

  it('opens secrets anywhere in a value and leaves the rest', () => {
    const value = { user: 'max', list: [box.seal('a'), 2, null, { deep: `-${box.seal('b')}-` }] };
    expect(box.openDeep(value)).toEqual({ user: 'max', list: ['a', 2, null, { deep: '-b-' }] });
    expect(JSON.stringify(maskSealed(value))).not.toMatch(/vetro:secret/);
  });

  it('does not take the contents of an opened secret for another sealed one', () => {
    const inner = box.seal('inner');
    expect(box.openText(box.seal(inner))).toBe(inner);
  });

  it.each([
    ['a changed payload', (text: string) => text.replace(/.{4}\.$/, 'AAAA.')],
    ['the fingerprint of another secret', (text: string) => text.replace(/v1:.{22}:/, `v1:${box.fingerprint('x')}:`)],
    ['a payload that is too short', (text: string) => text.replace(/:[^:]+$/, ':AAAA.')],
  ])('refuses %s without saying what it read', (_what, spoil) => {
    const spoilt = spoil(box.seal('Hunter-2-Hunter-2'));
    expect(() => box.openText(spoilt)).toThrow(/cannot be read/);
    try {
      box.openText(spoilt);
    } catch (error) {
      expect(isVetroError(error) && error.code).toBe('secret_unreadable');
      expect(JSON.stringify(error)).not.toContain('Hunter');
    }
  });

  it('refuses secrets of another key', () => {
    const sealed = createSecretBox(Buffer.alloc(32, 2)).seal('one');
    expect(() => box.openText(sealed)).toThrow(/cannot be read/);
  });

  it('tells who listens what was opened', () => {
    const opened: string[] = [];
    const listening = createSecretBox(Buffer.alloc(32, 1), { onOpened: (plain) => opened.push(plain) });
    listening.openText(box.seal('known'));
    expect(opened).toEqual(['known']);
  });

  it('wants a key of 32 bytes', () => {
    expect(() => createSecretBox(Buffer.alloc(16))).toThrow(/32 bytes/);
  });
});
