import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isVetroError } from '@/lib/errors';
import { readZip } from './read-zip';
import { zip } from './testing/write-zip';

const refusal = (bytes: Uint8Array, limits?: Parameters<typeof readZip>[1]) => {
  try {
    readZip(bytes, limits);
  } catch (error) {
    if (isVetroError(error) && error.code === 'archive_invalid') return error.message;
    throw error;
  }
  return 'read';
};

describe('a zip archive', () => {
  it('gives its files, packed or not, without folders', () => {
    const files = readZip(
      zip(
        [
          { path: 'manifest.yaml', text: 'Format: 1.4\n'.repeat(100) },
          { path: 'Classes/', text: '', method: 0 },
          { path: 'Classes/Übung.yaml', text: 'Name: A', method: 0 },
        ],
        'a comment',
      ),
    );
    const texts = [...files].map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]);
    expect(texts).toEqual([
      ['manifest.yaml', 'Format: 1.4\n'.repeat(100)],
      ['Classes/Übung.yaml', 'Name: A'],
    ]);
  });

  it.each<[string, Uint8Array, string]>([
    ['nothing', new Uint8Array(), 'it has no list of files'],
    ['a text', new TextEncoder().encode('manifest: yes '.repeat(9)), 'it has no list of files'],
    ['half an archive', zip([{ path: 'a', text: 'x'.repeat(99), method: 0 }]).slice(60), 'its list of files is broken'],
    ['a path that climbs', zip([{ path: '../a', text: 'x' }]), 'the path "../a" leads out of it'],
    ['a path from the root', zip([{ path: '/etc/a', text: 'x' }]), 'leads out of it'],
    ['a path of Windows', zip([{ path: 'C:a', text: 'x' }]), 'leads out of it'],
    ['a wrong sum', zip([{ path: 'a', text: 'x', sum: 1 }]), '"a" is damaged'],
    ['more than it says', zip([{ path: 'a', text: 'x'.repeat(5000), size: 10 }]), '"a" is damaged'],
    ['a password', zip([{ path: 'a', text: 'x', flags: 1 }]), '"a" is encrypted'],
    ['another packing', zip([{ path: 'a', text: 'x', method: 12 }]), 'packed in a way that is not known here'],
  ])('with %s is refused', (_what, bytes, expected) => {
    expect(refusal(bytes)).toContain(expected);
  });

  it('that is too large is refused before it is unpacked', () => {
    const bomb = zip([{ path: 'a', text: 'x'.repeat(2_000_000) }]);
    expect(bomb.length).toBeLessThan(5_000);
    expect(refusal(bomb, { files: 1, bytes: 1_000_000 })).toContain('it is too large once unpacked');
    expect(
      refusal(
        zip([
          { path: 'a', text: '' },
          { path: 'b', text: '' },
        ]),
        { files: 1, bytes: 9 },
      ),
    ).toContain('more than 1 files');
  });

  it('that was damaged anywhere is read or refused, and nothing else', () => {
    const whole = zip([
      { path: 'a/b', text: 'x'.repeat(300) },
      { path: 'c', text: 'y', method: 0 },
    ]);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        fc.nat(whole.length),
        (changes, length) => {
          const damaged = whole.slice(0, length % 3 === 0 ? length : whole.length);
          for (const [at, byte] of changes) if (at < damaged.length) damaged[at] = byte;
          expect(refusal(damaged)).toMatch(/^(read|This is not a zip archive)/);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
