import { describe, expect, it } from 'vitest';
import { decodeBase64, encodeBase64 } from './base64';

const kind = (text: string) => {
  try {
    return decodeBase64(text);
  } catch (error) {
    return (error as { kind: string }).kind;
  }
};

describe('Base64', () => {
  it('writes and reads texts of any language', () => {
    for (const text of ['', 'a', 'ab', 'abc', 'Grüße', '♥']) expect(decodeBase64(encodeBase64(text))).toBe(text);
  });

  it('passes over what is no digit, and reads nothing behind the padding', () => {
    expect(decodeBase64('VEVT\n VA==')).toBe('TEST');
    expect(decodeBase64('VEVTVA==VEVTVA==')).toBe('TEST');
    expect(decodeBase64('!!!')).toBe('');
  });

  it('refuses texts that end too early, and bytes that are no text', () => {
    expect(kind('VEVTVA')).toBe('TypeError');
    expect(kind('VEVTV')).toBe('TypeError');
    expect(kind('/w==')).toBe('UnicodeDecodeError');
    expect(kind('ä')).toBe('ValueError');
  });
});
