import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MACHINES_FILE, readMachines } from './read-machines';

const LINUX = fs.readFileSync('catalog/io.vetro.linux.Core/Machines/machines.yaml', 'utf8');
const WINDOWS = fs.readFileSync('catalog/io.vetro.windows.Core/Machines/machines.yaml', 'utf8');
const read = (text: string) => readMachines(new Map([[MACHINES_FILE, text]]), 'pack');
const problems = (text: string) =>
  read(text).problems.map(({ file, line, path, code }) => `${file}:${line} ${path} ${code}`);

describe('the machines of a library', () => {
  it('start from images of the system that it says, and say how one signs in', () => {
    const imageOf = (text: string) => read(text).machines?.properties.find(({ kind }) => kind === 'image')?.imageType;
    expect([imageOf(LINUX), imageOf(WINDOWS)]).toEqual(['linux', 'windows']);
    expect(read(LINUX).machines?.signIn).toEqual({ command: 'ssh {account}@{address}', account: '{account}' });
    expect(read(WINDOWS).machines).toMatchObject({ system: 'windows', first: ['adminPassword'] });
    expect(read('').machines).toBeNull();
  });

  it('keep the type of images that a property says itself', () => {
    const narrower = LINUX.replace('kind: image\n', 'kind: image\n    imageType: linux.debian\n');
    expect(read(narrower).machines?.properties.find(({ kind }) => kind === 'image')?.imageType).toBe('linux.debian');
  });

  it('are none where a library has no such file', () => {
    expect(readMachines(new Map([['manifest.yaml', '']]), 'pack')).toEqual({ machines: null, problems: [] });
  });

  it.each([
    ['no YAML', 'a: [', /:1 {2}not_yaml$/],
    ['a system in capitals', LINUX.replace('system: linux', 'system: Linux'), /:3 system invalid/],
    ['a key that is unknown', `${LINUX}colour: red\n`, / colour unknown_key$/],
    ['a property twice', LINUX.replace('name: osImage', 'name: flavor'), / properties\.1\.name name_taken$/],
    ['no image', LINUX.replace('kind: image', 'kind: string'), / properties no_image$/],
    ['a first property that is not there', `${LINUX}first: [password]\n`, / first\.0 unknown_property$/],
    [
      'a command that names nothing that is known',
      LINUX.replace('ssh {account}@', 'ssh {user}@'),
      /:\d+ signIn\.command unknown_property$/,
    ],
  ])('are refused with file and line: %s', (_, text, expected) => {
    expect(problems(text)).toEqual([expect.stringMatching(expected)]);
    expect(read(text).machines).toBeNull();
  });
});
