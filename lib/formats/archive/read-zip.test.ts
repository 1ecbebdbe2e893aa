import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isVetroError } from '@/lib/errors';
import { readZip } from './read-zip';
import { zip } from './testing/write-zip';

const refusal = async (bytes: Uint8Array, limits?: Parameters<typeof readZip>[1]) => {
  try {
    await readZip(bytes, limits);
  } catch (error) {
    if (isVetroError(error) && error.code === 'archive_invalid') return error.message;
    throw error;
  }
  return 'read';
};

describe('a zip archive', () => {
  it('gives its files, packed or not, without folders', async () => {
    const files = await readZip(
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

  it('has the paths of an archive that Windows PowerShell has written, with backslashes', async () => {
    const files = await readZip(
      zip([
        { path: 'Classes\\', text: '' },
        { path: 'Classes\\A.yaml', text: 'Name: A' },
      ]),
    );
    expect([...files.keys()]).toEqual(['Classes/A.yaml']);
  });

  it.each<[string, Uint8Array, string]>([
    ['nothing', new Uint8Array(), 'End of central directory'],
    ['a text', new TextEncoder().encode('manifest: yes '.repeat(9)), 'End of central directory'],
    ['half an archive', zip([{ path: 'a', text: 'x'.repeat(99), method: 0 }]).slice(60), 'unexpected EOF'],
    ['a path that climbs', zip([{ path: '../a', text: 'x' }]), 'invalid relative path: ../a'],
    ['a path that climbs later', zip([{ path: 'a/../../b', text: 'x' }]), 'invalid relative path'],
    ['a path from the root', zip([{ path: '/etc/a', text: 'x' }]), 'absolute path: /etc/a'],
    ['a path of Windows', zip([{ path: 'C:a', text: 'x' }]), 'C:a'],
    ['backslashes that climb', zip([{ path: '..\\a', text: 'x' }]), 'invalid relative path: ../a'],
    ['a path from the root of Windows', zip([{ path: '\\etc\\a', text: 'x' }]), 'absolute path: /etc/a'],
    ['a path without end', zip([{ path: 'a'.repeat(1_001), text: 'x' }]), 'a path of more than 1000 characters'],
    ['a folder in a folder without end', zip([{ path: 'a/'.repeat(51), text: '' }]), 'or 50 folders'],
    ['an empty part of a path', zip([{ path: 'a//b', text: 'x' }]), 'the path "a//b" is not a plain one'],
    ['a dot as a part of a path', zip([{ path: './a', text: 'x' }]), 'the path "./a" is not a plain one'],
    ['a zero in a path', zip([{ path: 'a\0.yaml', text: 'x' }]), 'is not a plain one'],
    ['a symbolic link', zip([{ path: 'a', text: '/etc/passwd', mode: 0o120777 }]), '"a" is a link or a device'],
    ['a device', zip([{ path: 'a', text: '', mode: 0o060666 }]), '"a" is a link or a device'],
    [
      'a path twice',
      zip([
        { path: 'a', text: 'x' },
        { path: 'a', text: 'y' },
      ]),
      'it has the path "a" twice',
    ],
    [
      'a path in two cases',
      zip([
        { path: 'a', text: 'x' },
        { path: 'A', text: 'y' },
      ]),
      'it has the path "A" twice',
    ],
    [
      'a file that is a folder',
      zip([
        { path: 'a', text: '' },
        { path: 'a/b', text: '' },
      ]),
      'the path "a/b" twice',
    ],
    [
      'a folder that is a file',
      zip([
        { path: 'a/b', text: '' },
        { path: 'A', text: '' },
      ]),
      'the path "A" twice',
    ],
    ['a wrong sum', zip([{ path: 'a', text: 'x', sum: 1 }]), '"a" is damaged'],
    ['more than it says', zip([{ path: 'a', text: 'x'.repeat(5000), size: 10 }]), '"a" is damaged'],
    ['a password', zip([{ path: 'a', text: 'x', flags: 1 }]), '"a" is encrypted'],
    ['another packing', zip([{ path: 'a', text: 'x', method: 12 }]), 'packed in a way that is not known here'],
    ['less than it says', zip([{ path: 'a', text: 'x', size: 10 }]), '"a" is damaged'],
  ])('with %s is refused', async (_what, bytes, expected) => {
    expect(await refusal(bytes)).toContain(expected);
  });

  it('that is too large is refused before it is unpacked', async () => {
    const bomb = zip([{ path: 'a', text: 'x'.repeat(2_000_000) }]);
    expect(bomb.length).toBeLessThan(5_000);
    expect(await refusal(bomb, { files: 1, bytes: 1_000_000 })).toContain('it is too large once unpacked');
    expect(
      await refusal(
        zip([
          { path: 'a', text: '' },
          { path: 'b', text: '' },
        ]),
        { files: 1, bytes: 9 },
      ),
    ).toContain('more than 1 files');
  });

  it('that says less than it holds is not unpacked further than it says', async () => {
    const many = Array.from({ length: 9 }, (_, n) => ({ path: `f${n}`, text: 'x'.repeat(500_000), size: 10 }));
    expect(await refusal(zip(many), { files: 9, bytes: 1_000 })).toContain('"f0" is damaged');
  });

  it('is read from a file, too', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'vetro-zip-'));
    try {
      const file = path.join(folder, 'a.zip');
      await writeFile(file, zip([{ path: 'a', text: 'x', mode: 0o100644 }]));
      expect([...(await readZip(file)).keys()]).toEqual(['a']);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('that was damaged anywhere is read or refused, and nothing else', async () => {
    const whole = zip([
      { path: 'a/b', text: 'x'.repeat(300) },
      { path: 'c', text: 'y', method: 0 },
    ]);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        fc.nat(whole.length),
        async (changes, length) => {
          const damaged = whole.slice(0, length % 3 === 0 ? length : whole.length);
          for (const [at, byte] of changes) if (at < damaged.length) damaged[at] = byte;
          expect(await refusal(damaged)).toMatch(/^(read|This is not a zip archive)/);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
