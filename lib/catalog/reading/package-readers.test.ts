import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zip } from '@/lib/formats/archive/testing/write-zip';
import { readFiles } from '../read-folder';
import { createPackageReaders, type PackageReader, readInPlace } from './package-readers';

const bytes = (text: string) => new TextEncoder().encode(text);
const MANIFEST = `Format: 1.4
Type: Application
FullName: com.example.Slow
Name: Slow to check
Version: 1.0.0
Require: {com.example.Other: ">=1.2, <3"}
Classes: {com.example.Slow: Slow.yaml}
`;

/** A class with very many methods, each of which must be checked. */
const slow = new Map([
  ['manifest.yaml', bytes(MANIFEST)],
  [
    'Classes/Slow.yaml',
    bytes(
      [
        'Namespaces: {=: com.example, std: io.murano}',
        'Name: Slow',
        'Extends: std:Application',
        'Methods:',
        ...Array.from({ length: 3_000 }, (_, index) => [
          `  m${index}:`,
          '    Body:',
          `      - $x: list(range(${index})).where($ > 1).select($ * 2 + len(str($))).sum()`,
          '      - Return: $x',
        ]).flat(),
      ].join('\n'),
    ),
  ],
]);
const wrong = new Map([
  ['manifest.yaml', bytes(MANIFEST)],
  ['Classes/Slow.yaml', bytes('Name: Slow\nMethods: [deploy\n')],
]);

/** How often the event loop turned until something was over. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isOver = true;
  return turns;
}

const readers = createPackageReaders();
afterAll(() => readers.close());

describe('a package that takes long to check', () => {
  it('leaves the server its turns, where reading in place takes them all', async () => {
    expect(await turnsDuring(() => readInPlace.read(slow, 'package'))).toBe(0);
    expect(await turnsDuring(() => readers.read(slow, 'package'))).toBeGreaterThan(100);
  });

  it('is stopped after its time, and the problem names it; others are read', async () => {
    const impatient = createPackageReaders({ longestMs: 1 });
    try {
      const { read, problems } = await impatient.read(slow, 'package');
      expect(read).toBeNull();
      expect(problems).toEqual([
        {
          file: 'package/manifest.yaml',
          path: '',
          code: 'checking_exceeded',
          sentence: expect.stringContaining('was stopped after 0.001 seconds'),
        },
      ]);
    } finally {
      await impatient.close();
    }
    expect((await readers.read(slow, 'package')).read?.pack.name).toBe('com.example.Slow');
  });
});

describe('an archive that takes long to unpack', () => {
  const LIMITS = { files: 2_000, bytes: 64 * 1024 * 1024 };
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'vetro-archives-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function archived(name: string, bytes: Uint8Array): Promise<string> {
    await writeFile(path.join(folder, name), bytes);
    return path.join(folder, name);
  }

  it('is unpacked beside the server into what it would be unpacked into in place', async () => {
    const file = await archived(
      'good',
      zip([...slow].map(([at, bytes]) => ({ path: `folder/${at}`, text: new TextDecoder().decode(bytes) }))),
    );
    expect(await readers.unpack(file, LIMITS)).toEqual(await readInPlace.unpack(file, LIMITS));
  });

  it('is refused with the same words as in place when it is none', async () => {
    const file = await archived('bad', new TextEncoder().encode('no archive'));
    const refusal = (reader: PackageReader) =>
      reader.unpack(file, LIMITS).catch(({ kind, code, message }) => [kind, code, message]);
    expect(await refusal(readers)).toEqual([
      'invalid_input',
      'archive_invalid',
      expect.stringContaining('zip archive'),
    ]);
    expect(await refusal(readers)).toEqual(await refusal(readInPlace));
  });

  it('is stopped after its time', async () => {
    const impatient = createPackageReaders({ longestMs: 1 });
    const file = await archived('long', zip([{ path: 'manifest.yaml', text: 'x'.repeat(5_000_000) }]));
    try {
      await expect(impatient.unpack(file, LIMITS)).rejects.toMatchObject({
        code: 'archive_invalid',
        message: expect.stringContaining('stopped after 0.001 seconds'),
      });
    } finally {
      await impatient.close();
    }
  });
});

describe('a package whose server is stopped meanwhile', () => {
  it('is refused for the moment, as no fault of its own or of the server', async () => {
    const stopped = createPackageReaders();
    const reading = stopped.read(slow, 'package');
    await stopped.close();
    await expect(reading).rejects.toMatchObject({ kind: 'unavailable', code: 'server_stopping', retryable: true });
  });
});

describe('a package that is read in a thread', () => {
  const shape = async (reader: PackageReader, files: ReadonlyMap<string, Uint8Array>) => {
    const { read, problems } = await reader.read(files, 'package');
    if (!read) return { read, problems };
    const { requires, ...pack } = read.pack;
    const required = [...requires].map(([name, { wanted, accepts }]) => ({
      name,
      wanted,
      accepted: ['1.0.0', '1.2.0', '2.5.0', '3.0.0'].filter(accepts),
    }));
    return { read: { ...read, pack }, required, problems };
  };

  it('is the same as one read in place, with what it requires', async () => {
    for (const files of [slow, await readFiles(path.resolve('catalog/io.vetro.windows.WebServerFarm'))])
      expect(await shape(readers, files)).toEqual(await shape(readInPlace, files));
  });

  it('has the same problems, by file and line', async () => {
    const found = await shape(readers, wrong);
    expect(found.problems.length).toBeGreaterThan(0);
    expect(found).toEqual(await shape(readInPlace, wrong));
  });
});
