import { describe, expect, it } from 'vitest';
import { packageIcon } from './icon';

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const png = bytes('\x89PNG\r\n\x1a\n and so on');

describe('the picture of a package in MuranoPL', () => {
  it('is the file that the manifest names, or logo.png', () => {
    const files = new Map([
      ['logo.png', png],
      ['pictures/box', bytes('GIF89a…')],
    ]);
    expect(packageIcon(files, undefined)).toEqual({ contentType: 'image/png', body: png });
    expect(packageIcon(files, 'pictures/box').contentType).toBe('image/gif');
  });

  it.each([
    ['image/jpeg', '\xff\xd8\xff\xe0'],
    ['image/webp', 'RIFF\x10\0\0\0WEBPVP8'],
  ])('is known as %s by how it begins, whatever it is called', (contentType, beginning) => {
    expect(packageIcon(new Map([['logo.png', bytes(beginning)]]), undefined).contentType).toBe(contentType);
  });

  it.each([
    ['is missing', new Map<string, Uint8Array>()],
    ['is a page', new Map([['logo.png', bytes('<html><script>alert(1)</script>')]])],
    ['is a drawing, which may hold scripts', new Map([['logo.png', bytes('<svg onload="alert(1)"/>')]])],
  ])('is a plain one where it %s', (_case, files) => {
    const icon = packageIcon(files, undefined);
    expect(icon.contentType).toContain('image/svg+xml');
    expect(icon.body).toMatch(/^<svg .*<path /s);
    expect(icon.body).not.toContain('alert');
  });
});
